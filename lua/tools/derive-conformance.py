#!/usr/bin/env python3
"""derive-conformance: what follows from the rest of each case in conformance/.

    lua/tools/derive-conformance.py              writes it into the files
    lua/tools/derive-conformance.py --check      exit 1 if a file says anything else

Who adds a case writes down the text, the options, and of an error the code and the offset; the rest
is found here in another way than a parser finds it: doubles by exact fractions, canonical documents
by RFC 8785 word for word, pointers by the tokens before the fault.  conformance/README.md says what
the fields mean.  conformance/decisions.json is written by hand, and not touched.

SPDX-License-Identifier: MIT
"""
import glob
import json
import os
import re
import struct
import sys
from fractions import Fraction

os.chdir(os.path.join(os.path.dirname(__file__), "..", "..", "conformance"))


# -- Numbers -------------------------------------------------------------------------------

def nearest(f):
    """The double nearest to a fraction, ties to even; None if it would be infinite."""
    sign, f = (-1.0, -f) if f < 0 else (1.0, f)
    if f == 0:
        return sign * 0.0
    e = max(f.numerator.bit_length() - f.denominator.bit_length() - 53, -1074)
    while f / Fraction(2) ** e >= 1 << 53:
        e += 1
    while e > -1074 and f / Fraction(2) ** e < 1 << 52:
        e -= 1
    scaled = f / Fraction(2) ** e
    m = scaled.numerator // scaled.denominator
    rest = scaled - m
    if rest > Fraction(1, 2) or (rest == Fraction(1, 2) and m & 1):
        m += 1
    if m == 1 << 53:
        m, e = 1 << 52, e + 1
    if e > 971:
        return None
    return sign * float(m) * 2.0 ** max(e, -1000) * 2.0 ** min(e + 1000, 0)


def exact(text):
    """The fraction that a number's text stands for."""
    mantissa, _, exponent = text.lower().partition("e")
    whole, _, decimals = mantissa.partition(".")
    value = Fraction(int(whole + decimals), 10 ** len(decimals))
    scale = int(exponent or 0)
    if abs(scale) > 5000:  # beyond all doubles, unless there are as many digits
        scale = max(-5000, min(5000, scale))
    return value * Fraction(10) ** scale


def number(case):
    text = case["in"]
    out = {"in": text}
    if not any(c in text for c in ".eE") and text != "-0":
        out["integer"] = str(int(text))
    x = nearest(exact(text))
    if x is None:
        return dict(out, code="NUMBER_RANGE", offset=0)
    if x == 0 and text.startswith("-"):
        x = -0.0
    bits = struct.pack(">d", x).hex()
    return dict(out, double=bits, out="-0" if bits == "8" + "0" * 15 else ecma(x))


# -- Strings and documents -----------------------------------------------------------------

def string(case):
    """The text between the quotes; what is no UTF-8 and half a surrogate pair as the option says."""
    out, replace = b"", case.get("options") == {"utf8": "replace"}
    for part in re.findall(rb"(?:\\u[0-9a-fA-F]{4})+|\\.|[^\\]+", case["in"][1:-1]):
        if part[:1] == b"\\":
            read = json.loads(b'"' + part + b'"')
            part = (re.sub("[\ud800-\udfff]", "\ufffd", read) if replace else read).encode(errors="surrogatepass")
        out += part.decode(errors="replace").encode() if replace else part
    return dict(case, out=out)


def ecma(x):
    """ECMAScript's Number::toString."""
    if x == 0:
        return "0"
    digits, exponent = ("%r" % abs(x)).replace(".", ""), 0
    mantissa, _, e = ("%r" % abs(x)).partition("e")
    whole, _, decimals = mantissa.partition(".")
    digits = (whole + decimals).lstrip("0")
    exponent = int(e or 0) - len(decimals) + len(digits)
    digits = digits.rstrip("0")
    n = len(digits)
    sign = "-" if x < 0 else ""
    if n <= exponent <= 21:
        return sign + digits + "0" * (exponent - n)
    if 0 < exponent <= 21:
        return sign + digits[:exponent] + "." + digits[exponent:]
    if -6 < exponent <= 0:
        return sign + "0." + "0" * -exponent + digits
    tail = "e" + ("+" if exponent > 0 else "-") + str(abs(exponent - 1))
    return sign + digits[0] + ("." + digits[1:] if n > 1 else "") + tail


