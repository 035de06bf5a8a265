// Package ir represents what the generator has decided to write, as pure data.
//
// It defines the structure of a plan: which functions there will be, which fields in which order under which
// names, and how each value is written and read. It must not know go/types (package plan converts types to a
// plan) or any text of generated code (package emit converts a plan to code). Invariant: a plan is complete.
// Planning finds everything that can be wrong with a type, so emit has no errors to report.
//
// For example, this type
//
//	type User struct {
//		Name string   `json:"name"`
//		Tags []string `json:"tags,omitempty"`
//		*Address
//	}
//
// becomes the following plan, as Dump prints it:
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
	Prefix    string          // distinguishes this file's functions from those of other files in the package
	Reserved  map[string]bool // names declared in the package, which imports and variables must not hide
	Types     []*Type         // those that get methods first, both in order of declaration or use
	Options   Options
}

// Options holds the flags that change what is printed but not what is planned.
type Options struct {
	EasyJSON         bool // also easyjson's methods
	StdMethods       bool // MarshalJSON and UnmarshalJSON
	JSONv2           bool // MarshalJSONTo and UnmarshalJSONFrom, in a separate file
	RawMemberNames   bool // member names are compared as written, escapes included
	Tests            bool // round-trip, fuzz and benchmark functions
	StubsOnly        bool // methods that do nothing
	Unformatted      bool
	GeneratorVersion string
}

// Type is a type that has its own functions.
type Type struct {
	Name    string  // as declared; "" if it belongs to another package or is anonymous
	Func    string  // stem of its functions' names, unique in the package
	Go      Expr    // the type as code refers to it
	Params  []Param // type parameters
	Body    *Node   // its value; never of kind Ref to itself
	Marshal bool    // gets methods that write
	Decode  bool    // gets methods that read
	Pos     string  // file:line:col of its declaration

	// Recursive says that a value may contain another of its own type, so there may be cycles.
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
	TypeParam      // a value whose type is a parameter, known only at run time
	Ref            // handled by the functions of another Type
	Custom         // handled only by methods: Marshal and Unmarshal both name one
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
	Marshal       Via // a method that writes it, overriding Kind
	Unmarshal     Via // a method that reads it
	EasyMarshal   Via // the same in easyjson's own functions, which know none of Fleece's methods
	EasyUnmarshal Via
	Format        string // json/v2's format option: "" or what follows "format:"
	Quoted        bool   // inside a string (tag option string)
	Intern        bool   // equal strings share memory
	NoCopy        bool   // a string that may point into the input
	EmptyIsNil    bool   // a map: {} is nil (easyjson, with omitempty)
	Size          int64  // size in memory, an estimate where it depends on the platform
}

// Via is the method that writes or reads a value.
type Via uint8

// The methods, best first.
const (
	Plain    Via = iota // none: as Kind says
	Fleece              // AppendJSON and its counterpart: generated code of this or another package
	EasyJSON            // MarshalEasyJSON, UnmarshalEasyJSON
	JSON                // MarshalJSON, UnmarshalJSON
	Text                // MarshalText, UnmarshalText
)

// WithoutFleece returns the method to use where Fleece's are not known.
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

// Struct describes the members of an object.
type Struct struct {
	Fields  []*Field // in the order in which they are written
	Unknown Unknown  // what happens with other members
	Into    *Field   // the field that keeps them, if Unknown is KeepInField
	Fold    bool     // names match in any case
}

// Unknown says what happens to a member without a matching field.
type Unknown uint8

// The possible treatments.
const (
	Skip        Unknown = iota // checked and skipped
	Reject                     // an error
	Proxy                      // methods UnmarshalUnknown and MarshalUnknowns (easyjson)
	KeepInField                // a map or raw text in the struct (json/v2: inline, unknown)
)

// Field is one member of an object.
type Field struct {
	Name     string // in JSON
	Path     []Hop  // from the struct to the field, itself included
	Selector string // the shortest selector that Go accepts, without the leading dot
	Value    *Node
	Empty    Test // if not NoTest: omitted if this is true (omitempty)
	Zero     Test // if not NoTest: omitted if this is true (omitzero)
	ZeroType Expr // for CompareZero
	Required bool // an error if it is missing
	Fold     bool // its name matches in any case
	Pos      string
}

// Hop is one step from a struct to one of its fields, or to a field of an embedded struct.
type Hop struct {
	Name    string
	Pointer bool // an embedded pointer, which may be nil
	Pointee Expr // what the embedded pointer points to
}

// ThroughPointer reports whether the path contains an embedded pointer.
func (f *Field) ThroughPointer() bool {
	for _, h := range f.Path[:len(f.Path)-1] {
		if h.Pointer {
			return true
		}
	}
	return false
}

// Test says how to check whether a value is empty or zero.
type Test uint8

// The tests.
const (
	NoTest       Test = iota
	Never             // it is never empty or zero; the option has no effect
	IsFalse           // !v
	IsZeroNum         // v == 0
	IsNil             // v == nil
	IsEmptyStr        // v == ""
	IsEmptyLen        // len(v) == 0
	CompareZero       // v == T{}
	CallIsZero        // v.IsZero()
	CallDefined       // !v.IsDefined() (easyjson)
	Reflect           // zero according to reflect, for types that == cannot compare
	DynamicEmpty      // of a type parameter, known only at run time
)
