// SPDX-License-Identifier: MIT

// Package fleecehttp sends and receives JSON over net/http. It is a separate package so that package fleece
// does not link net/http into programs that do not use it.
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

// ContentType is the content type that Write sets, unless the header already has one.
const ContentType = "application/json"

// Write sends v as JSON with a status and a Content-Length. If v cannot be encoded, it returns the error
// without sending anything, so that the caller can still respond with another status.
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

// ErrContentType says that the request declares a content type other than JSON.
var ErrContentType = errors.New("fleecehttp: the content type is not JSON")

// Read reads the body of a request, which may have at most limit bytes, as one JSON value into what v points
// to. A body without a Content-Type is assumed to be JSON. If the body is too long, the error is a
// *fleece.Error with the code SOURCE that wraps an *http.MaxBytesError.
func Read(w http.ResponseWriter, r *http.Request, limit int64, v any, opts ...fleece.Options) error {
	if c := r.Header.Get("Content-Type"); c != "" {
		kind, _, err := mime.ParseMediaType(c)
		if err != nil || kind != ContentType && (len(kind) < 5 || kind[len(kind)-5:] != "+json") {
			return ErrContentType
		}
	}
	return fleece.UnmarshalRead(http.MaxBytesReader(w, r.Body, limit), v, opts...)
}

// StatusOf returns the status for responding to an error of Read: 413, 415 or 400, or 500 if the error is not
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
