// SPDX-License-Identifier: MIT

// Package fleecehttp sends and receives JSON over net/http. It is a package of its own so that package
// fleece does not bring net/http into programs without it.
package fleecehttp

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"

	"github.com/fleece-json/fleece/go/fleece"
	"github.com/fleece-json/fleece/go/rt"
)

// ContentType is what Write sets, unless the header has one.
const ContentType = "application/json"

// Write sends v as JSON with a status and a Content-Length. If v cannot be encoded, it returns the error and
// nothing has been sent, so that the caller can still answer with another status.
func Write(w http.ResponseWriter, status int, v any, opts ...fleece.Options) error {
	return fleece.MarshalTo(w, v, func(size int) error {
		h := w.Header()
		if h.Get("Content-Type") == "" {
			h.Set("Content-Type", ContentType)
		}
		h.Set("Content-Length", strconv.Itoa(size))
		w.WriteHeader(status)
		return nil
	}, opts...)
}

// ErrContentType says that a request's body is declared to be something else than JSON.
var ErrContentType = errors.New("fleecehttp: the content type is not JSON")

// Read reads the body of a request, of at most limit bytes, as one JSON value into what v points to. A body without a
// Content-Type is taken as JSON. A body that is too long is an *http.MaxBytesError inside of a *fleece.Error with the
// code SOURCE.
func Read(w http.ResponseWriter, r *http.Request, limit int64, v any, opts ...fleece.Options) error {
	if c := r.Header.Get("Content-Type"); c != "" {
		kind, _, err := mime.ParseMediaType(c)
		if err != nil || kind != ContentType && (len(kind) < 5 || kind[len(kind)-5:] != "+json") {
			return ErrContentType
		}
	}
	return fleece.UnmarshalRead(http.MaxBytesReader(w, r.Body, limit), v, opts...)
}

// StatusOf returns the status to answer an error of Read with: 413, 415, or 400, or 500 for what is not
// the client's fault.
func StatusOf(err error) int {
	var long *http.MaxBytesError
	var e *fleece.Error
	switch {
	case errors.As(err, &long):
		return http.StatusRequestEntityTooLarge
	case errors.Is(err, ErrContentType):
		return http.StatusUnsupportedMediaType
	case errors.As(err, &e) && e.Offset >= 0 && (e.Code != rt.SOURCE || errors.Is(err, io.ErrUnexpectedEOF)):
		return http.StatusBadRequest
	}
	return http.StatusInternalServerError
}
