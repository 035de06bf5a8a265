// Package std has the types of the standard library that have a special form.
package std

import (
	"database/sql"
	"encoding/json"
	"math/big"
	"net/netip"
	"net/url"
	"time"
)

//go:generate fleecegen -all -tests $GOFILE

type Std struct {
	Time     time.Time
	Ptr      *time.Time `json:",omitempty"`
	Zero     time.Time  `json:",omitzero"`
	Date     time.Time  `json:",format:DateOnly"`
	Layout   time.Time  `json:",format:'2006-01-02T15:04'"`
	Unix     time.Time  `json:",format:unixmilli"`
	Duration time.Duration
	Text     time.Duration `json:",format:units"`
	Nano     time.Duration `json:",format:nano"`
	Number   json.Number
	Quoted   json.Number `json:",string"`
	Raw      json.RawMessage
	Big      *big.Int
	BigVal   big.Int
	Addr     netip.Addr
	Prefix   *netip.Prefix `json:",omitempty"`
	Null     sql.NullString
	NullInt  sql.NullInt64 `json:",omitzero"`
	URL      *url.URL
}
