// Package ir is what the generator has decided to write, as pure data.
//
// It owns the shape of a plan: which functions there will be, which fields in which order under
// which names, how each value is read and written.  It must not know go/types (package plan turns
// types into this) nor any text of generated code (package emit turns this into code).
// Invariant: a plan is complete.  Whatever can be wrong with a type was found while planning, so
// that emit has no error to report.
//
// An example.  This type
//
//	type User struct {
//		Name string   `json:"name"`
//		Tags []string `json:"tags,omitempty"`
//		*Address
//	}
//
// becomes, as Dump prints it,
//
//	type User: struct
//		"name" Name: string
//		"tags" Tags: slice of string, omit empty (length)
//		"city" *Address.City: string
//
// SPDX-License-Identifier: MIT
package ir

// File is one output file: the types that get methods in it, and those that only get functions.
type File struct {
	Path      string          // import path of the package
	Package   string          // its name
	Output    string          // path of the file to write
	Sources   []string        // base names of the files that the types come from, sorted
	BuildTags string          // a build constraint, or ""
	Prefix    string          // what distinguishes this file's functions from those of its neighbours
	Reserved  map[string]bool // names declared in the package, which imports and variables must not hide
	Types     []*Type         // those that get methods first, both in the order of their declaration or use
	Options   Options
}

// Options are the flags that change what is printed, not what is planned.
type Options struct {
	EasyJSON         bool // methods of easyjson's surface too
	StdMethods       bool // MarshalJSON and UnmarshalJSON
	JSONv2           bool // MarshalJSONTo and UnmarshalJSONFrom, in a file of their own
	RawMemberNames   bool // names of members are compared as they are written, escapes included
	Tests            bool // round-trip, fuzz and benchmark functions
	StubsOnly        bool // methods that do nothing
	Unformatted      bool
	GeneratorVersion string
}

// Type is a type that has functions of its own.
type Type struct {
	Name    string  // as declared; "" when it is of another package or has no name
	Func    string  // stem of its functions' names, unique in the package
	Go      Expr    // the type as code refers to it
	Params  []Param // type parameters
	Body    *Node   // its value; never of kind Ref to itself
	Marshal bool    // gets methods that write
	Decode  bool    // gets methods that read
	Pos     string  // file:line:col of its declaration

	// Recursive: a value may hold another of its own type, so that there may be cycles.
	Recursive bool
}

// Methods reports whether the type gets any method.
func (t *Type) Methods() bool { return t.Marshal || t.Decode }

// Param is a type parameter.
type Param struct {
	Name       string
	Constraint Expr
}

// Kind says what a value is.
type Kind uint8

// The kinds.
const (
	Invalid   Kind = iota
	Bool           // bool
	Int            // signed; Bits is 0 for int
	Uint           // unsigned; Bits is 0 for uint
	Uintptr        // uintptr
	Float          // Bits is 32 or 64
	String         // string
	Number         // json.Number
	Raw            // json.RawMessage: text, checked and copied
	Bytes          // []byte: base64, or as Format says
	ByteArray      // [N]byte as base64, or as Format says
	Time           // time.Time
	Duration       // time.Duration with a Format
	Pointer        // to Elem; nil is null
	Slice          // of Elem; nil is null
	Array          // of Len Elem
	Map            // of Elem by Key; nil is null
	Object         // a struct: Struct
	Any            // interface{}
	Interface      // an interface with methods
	TypeParam      // a value whose type is a parameter: what it is shows when the program runs
	Ref            // what the functions of another Type do
	Custom         // only through methods: Marshal and Unmarshal both name one
)

// Node says how a value is written and read.
type Node struct {
	Kind          Kind
	Go            Expr // the type as code refers to it
	Bits          int
	Len           int64
	Elem          *Node
	Key           *Key
	Struct        *Struct
	Ref           *Type
	Marshal       Via // a method that writes it, instead of what Kind says
	Unmarshal     Via // a method that reads it
	EasyMarshal   Via // the same in easyjson's own functions, which know no methods of Fleece's
	EasyUnmarshal Via
	Format        string // json/v2's format option: "" or what follows "format:"
	Quoted        bool   // inside a string (tag option string)
	Intern        bool   // a string that is worth sharing
	NoCopy        bool   // a string that may point into the input
	EmptyIsNil    bool   // a map: {} is nil (easyjson, with omitempty)
	Size          int64  // bytes of memory of a value, an estimate where that depends on the platform
}

// Via is the method that a value is written with or read by.
type Via uint8

// The methods, best first.
const (
	Plain    Via = iota // none: as its kind says
	Fleece              // AppendJSON and what reads: generated code of this or another package
	EasyJSON            // MarshalEasyJSON, UnmarshalEasyJSON
	JSON                // MarshalJSON, UnmarshalJSON
	Text                // MarshalText, UnmarshalText
)

// WithoutFleece is the method that is left where Fleece's are not known.
func (v Via) WithoutFleece() Via {
	if v == Fleece {
		return EasyJSON
	}
	return v
}

// Key says how a map's key is written and read.
type Key struct {
	Kind      Kind // String, Int, Uint, Uintptr or Custom
	Go        Expr
	Bits      int
	Marshal   Via // Plain, Text or JSON
	Unmarshal Via
}

// Struct is the members of an object.
type Struct struct {
	Fields  []*Field // in the order in which they are written
	Unknown Unknown  // what happens with other members
	Into    *Field   // the field that keeps them, when Unknown is KeepInField
	Fold    bool     // names match in any case
}

// Unknown says what becomes of a member that no field has the name of.
type Unknown uint8

// What becomes of it.
const (
	Skip        Unknown = iota // checked and passed over
	Reject                     // an error
	Proxy                      // methods UnmarshalUnknown and MarshalUnknowns (easyjson)
	KeepInField                // a map or raw text in the struct (json/v2: inline, unknown)
)

// Field is one member of an object.
type Field struct {
	Name     string // in JSON
	Path     []Hop  // from the struct to the field, itself included
	Selector string // the shortest selector that Go understands, without the leading dot
	Value    *Node
	Empty    Test // when not NoTest: left out if this is true (omitempty)
	Zero     Test // when not NoTest: left out if this is true (omitzero)
	ZeroType Expr // for CompareZero
	Required bool // an error if it is missing
	Fold     bool // its name matches in any case
	Pos      string
}

// Hop is one step from a struct to a field of it or of an embedded struct.
type Hop struct {
	Name    string
	Pointer bool // an embedded pointer, which may be nil
	Pointee Expr // then, what it points to
}

// ThroughPointer reports whether an embedded pointer is on the way.
func (f *Field) ThroughPointer() bool {
	for _, h := range f.Path[:len(f.Path)-1] {
		if h.Pointer {
			return true
		}
	}
	return false
}

// Test is how a value is found to be empty or zero.
type Test uint8

// The tests.
const (
	NoTest       Test = iota
	Never             // it never is; the option has no effect
	IsFalse           // !v
	IsZeroNum         // v == 0
	IsNil             // v == nil
	IsEmptyStr        // v == ""
	IsEmptyLen        // len(v) == 0
	CompareZero       // v == T{}
	CallIsZero        // v.IsZero()
	CallDefined       // !v.IsDefined() (easyjson)
	Reflect           // reflect's idea of zero: what == cannot compare
	DynamicEmpty      // of a type parameter: what it is shows when the program runs
)