def canonical(v):
    """RFC 8785."""
    if v is None or isinstance(v, bool):
        return {None: "null", True: "true", False: "false"}[v]
    if isinstance(v, int):
        assert abs(v) <= 1 << 53
        return str(v)
    if isinstance(v, float):
        return ecma(v)
    if isinstance(v, str):
        return json.dumps(v, ensure_ascii=False)
    if isinstance(v, list):
        return "[" + ",".join(canonical(x) for x in v) + "]"
    keys = sorted(v, key=lambda k: k.encode("utf-16-be"))
    return "{" + ",".join(canonical(k) + ":" + canonical(v[k]) for k in keys) + "}"


def document(case):
    return dict(case, canonical=canonical(json.loads(case["in"])))


# -- Errors --------------------------------------------------------------------------------

GAP, COMMENT = rb"[ \t\n\r]+", rb"/\*.*?\*/|//[^\n]*\n"
TOKEN = re.compile(rb'%s|%s|(?P<string>"(?:[^"\\]|\\.)*")|(?P<word>[^][{}:,"/ \t\n\r]+)|[][{}:,]' % (GAP, COMMENT), re.S)
COMPLETE = re.compile(rb"-?\d+(\.\d+)?([eE][-+]?\d+)?|true|false|null|NaN|-?Infinity")


def pointer_of(text, code, offset):
    """The pointer of an error at that byte, by the tokens before it; the rule is in conformance/README.md."""
    head, at, levels, reading = text[:offset], 3 * text.startswith("\ufeff".encode()), [], True
    while code != "MAX_BYTES":
        m = TOKEN.match(head, at)
        if not m:
            break  # the end, or a string in which the fault is
        if m["word"] and m.end() == offset and (code in ("NUMBER_SYNTAX", "LITERAL") or not COMPLETE.fullmatch(m[0])):
            break
        at, c = m.end(), m[0][:1]
        if c in b"[{":
            levels.append(0 if c == b"[" else None)
        elif c in b"]}":
            levels.pop()
        elif c == b"," and levels[-1].__class__ is int:
            levels[-1] += 1
        elif m["string"] and not reading:
            levels[-1] = json.loads(m[0].decode(), strict=False)
        if m["string"] or m["word"] or c in b"[]{},:":
            reading = c in b"[:" or c == b"," and levels[-1].__class__ is int
    names = [shortened(str(k)) for k in levels[:len(levels) - (not reading)]]
    if len(names) > 16:
        names[8:-8] = ["\u2026"]
    return "".join("/" + name for name in names)


def shortened(name):
    if len(name.encode()) > 40:
        name = name.encode()[:40].decode(errors="ignore") + "\u2026"
    return name.replace("~", "~0").replace("/", "~1")


seen = set()


def error(case):
    text, offset = case["in"], case["offset"]
    key = text, str(case.get("options"))
    assert key not in seen, key
    seen.add(key)
    lines = text[:offset].split(b"\n")
    out = {"in": text, "code": case["code"], "offset": offset, "line": len(lines), "column": len(lines[-1]) + 1,
           "pointer": pointer_of(text, case["code"], offset)}
    return dict(out, options=case["options"]) if "options" in case else out


# -- Files ---------------------------------------------------------------------------------

def read(path):
    with open(path, "rb") as file:
        return file.read()


def derived(path, derive, kind=bytes):
    """The file with every case derived anew.  A case's pieces are text where they are UTF-8, else digits."""
    lines = []
    for case in json.loads(read(path)):
        pieces = {}
        for name, v in case.items():
            is_hex = name.endswith("_hex")
            v = bytes.fromhex(v) if is_hex else v.encode() if kind is bytes and name in ("in", "out") else v
            pieces[name[:-4] if is_hex else name] = v
        out = {}
        for name, v in derive(pieces).items():
            try:
                out[name] = v.decode() if isinstance(v, bytes) else v
            except UnicodeDecodeError:
                out[name + "_hex"] = v.hex()
        lines.append(json.dumps(out))
    return ("[\n" + ",\n".join(lines) + "\n]\n").encode()


def files():
    for path in sorted(glob.glob("numbers/*.json")):
        yield path, derived(path, number, str)
    for path in "strings/valid.json", "strings/lenient.json":
        yield path, derived(path, string)
    yield "errors.json", derived("errors.json", error)
    yield "documents/small.json", derived("documents/small.json", document, str)
    for path in sorted(glob.glob("documents/*.canonical.json")):
        yield path, canonical(json.loads(read(path.replace(".canonical", "")))).encode()


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit("usage: derive-conformance.py [--check]")
    stale = [(path, text) for path, text in files() if read(path) != text]
    for path, text in stale:
        if sys.argv[1:]:
            print("conformance/%s does not say what derive-conformance.py finds" % path)
        else:
            with open(path, "wb") as file:
                file.write(text)
    return bool(stale and sys.argv[1:])


sys.exit(main())
