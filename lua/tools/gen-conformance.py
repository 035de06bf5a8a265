#!/usr/bin/env python3
"""Write the vectors of conformance/: what a reader of JSON must make of which text.

    lua/tools/gen-conformance.py              writes all files anew
    lua/tools/gen-conformance.py --check      exit 1 if a file in the tree differs

conformance/README.md says what the files hold.  Everything comes from lists in here and from
a seed, and is found in another way than a parser finds it: doubles by exact fractions, errors
by construction (something broken put where it is known to be wrong) or by a table of which
token may follow which.  conformance/decisions.json is written by hand, and not touched.

SPDX-License-Identifier: MIT
"""
import json
import os
import random
import re
import struct
import sys
from fractions import Fraction

ROOT = os.path.join(os.path.dirname(__file__), "..", "..", "conformance")
SEED = 8259

files = {}


def as_text(data):
    """The pieces of a case as JSON: text where it is UTF-8, else hexadecimal digits."""
    out = {}
    for name, v in data.items():
        if isinstance(v, bytes):
            try:
                out[name] = v.decode("utf-8")
            except UnicodeDecodeError:
                out[name + "_hex"] = v.hex()
        else:
            out[name] = v
    return out


def write_cases(path, cases):
    lines = [json.dumps(as_text(c), ensure_ascii=True) for c in cases]
    files[path] = ("[\n" + ",\n".join(lines) + "\n]\n").encode()


class Random:
    """Of random.Random only what is the same in every version of Python."""

    def __init__(self, seed):
        self.r = random.Random(seed)

    def below(self, n):
        return int(self.r.random() * n)

    def bits(self, n):
        return self.r.getrandbits(n)

    def one(self, items):
        return items[self.below(len(items))]


# -- Numbers -------------------------------------------------------------------------------


def bits_of(x):
    return struct.pack(">d", x).hex()


def from_bits(n):
    return struct.unpack(">d", struct.pack(">Q", n))[0]


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


def number_case(text):
    case = {"in": text}
    is_integer = not any(c in text for c in ".eE")
    if is_integer and text != "-0":
        case["integer"] = str(int(text))
    x = nearest(exact(text))
    if x is None:
        case["code"], case["offset"] = "NUMBER_RANGE", 0
    else:
        if x == 0 and text.startswith("-"):
            x = -0.0
        case["double"] = bits_of(x)
        case["out"] = "-0" if bits_of(x)[0] == "8" and x == 0 else ecma(x)
    return case


def write_numbers(name, texts):
    seen, cases = set(), []
    for text in texts:
        if text not in seen:
            seen.add(text)
            cases.append(number_case(text))
    write_cases("numbers/%s.json" % name, cases)


def integer_texts(r):
    yield from ["0", "-0", "1", "-1", "9", "10", "-10", "99", "100", "1234567", "-7654321"]
    for n in range(1, 26):
        for text in ("9" * n, "1" + "0" * (n - 1), "1" * n, "12345678901234567890123456"[:n]):
            yield text
            yield "-" + text
    for power in (7, 8, 15, 16, 24, 31, 32, 33, 52, 53, 54, 55, 56, 62, 63, 64, 65, 100, 200):
        for delta in range(-3, 4):
            yield str(2**power + delta)
            yield str(-(2**power) - delta)
    for n in range(0, 23):
        yield str(5**n)
    for _ in range(300):
        v = r.bits(1 + r.below(70))
        yield str(-v if r.below(2) else v) if v else "0"
    for zeros in (30, 100, 308):
        yield "1" + "0" * zeros
        yield "-1" + "0" * zeros
    yield "1" + "0" * 309
    yield "-" + "9" * 400
    yield "17976931348623157" + "0" * 292
    yield "17976931348623158" + "0" * 292
    yield "17976931348623159" + "0" * 292


def plain_texts(r):
    yield from ["0.0", "-0.0", "0e0", "-0e0", "0E+0", "0e-0", "0.000", "0e999", "-0e-999",
                "0.0e99999999999999999999", "1.0", "-1.0", "1.5", "-2.25", "0.1", "0.2", "0.3",
                "1e0", "1E0", "1e+0", "1e-0", "1e00", "1e01", "1e+01", "1e-01", "1E2", "1e22", "1e23",
                "123e-2", "123E+2", "1.0e1", "0.1e1", "0.01e2", "100e-2", "3.141592653589793",
                "2.718281828459045", "1.7976931348623157e308", "-1.7976931348623157e308",
                "1.7976931348623158e308", "1.7976931348623159e308", "1.8e308", "1e308", "1e309",
                "-1e309", "1e400", "1e99999", "-1e99999999999999999999", "123456e400",
                "0.1e309", "0.01e310", "0.00001e313", "0.00001e314", "2.2250738585072014e-308",
                "2.2250738585072011e-308", "2.225073858507201e-308", "4.9e-324", "5e-324",
                "2.5e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "1e-323",
                "3e-324", "1e-324", "-1e-324", "1e-400", "-1e-99999", "1e-99999999999999999999",
                "123456789012345678901234567890e-40", "9007199254740993.0", "9007199254740992.5",
                "9007199254740991.5", "9007199254740993e0", "9007199254740995.0",
                "0.5", "0.25", "0.125", "0.3333333333333333", "0.6666666666666666",
                "-65.613616999999977", "43.420273000000009", "1.0000000000000002",
                "1.00000000000000011102230246251565404236316680908203125",
                "1.00000000000000011102230246251565404236316680908203124",
                "1.00000000000000011102230246251565404236316680908203126"]
    for e in range(-330, 312, 3):
        yield "1e%d" % e
        yield "9.99e%d" % e
    for _ in range(600):
        x = from_bits(r.bits(64))
        if x == x and abs(x) != float("inf"):
            yield repr(x)
            yield "%.16e" % x
    for _ in range(300):
        digits = "".join(str(r.below(10)) for _ in range(1 + r.below(19)))
        whole = str(r.below(10 ** (1 + r.below(9))))
        yield "%s.%s" % (whole, digits)
        yield "-%s.%se%d" % (whole, digits, r.below(60) - 30)
    for n in range(1, 40):
        yield "0." + "0" * n + "1"
        yield "1" * n + "." + "1" * n
        yield "0." + "9" * n
        yield "1" + "0" * n + ".0" + "0" * n


def decimal(f):
    """The digits of a fraction that has finitely many."""
    places = 0
    while f.denominator != 1:
        f, places = f * 10, places + 1
    digits = str(f.numerator).rjust(places + 1, "0")
    return digits[:-places] + "." + digits[-places:] if places else digits


def scientific(text):
    """The same number with one digit before the point."""
    whole, _, decimals = text.partition(".")
    digits = (whole + decimals).lstrip("0")
    exponent = len(whole.lstrip("0")) - 1
    if exponent < 0:
        exponent = len(digits) - len(decimals) - 1
    digits = digits.rstrip("0")
    return digits[0] + ("." + digits[1:] if digits[1:] else "") + "e%d" % exponent


def halfway_texts(r):
    """Halfway between two doubles, and as close to that as one more digit says."""
    bits = [0, 1, 2, 3, 0x000FFFFFFFFFFFFF, 0x0010000000000000, 0x0010000000000001,
            0x3FEFFFFFFFFFFFFF, 0x3FF0000000000000, 0x433FFFFFFFFFFFFF, 0x4340000000000000,
            0x4340000000000001, 0x7FEFFFFFFFFFFFFE, 0x7FE0000000000000]
    bits += [r.bits(52) for _ in range(6)]
    bits += [(1 + r.below(2045)) << 52 | r.bits(52) for _ in range(24)]
    bits += [(1023 - 40 + r.below(80)) << 52 | r.bits(52) for _ in range(40)]
    for b in bits:
        low = Fraction(from_bits(b))
        middle = (low + Fraction(from_bits(b + 1))) / 2
        text = scientific(decimal(middle))
        mantissa, exponent = text.split("e")
        if "." not in mantissa:
            mantissa += ".0"
        yield text
        yield mantissa + "1e" + exponent
        yield mantissa + "0" * 40 + "1e" + exponent
        yield mantissa[:-1] + chr(ord(mantissa[-1]) - 1) + "9e" + exponent \
            if mantissa[-1] != "0" else text
        if len(text) < 90:
            yield decimal(middle)
    top = Fraction(from_bits(0x7FEFFFFFFFFFFFFF)) + Fraction(2) ** 970
    for text in (decimal(top), decimal(top - 1), decimal(top + 1)):
        yield text
        yield text + ".0"
        yield "-" + text + "e0"


def near_texts():
    """Integers of at most 19 digits times a power of ten, closer to halfway between two
    doubles than others: convergents m / w of 10^q / 2^e."""
    for q in range(-340, 309, 4):
        for size in (59, 62):  # bits of w
            ratio = Fraction(10) ** q
            e = ratio.numerator.bit_length() - ratio.denominator.bit_length() + size - 54
            alpha = ratio / Fraction(2) ** e  # m / w
            best = convergent(alpha, 1 << 54)
            for m, w in best:
                if m == 0:
                    continue
                k = max(1, (1 << 53) // m + 1)
                k += 1 - k % 2
                if m % 2 and w and (1 << 53) <= m * k < (1 << 54) and w * k < 10**19:
                    yield "%de%d" % (w * k, q)
                    digits = str(w * k)
                    yield digits[0] + "." + digits[1:] + "e%d" % (q + len(digits) - 1) \
                        if len(digits) > 1 else digits + "e%d" % q


def convergent(alpha, limit):
    """The convergents m / w of alpha with m below the limit, the last three."""
    found = []
    m0, w0, m1, w1 = 0, 1, 1, 0
    while alpha is not None:
        a = alpha.numerator // alpha.denominator
        m0, w0, m1, w1 = m1, w1, a * m1 + m0, a * w1 + w0
        if m1 >= limit:
            break
        found.append((m1, w1))
        rest = alpha - a
        alpha = 1 / rest if rest else None
    return found[-3:]


def long_texts(r):
    for n in (17, 18, 19, 20, 21, 38, 39, 100, 200, 399, 767, 768, 769, 800, 1200):
        digits = "".join(str(r.below(10)) for _ in range(n))
        digits = str(1 + r.below(9)) + digits[1:]
        yield digits
        yield "-" + digits
        yield "0." + digits
        yield digits[: n // 2] + "." + digits[n // 2:]
        yield digits + "e-%d" % n
        yield "0." + "0" * n + digits + "e%d" % n
        yield digits + "0" * 30 + "e-%d" % (n + 320)
        yield "1" + "0" * n + "e-%d" % n
        yield "0." + "0" * n + "1e%d" % (n + 1)
        yield "1." + "0" * n
        yield "1." + "0" * n + "1"
        yield "0." + "9" * n
        yield "9" * n + "e-%d" % (n // 2)
    yield "1" + "0" * 700 + "e-690"
    yield "0." + "0" * 1000 + "1e1001"
    yield "1e" + "0" * 100 + "5"
    yield "1e-" + "0" * 100 + "5"
    yield "1e" + "9" * 200
    yield "1e-" + "9" * 200
    yield "0." + "0" * 400 + "e400"


def make_numbers():
    write_numbers("integers", integer_texts(Random(SEED)))
    write_numbers("doubles", plain_texts(Random(SEED + 1)))
    write_numbers("halfway", halfway_texts(Random(SEED + 2)))
    write_numbers("near", near_texts())
    write_numbers("long", long_texts(Random(SEED + 4)))


# -- Strings -------------------------------------------------------------------------------

# Ill-formed sequences, each behind and before good text, as their maximal subparts: what
# `utf8 = "replace"` makes one U+FFFD of each (Unicode, "U+FFFD Substitution of Maximal
# Subparts").
ILL_FORMED = [
    ["80"], ["bf"], ["80", "80"], ["c0", "80"], ["c0", "af"], ["c1", "bf"], ["c2"], ["df"],
    ["e0"], ["e0a0"], ["e0", "80", "80"], ["e0", "9f", "bf"], ["e1"], ["e180"], ["ec80"],
    ["ed"], ["ed9f"], ["ed", "a0", "80"], ["ed", "bf", "bf"], ["ed", "a0", "bd", "ed", "b8", "80"],
    ["ee80"], ["efbf"], ["f0"], ["f090"], ["f09080"], ["f0", "80", "80", "80"],
    ["f0", "8f", "bf", "bf"], ["f1"], ["f180"], ["f18080"], ["f48fbf"], ["f4", "90", "80", "80"],
    ["f5"], ["f5", "80", "80", "80"], ["f7", "bf", "bf", "bf"], ["f8", "88", "80", "80", "80"],
    ["fc", "84", "80", "80", "80", "80"], ["fe"], ["ff"], ["fe", "fe", "ff", "ff"],
    ["c2", "c2"], ["e180", "c2"], ["f09080", "f09080"],
]


def string_cases(r):
    def case(inside, out, **more):
        return dict({"in": b'"' + inside + b'"', "out": out}, **more)

    plain = [b"", b"a", b" ", b"'", b"/", b"hello, world", b"\x7f", b"{}[]:,", b"// no comment",
             b"/* none */", b"null", b"-1.5e3", "é".encode(), "ÿ".encode(), "߿ࠀ".encode(),
             "€".encode(), "￿".encode(), "\ufeff".encode(), "\U00010000".encode(),
             "😀".encode(), "\U0010ffff".encode(), "日本語".encode(), "\u2028\u2029".encode(),
             "e\u0301".encode(), "\ud7ff\ue000".encode(), b"\xc2\x80", b"\xef\xbf\xbd"]
    for s in plain:
        yield case(s, s)
        yield case(s * 40, s * 40)
    for n in range(0, 140):
        s = bytes(97 + (i * 7 + n) % 26 for i in range(n))
        yield case(s, s)
    shorts = {b'"': b'"', b"\\": b"\\", b"/": b"/", b"b": b"\b", b"f": b"\f", b"n": b"\n",
              b"r": b"\r", b"t": b"\t"}
    for letter, out in shorts.items():
        yield case(b"\\" + letter, out)
        yield case(b"\\\\\\" + letter + b"\\\\", b"\\" + out + b"\\")
        for n in (1, 6, 7, 8, 15, 16, 17, 30, 31, 32, 33, 62, 63, 64, 65):
            yield case(b"x" * n + b"\\" + letter + b"y" * (70 - n), b"x" * n + out + b"y" * (70 - n))
    for n in range(1, 70):
        yield case(b"\\\\" * n, b"\\" * n)
        yield case(b"a" * n + b'\\"', b"a" * n + b'"')
    units = [0, 1, 8, 9, 0x1F, 0x20, 0x22, 0x2F, 0x5C, 0x61, 0x7F, 0x80, 0xE9, 0x7FF, 0x800,
             0x20AC, 0xD7FF, 0xE000, 0xFDD0, 0xFEFF, 0xFFFD, 0xFFFE, 0xFFFF]
    for u in units:
        for text in ("\\u%04x" % u, "\\u%04X" % u):
            yield case(text.encode(), chr(u).encode())
            yield case(("a" + text + "b" + text).encode(), ("a" + chr(u) + "b" + chr(u)).encode())
    for _ in range(100):
        u = r.below(0x10FFFF)
        if 0xD800 <= u < 0xE000:
            continue
        if u < 0x10000:
            text = "\\u%04x" % u
        else:
            text = "\\u%04x\\u%04X" % (0xD800 + (u - 0x10000 >> 10), 0xDC00 + (u - 0x10000 & 0x3FF))
        yield case(("<" + text + ">").encode(), ("<" + chr(u) + ">").encode())
    for pair in ("\\ud800\\udc00", "\\uDBFF\\uDFFF", "\\ud83d\\ude00", "\\uD83D\\uDE00"):
        high, low = int(pair[2:6], 16), int(pair[8:12], 16)
        cp = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)
        yield case(pair.encode(), chr(cp).encode())
        yield case((pair * 3 + "x").encode(), (chr(cp) * 3 + "x").encode())
        for n in range(0, 70, 3):
            yield case(b"z" * n + pair.encode(), b"z" * n + chr(cp).encode())


def lenient_cases():
    """The options utf8 = "replace" and "pass"."""
    for parts in ILL_FORMED:
        seq = bytes.fromhex("".join(parts))
        for before, after in ((b"", b""), (b"a", b"z"), ("é".encode(), b"\\n"),
                              (b"x" * 31, b"y" * 40), (b"\\t" + b"x" * 60, b"")):
            text = b'"' + before + seq + after + b'"'
            plain = [s.replace(b"\\n", b"\n").replace(b"\\t", b"\t") for s in (before, after)]
            yield {"in": text, "out": plain[0] + b"\xef\xbf\xbd" * len(parts) + plain[1],
                   "options": {"utf8": "replace"}}
            yield {"in": text, "out": plain[0] + seq + plain[1], "options": {"utf8": "pass"}}
    for escape, raw in (("\\ud800", "eda080"), ("\\uDFFF", "edbfbf"), ("\\udc00\\ud800", "edb080eda080"),
                        ("\\ud800\\ud800", "eda080eda080")):
        for before, after in ((b"", b""), (b"a", b"z"), (b"", b"\\n"), (b"", b"\\u0041")):
            text = b'"' + before + escape.encode() + after + b'"'
            plain = after.replace(b"\\n", b"\n").replace(b"\\u0041", b"A")
            yield {"in": text, "out": before + b"\xef\xbf\xbd" * (len(escape) // 6) + plain,
                   "options": {"utf8": "replace"}}
            yield {"in": text, "out": before + bytes.fromhex(raw) + plain, "options": {"utf8": "pass"}}
    for mode in ("replace", "pass"):
        yield {"in": b'"\\ud83d\\ude00"', "out": "😀".encode(), "options": {"utf8": mode}}


def make_strings():
    write_cases("strings/valid.json", string_cases(Random(SEED + 10)))
    write_cases("strings/lenient.json", lenient_cases())


# -- Errors --------------------------------------------------------------------------------

errors = {}
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


def error(text, code, offset, options=None, pointer=None):
    if isinstance(text, str):
        text = text.encode()
    lines = text[:offset].split(b"\n")
    case = {"in": text, "code": code, "offset": offset, "line": len(lines), "column": len(lines[-1]) + 1,
            "pointer": pointer_of(text, code, offset)}
    assert pointer in (None, case["pointer"]), (text, pointer, case["pointer"])
    if options:
        case["options"] = options
    key = (text, json.dumps(options, sort_keys=True))
    assert key not in errors or errors[key] == case, (errors.get(key), case)
    errors[key] = case


LONG = b'["' + b"f" * 70 + b'",'
CONTEXTS = [(b"", b""), (b"[", b"]"), (b"[1,", b",2]"), (b'{"k":', b"}"),
            (b'{"a":1,"b":', b',"c":2}'), (b" \n\t", b" \r\n"), (LONG, b"]"),
            (b'["\\\\", ', b' , "y"]')]


def everywhere(text, code, at, contexts=None):
    """A broken value: wrong at byte `at`, whatever is around it."""
    if isinstance(text, str):
        text = text.encode()
    for before, after in contexts or CONTEXTS:
        error(before + text + after, code, len(before) + at)


def unfinished(text, code):
    """A token that lacks something: the end of the text is too early, any other byte wrong."""
    text = text.encode()
    for before, after in CONTEXTS:
        if after:
            error(before + text + after, code, len(before) + len(text))
        error(before + text, "END", len(before) + len(text))


FEW = [CONTEXTS[0], CONTEXTS[4], CONTEXTS[6]]


def number_errors():
    for text, at in (("01", 1), ("-01", 2), ("00", 1), ("000", 1), ("-00", 2), ("007", 1), ("0123", 1),
                     ("01.5", 1), ("1.x", 2), ("1.e5", 2), ("1..2", 2), ("1.-2", 2), ("0.e1", 2),
                     ("1x", 1), ("1_000", 1), ("0x10", 1), ("0b1", 1), ("0o7", 1), ("1f", 1), ("1L", 1),
                     ("1.5f", 3), ("12345678a", 8), ("123456789a", 9), ("1e5.5", 3), ("1e5e5", 3),
                     ("1.5.5", 3), ("1.2e3e4", 5), ("1e+x", 3), ("1ex", 2), ("1E-y", 3), ("1e++1", 3),
                     ("1e+-1", 3), ("1e 5", 2), ("1. 5", 2), ("--1", 1), ("-+1", 1), ("-.5", 1), ("-e1", 1),
                     ("-x", 1), ("- 1", 1), ("-Infinity", 1), ("-NaN", 1), ("-true", 1), ('-"1"', 1),
                     ("1-2", 1), ("1+2", 1), ("1e5-2", 3), ("1.5+", 3), ('1"a"', 1), ("1[", 1), ("1{", 1),
                     ("1:2", 1), ("1e1:2", 3), ("1é", 1), ("1.5é", 3), ("1#", 1), ("1;", 1), ("1'", 1),
                     ("1$", 1), ("0n", 1), ("123456789012345678901234567890x", 30), ("1e400x", 5),
                     ("-123456789012345678z", 19), ("0.00000000000000000000000000001q", 31),
                     ("00.5", 1), ("-0x1", 2), ("0e", 2), ("1_", 1)):
        if text[-1] in "e.":
            continue
        everywhere(text, "NUMBER_SYNTAX", at)
    for text in ("-", "1.", "0.", "-1.", "1e", "1E", "1e+", "1e-", "1.5e", "1.5E+", "0e", "-0.", "-0e-",
                 "123456789.", "123456789012345678901234567890.", "12345.678e"):
        unfinished(text, "NUMBER_SYNTAX")
    for text in ("1e309", "-1e309", "1e400", "1e999999999999999999999", "1.7976931348623159e308",
                 "-1.8e308", "9" * 310, "-" + "9" * 400, "0.0001e313", "123e307"):
        everywhere(text, "NUMBER_RANGE", 0, FEW)


def literal_errors():
    for word in ("true", "false", "null"):
        for n in range(1, len(word)):
            unfinished(word[:n], "LITERAL")
            everywhere(word[:n] + "X" + word[n + 1:], "LITERAL", n, FEW)
            everywhere(word[:n] + word[n:].upper(), "LITERAL", n, FEW)
            everywhere(word[:n] + "\\u00" + word[n:], "LITERAL", n, FEW)
        for tail in ("x", "1", "e", "_", '"', '""', "[", "{", ":", "-", ".", "é", word, "("):
            everywhere(word + tail, "LITERAL", len(word), FEW)
        everywhere(word.upper(), "VALUE", 0, FEW)
        everywhere(word.capitalize(), "VALUE", 0, FEW)
    everywhere("nil", "LITERAL", 1)
    everywhere("tru1", "LITERAL", 3)
    everywhere("fa1se", "LITERAL", 2)


def value_errors():
    for text in ("+1", ".5", "'a'", "`a`", "undefined", "NaN", "Infinity", "None", "x", "e5", "E", "a\":1",
                 "(1)", "<1>", "=", "!", "%", "&", "*", "?", "~", "^", "|", ";", "@", "#1", "$", "\\", "\\u0031",
                 "\\\"a\\\"", "//1\n1", "/* */1", "/", "１", "é", "\u00a0", "\u2028", "😀", "\x00", "\x01",
                 "\x08", "\x0b", "\x0c", "\x1b", "\x1f", "\x7f", "\x85", "0"):
        if text != "0":
            everywhere(text, "VALUE", 0)
    for byte in range(0x80, 0x100):
        everywhere(bytes([byte]), "VALUE", 0, FEW[:2])
    for context in (CONTEXTS[1], CONTEXTS[3], CONTEXTS[6]):  # a BOM not at the start
        everywhere("\ufeff1", "VALUE", 0, [context])
    error("\ufeff", "BOM", 0)
    error("\ufeff[1]", "BOM", 0)
    error("\ufeff\ufeff[1]", "BOM", 0)
    error(" \ufeff[1]", "VALUE", 1)
    error("[1]\ufeff", "TRAILING", 3)
    error(b"\xef\xbb[1]", "VALUE", 0)
    for encoding in ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"):
        little = encoding.endswith("le")
        error("é".encode(encoding), "VALUE", 0)
        raw = "[1]".encode(encoding)
        error(raw, "VALUE", 1 if little else 0)
        raw = '{"a":1}'.encode(encoding)
        error(raw, "OBJECT_KEY" if little else "VALUE", 1 if little else 0)
        raw = '"ab"'.encode(encoding)
        error(raw, "CONTROL" if little else "VALUE", 1 if little else 0)
        error(("\ufeff" + "[1]").encode(encoding), "VALUE", 0)
    error(b"1\x00", "NUMBER_SYNTAX", 1)
    error(b"true\x00", "LITERAL", 4)
    error(b"[1]\x00", "TRAILING", 3)
    error(b"[1\x00]", "NUMBER_SYNTAX", 2)
    error(b"[[]\x00]", "ARRAY_NEXT", 3)
    error(b"[\x00]", "VALUE", 1)
    error(b'{\x00"a":1}', "OBJECT_KEY", 1)
    error(b'{"a"\x00:1}', "COLON", 4)
    error(b'{"a":\x001}', "VALUE", 5)
    error(b'{"a":1\x00}', "NUMBER_SYNTAX", 6)
    error(b'{"a":""\x00}', "OBJECT_NEXT", 7)
    error(b'{"a":tru\x00}', "LITERAL", 8)
    error(b"nul\x00", "LITERAL", 3)
    error(b"-\x00", "NUMBER_SYNTAX", 1)
    error(b"1.\x00", "NUMBER_SYNTAX", 2)
    error(b'"a\x00"', "CONTROL", 2)
    error(b'"a\x00', "CONTROL", 2)


def string_errors():
    def inside(text, code, at, contexts=None):
        everywhere(b'"' + text + b'"', code, 1 + at, contexts)

    valid = b'"\\/bfnrtu'
    for byte in range(0, 256):
        if bytes([byte]) not in [valid[i:i + 1] for i in range(len(valid))]:
            inside(b"\\" + bytes([byte]), "ESCAPE", 1, FEW[:2])
    for n in (7, 8, 15, 16, 31, 32, 33, 63, 64, 65):
        inside(b"a" * n + b"\\x41", "ESCAPE", n + 1, FEW)
        inside(b"\\\\" * n + b"\\'", "ESCAPE", 2 * n + 1, FEW)
        inside(b"a" * n + b"\n", "CONTROL", n, FEW)
        inside(b"a" * n + b"\\ud800", "SURROGATE", n, FEW)
        inside("é".encode() * n + b"\xff", "TEXT_UTF8", 2 * n, FEW)
    for byte in range(0, 32):
        inside(b"a" + bytes([byte]) + b"b", "CONTROL", 1, FEW)
        inside(bytes([byte]), "CONTROL", 0, FEW[:1])
    for text, at in ((b"\\u", 2), (b"\\u1", 3), (b"\\u12", 4), (b"\\u123", 5), (b"\\ug000", 2), (b"\\u0g00", 3),
                     (b"\\u00g0", 4), (b"\\u000g", 5), (b"\\u+123", 2), (b"\\u 123", 2), (b"\\u-123", 2),
                     (b"\\u{41}", 2), (b"\\u12\\u0041", 4), (b"\\u00\n1", 4), (b"\\u00\xff1", 4),
                     (b"\\u0041\\u004", 11), (b"\\u00:0", 4), (b"\\u00@0", 4), (b"\\u00`0", 4), (b"\\u00/0", 4),
                     (b"\\uG", 2), (b"\\u\\u0041", 2)):
        inside(text, "UNICODE", at)
    inside(b"\\U0041", "ESCAPE", 1)
    for text, at in ((b"\\ud800", 0), (b"a\\ud800b", 1), (b"\\udc00", 0), (b"\\ud800\\ud800", 0),
                     (b"\\ud800\\u0041", 0), (b"\\udbff\\udbff", 0), (b"\\ud800\\n", 0), (b"\\ud800\\x", 0),
                     (b"\\ud800 \\udc00", 0), (b"\\udc00\\ud800", 0), (b"\\ud83d\\ude00\\ud83d", 12),
                     (b"\\uDFFF", 0), (b"\\uD8AB\\u", 0), (b"\\uD8AB\\u12", 0), (b"\\ud800\\udbff", 0),
                     (b"\\ud800\\ue000", 0), (b"\\ud800\\udc0", 0), (b"\\ud800\\", 0),
                     (b"\\ud83d\\ude00\\ude00", 12), (b"\\\\ud800\\ud800", 7)):
        if text.endswith(b"\\") and not text.endswith(b"\\\\"):
            everywhere(b'"' + text + b'x"', "SURROGATE", 1 + at, FEW)
        else:
            inside(text, "SURROGATE", at)
    for parts in ILL_FORMED:
        seq = bytes.fromhex("".join(parts))
        inside(seq, "TEXT_UTF8", 0, FEW)
        inside(b"ab" + seq + b"cd", "TEXT_UTF8", 2, FEW[:2])
        inside("é€😀".encode() + seq, "TEXT_UTF8", 9, FEW[:2])
        error(b'"' + seq, "TEXT_UTF8", 1)
        error(b'{"' + seq + b'":1}', "TEXT_UTF8", 2)
        inside(b"\\n" + b"x" * 29 + seq + b"\\n", "TEXT_UTF8", 31, FEW[:2])
    for n in range(0, 70):
        inside(b"x" * n + b"\xc3", "TEXT_UTF8", n, FEW[:1])
        inside(b"x" * n + b"\xf0\x9f\x98", "TEXT_UTF8", n, FEW[:1])
    for text in ('"', '"abc', '"abc\\', '"\\u', '"\\u0', '"\\u00', '"\\u004', '"\\u0041', '"\\\\', '"\\"', '"a\\"',
                 '"\\ud800', '"\\ud800\\', '"\\ud800\\u', '"\\ud800\\ud', '"\\ud800\\udc', '"\\ud800\\udc0',
                 '"é', '" ', '"{}', '"' + "x" * 300, '"' + "\\\\" * 40):
        for before in (b"", b"[", b'{"k":', b"[1,", LONG):
            error(before + text.encode(), "END", len(before) + len(text.encode()))
        error('{' + text, "END", 1 + len(text.encode()))
    # of several faults in a string the first
    inside(b"\\ud800\n", "SURROGATE", 0, FEW)
    inside(b"\n\\ud800", "CONTROL", 0, FEW)
    inside(b"\xff\\x", "TEXT_UTF8", 0, FEW)
    inside(b"\\x\xff", "ESCAPE", 1, FEW)
    inside(b"\n\xff", "CONTROL", 0, FEW)
    inside(b"\xff\n", "TEXT_UTF8", 0, FEW)
    error('"\n', "CONTROL", 1)
    error(b'"\xc3', "TEXT_UTF8", 1)
    error('"\\x', "ESCAPE", 2)


TOKENS = ["[", "]", "{", "}", ",", ":", '"s"', "1", "true"]


def verdict(tokens):
    """What may follow what.  None: valid; else the code, and the token at fault."""
    state, open_ = "value", []
    for i, t in enumerate(tokens):
        if state in ("value", "first") and t in ('"s"', "1", "true", "[", "{"):
            if t in "[{":
                open_.append(t)
                state = "first" if t == "[" else "first key"
                continue
        elif state in ("first", "array") and t == "]" or state in ("first key", "object") and t == "}":
            open_.pop()
        elif state in ("key", "first key") and t == '"s"':
            state = "colon"
            continue
        elif state == "colon" and t == ":":
            state = "value"
            continue
        elif state in ("array", "object") and t == ",":
            state = "value" if state == "array" else "key"
            continue
        else:
            return {"value": "VALUE", "first": "VALUE", "key": "OBJECT_KEY", "first key": "OBJECT_KEY",
                    "colon": "COLON", "array": "ARRAY_NEXT", "object": "OBJECT_NEXT", "end": "TRAILING"}[state], i
        state = "end" if not open_ else "array" if open_[-1] == "[" else "object"
    return None if state == "end" else ("END", len(tokens))


def token_errors(r):
    def add(tokens):
        found = verdict(tokens)
        if found is None:
            return
        code, i = found
        text = " ".join(tokens)
        at = len(" ".join(tokens[:i])) + (1 if 0 < i else 0) if code != "END" else len(text)
        error(text, code, at)

    def all_of(n):
        return [[]] if n == 0 else [s + [t] for s in all_of(n - 1) for t in TOKENS]

    add([])
    for n in range(1, 4):
        for tokens in all_of(n):
            add(tokens)
    for _ in range(1500):  # valid beginnings, then anything
        tokens, want = [], 4 + r.below(8)
        while len(tokens) < want:
            good = [t for t in TOKENS if verdict(tokens + [t]) in (None, ("END", len(tokens) + 1))]
            tokens.append(r.one(good) if good and r.below(5) else r.one(TOKENS))
        add(tokens)


def structure_errors():
    for text, code, at in (
            ("", "END", 0), (" ", "END", 1), ("\t\r\n ", "END", 4), ("[", "END", 1), ("[1", "END", 2), ("[1,", "END", 3),
            ("{", "END", 1), ('{"a"', "END", 4), ('{"a":', "END", 5), ('{"a":1', "END", 6), ('{"a":1,', "END", 7),
            ("[,]", "VALUE", 1), ("[1,]", "VALUE", 3), ("[1,,2]", "VALUE", 3), ("[,1]", "VALUE", 1), ("[1 2]", "ARRAY_NEXT", 3),
            ("[1;2]", "NUMBER_SYNTAX", 2), ("[1}", "ARRAY_NEXT", 2), ("[}", "VALUE", 1), ("{]", "OBJECT_KEY", 1),
            ("[1:2]", "NUMBER_SYNTAX", 2), ('["a":1]', "ARRAY_NEXT", 4), ("{,}", "OBJECT_KEY", 1), ("{1:2}", "OBJECT_KEY", 1),
            ("{a:1}", "OBJECT_KEY", 1), ("{'a':1}", "OBJECT_KEY", 1), ("{null:1}", "OBJECT_KEY", 1), ("{[]:1}", "OBJECT_KEY", 1),
            ('{"a":1,}', "OBJECT_KEY", 7), ('{"a":1,,"b":2}', "OBJECT_KEY", 7), ('{"a" 1}', "COLON", 5), ('{"a"}', "COLON", 4),
            ('{"a",1}', "COLON", 4), ('{"a"=1}', "COLON", 4), ('{"a"::1}', "VALUE", 5), ('{"a":}', "VALUE", 5),
            ('{"a":,}', "VALUE", 5), ('{"a":1 "b":2}', "OBJECT_NEXT", 7), ('{"a":1]', "OBJECT_NEXT", 6),
            ('{"a":"b":1}', "OBJECT_NEXT", 8), ('{"a":1;}', "NUMBER_SYNTAX", 6), ("]", "VALUE", 0), ("}", "VALUE", 0),
            (",", "VALUE", 0), (":", "VALUE", 0), ("[]]", "TRAILING", 2), ("{}}", "TRAILING", 2), ("[][]", "TRAILING", 2),
            ("[],", "TRAILING", 2), ("1 2", "TRAILING", 2), ("1,2", "TRAILING", 1), ("null null", "TRAILING", 5),
            ('"a""b"', "TRAILING", 3), ('"a" x', "TRAILING", 4), ("{}//", "TRAILING", 2), ("[1]/**/", "TRAILING", 3),
            ("1/", "NUMBER_SYNTAX", 1), ("1//2", "NUMBER_SYNTAX", 1), ("[1/**/]", "NUMBER_SYNTAX", 2), ("true/", "LITERAL", 4), ("[[]/**/]", "ARRAY_NEXT", 3),
            ('{/**/"a":1}', "OBJECT_KEY", 1), ('{"a"/**/:1}', "COLON", 4), ('"a"\xa0', "TRAILING", 3),
            ("[1,2,3" + " " * 500, "END", 506), ("[" * 1001, "DEPTH", 1000), ('{"a":' * 1001, "DEPTH", 5000),
            ("[" * 1000, "END", 1000), ("[" * 1000 + "1" + "]" * 999, "END", 2000),
            ("[" * 1000 + "1" + "]" * 1001, "TRAILING", 2001), ("[" * 1000 + "}", "VALUE", 1000),
            ("[" * 1000 + "1}", "ARRAY_NEXT", 1001)):
        error(text, code, at)
    for n in (62, 63, 64, 65, 126, 127, 128, 129, 255, 256, 257, 4094, 4095, 4096, 4097):
        error(" " * n, "END", n)
        error("[" + " " * n + "x]", "VALUE", n + 1)
        error("[" + " " * n, "END", n + 1)
        error("[1" + " " * n + "2]", "ARRAY_NEXT", n + 2)
        error('["' + "s" * n + '"x]', "ARRAY_NEXT", n + 3)
        error('["' + "s" * n + '\x1f"]', "CONTROL", n + 2)
        error('["' + "s" * n, "END", n + 2)
        error("1" + " " * n + "1", "TRAILING", n + 1)


def truncations():
    texts = ['[null, true, false, -12.5e+3, "a\\u00e9\\n\\ud83d\\ude00é€😀", [], {}]',
             '{"k": {"a": [1, 2, {"b": "c"}], "": null}, "\\u0041": [[[]]], "é": 0.5}',
             '[{"id": 1, "x": "y"}, {"id": 2, "x": "z"}, {"id": 3, "x": null}]']
    for text in texts:
        raw = text.encode()
        for n in range(len(raw)):
            head = raw[:n]
            try:
                head.decode()
                error(head, "END", n)
            except UnicodeDecodeError as e:
                error(head, "TEXT_UTF8", e.start)


def option_errors():
    for depth in (1, 2, 3, 31, 32, 33, 64, 100):
        o = {"max_depth": depth}
        error("[" * (depth + 1) + "]" * (depth + 1), "DEPTH", depth, o)
        error("[" * (depth + 1), "DEPTH", depth, o)
        error("[" * depth, "END", depth, o)
        error('{"k":' * depth + "{}" + "}" * depth, "DEPTH", 5 * depth, o)
        error('[1,{"k":' * depth, "DEPTH", depth // 2 * 8 + depth % 2 * 3, o)
    error("[]", "DEPTH", 0, {"max_depth": 0})
    error(" {}", "DEPTH", 1, {"max_depth": 0})
    for text in ("[1,2]", '{"a":"b"}', "12345", "  [ ]  "):
        for max_bytes in (0, 1, len(text) - 1):
            error(text, "MAX_BYTES", max_bytes, {"max_bytes": max_bytes})
    keys = '{"a":1,"b":{"c":2},"d":[{"e":3},{"f":4}]}'
    quotes = [i for i in range(len(keys)) if keys[i] == '"' and keys[i + 2:i + 4] == '":']
    for n, at in enumerate(quotes):
        error(keys, "MAX_KEYS", at, {"max_keys": n})
    error('{"a', "MAX_KEYS", 1, {"max_keys": 0})
    error('{"a\n":1}', "MAX_KEYS", 1, {"max_keys": 0})
    for text, at, limit in (('"abc"', 0, 2), ('["ab","abc"]', 6, 2), ('{"abc":1}', 1, 2), ('"\\u0041b"', 0, 1),
                            ('"é"', 0, 1), ('"\\ud83d\\ude00"', 0, 3), ('"\\n\\n\\n"', 0, 2), ('["","x"]', 4, 0),
                            ('["' + "y" * 500 + '"]', 1, 499)):
        error(text, "MAX_STRING", at, {"max_string": limit})
    error('"abcd\n"', "CONTROL", 5, {"max_string": 2})
    error('"abcd', "END", 5, {"max_string": 2})
    d = {"duplicates": "error"}
    for text, at in (('{"a":1,"a":2}', 7), ('{"a":1,"b":2,"a":3}', 13), ('{"":1,"":2}', 6), ('{"a":1,"\\u0061":2}', 7),
                     ('{"\\u0061":1,"a":2}', 12), ('{"a":{"a":1,"a":2}}', 12), ('[{"x":1},{"x":1,"x":1}]', 16),
                     ('{"a":null,"a":null}', 10), ('{"a":1,"a"', 7), ('{"a":1,"a"x}', 7), ('{"é":1,"\\u00e9":1}', 8),
                     ('{"a":1, "a" :1}', 8)):
        error(text, "DUPLICATE", at, d)
    many = "{" + ",".join('"key%d":%d' % (i, i) for i in range(200))
    error(many + ',"key150":0}', "DUPLICATE", len(many) + 1, d)
    b = {"bigint": "error"}
    for text in ("9223372036854775808", "-9223372036854775809", "18446744073709551616", "1" + "0" * 30, "9" * 400):
        error(text, "BIGINT", 0, b)
        error("[1, " + text + "]", "BIGINT", 4, b)
    for text, at in (("9" * 30 + "x", 30), ("-" + "9" * 30 + ".", None), ("9" * 30 + "e", None)):
        if at is None:
            error(text, "END", len(text), b)
        else:
            error(text, "NUMBER_SYNTAX", at, b)
    error("1e400", "NUMBER_RANGE", 0, b)
    error("1e400", "NUMBER_RANGE", 0, {"bigint": "string"})
    error("-1.5e999", "NUMBER_RANGE", 0, {"bigint": "raw"})
    t = {"trailing_commas": True}
    for text, code, at in (("[,]", "VALUE", 1), ("[1,,]", "VALUE", 3), ("{,}", "OBJECT_KEY", 1), ('{"a":1,,}', "OBJECT_KEY", 7),
                           ("[1,", "END", 3), ('{"a":1,', "END", 7), ("[1],", "TRAILING", 3), ("1,", "TRAILING", 1),
                           ("[1,}", "VALUE", 3), ('{"a":1,]', "OBJECT_KEY", 7), ('{"a",}', "COLON", 4), ('{"a":,}', "VALUE", 5)):
        error(text, code, at, t)
    c = {"comments": True}
    for text, code, at in (("/*", "VALUE", 0), ("/* x", "VALUE", 0), ("/*/", "VALUE", 0), ("/", "VALUE", 0), ("//", "END", 2),
                           ("// x\n", "END", 5), ("/**/", "END", 4), ("1 /*", "TRAILING", 2), ("1 / 2", "TRAILING", 2),
                           ("[1 /* ] */", "END", 10), ("[1 // ]", "END", 7), ("[ /x/ 1]", "VALUE", 2),
                           ("[1 /* a /* b */ c */]", "ARRAY_NEXT", 16), ('{"a" /* : */ 1}', "COLON", 13),
                           ("# x\n1", "VALUE", 0), ("<!-- -->1", "VALUE", 0), ("tr/**/ue", "LITERAL", 2), ("1/**/2", "TRAILING", 5),
                           ("-/**/1", "NUMBER_SYNTAX", 1), ('"a"/**/"b"', "TRAILING", 7), ("[1,/**/]", "VALUE", 7),
                           ("{//}\n", "END", 5), ("[/*]*/,]", "VALUE", 6)):
        error(text, code, at, c)
    n = {"nan": True}
    for text, code, at in (("nan", "LITERAL", 1), ("nAn", "LITERAL", 1), ("NAN", "LITERAL", 1), ("NaNs", "LITERAL", 3), ("Nan", "LITERAL", 2),
                           ("N", "END", 1), ("Na", "END", 2), ("infinity", "VALUE", 0), ("Inf", "END", 3), ("Inf ", "LITERAL", 3),
                           ("Infinityx", "LITERAL", 8), ("-Inf", "END", 4), ("-Infinit]", "LITERAL", 8), ("-NaN", "NUMBER_SYNTAX", 1),
                           ("+Infinity", "VALUE", 0), ("--Infinity", "NUMBER_SYNTAX", 1), ("-infinity", "NUMBER_SYNTAX", 1),
                           ("{NaN:1}", "OBJECT_KEY", 1), ("-", "END", 1), ("-x", "NUMBER_SYNTAX", 1), ("1e400", "NUMBER_RANGE", 0),
                           ("NaN NaN", "TRAILING", 4), ("-Infinity1", "LITERAL", 9)):
        error(text, code, at, n)
    m = {"bom": True}
    for text, code, at in (("\ufeff", "END", 3), ("\ufeff\ufeff1", "VALUE", 3), (" \ufeff1", "VALUE", 1), ("\ufeff[1", "END", 5),
                           ("\ufeff[1 2]", "ARRAY_NEXT", 6), ("1\ufeff", "NUMBER_SYNTAX", 1), ("[]\ufeff", "TRAILING", 2)):
        error(text, code, at, m)
    for mode in ("replace", "pass"):
        u = {"utf8": mode}
        for text, code, at in ((b'"\xff\n"', "CONTROL", 2), (b'"\xff\\x"', "ESCAPE", 3), (b'"\xff', "END", 2), (b"\xff", "VALUE", 0),
                               (b'"\\ud800', "END", 7), (b'"\\ud800\\x"', "ESCAPE", 8), (b'"\\ud800\\u12"', "UNICODE", 11),
                               (b"[1\xff]", "NUMBER_SYNTAX", 2), (b'["a"\xff]', "ARRAY_NEXT", 4), (b'"\xe2\x82', "END", 3)):
            error(text, code, at, u)


def pointer_errors():
    """What conformance/README.md says of pointers, said again; long ones."""
    for text, code, at, pointer in (
            ("[1 x", "ARRAY_NEXT", 3, ""), ("[1,", "END", 3, "/1"), ("[1,]", "VALUE", 3, "/1"), ("[1,x", "VALUE", 3, "/1"),
            ("[1,tru]", "LITERAL", 6, "/1"), ('[1,"\\x"', "ESCAPE", 5, "/1"), ("[", "END", 1, "/0"), ("[1", "END", 2, ""),
            ("[1.", "END", 3, "/0"), ("[tru", "END", 4, "/0"), ("[true", "END", 5, ""), ("[1x]", "NUMBER_SYNTAX", 2, "/0"),
            ("[truex]", "LITERAL", 5, "/0"), ('["a"1]', "ARRAY_NEXT", 4, ""), ("{", "END", 1, ""), ("{x", "OBJECT_KEY", 1, ""),
            ('{"a', "END", 3, ""), ('{"a\\x":1', "ESCAPE", 4, ""), ('{"a"', "END", 4, ""), ('{"a" 1', "COLON", 5, ""),
            ('{"a":', "END", 5, "/a"), ('{"a":x', "VALUE", 5, "/a"), ('{"a":-', "END", 6, "/a"), ('{"a":1 x', "OBJECT_NEXT", 7, ""),
            ('{"a":1,', "END", 7, ""), ('{"a":1,x', "OBJECT_KEY", 7, ""), ("1 x", "TRAILING", 2, ""), ("1x", "NUMBER_SYNTAX", 1, ""),
            ('{"a":[1,{"b":2,"c":[x', "VALUE", 20, "/a/1/c/0"), ('{"a":[1,{"b":2,"c":[1}', "ARRAY_NEXT", 21, "/a/1/c"),
            ('{"a":[],"b":{"c', "END", 15, "/b"), ('[{"a":1},{"a":[]]', "OBJECT_NEXT", 16, "/1"), ('[[1,2],[3] 4', "ARRAY_NEXT", 11, ""),
            ('{"a~b/c":x', "VALUE", 9, "/a~0b~1c"), ('{"\\u007e\\/":x', "VALUE", 12, "/~0~1"), ('{"":{"":x', "VALUE", 8, "//"),
            ('{"\\u00e9\\ud83d\\ude00":x', "VALUE", 22, "/é😀"), ('{"a\\"b\\\\":x', "VALUE", 10, '/a"b\\'),
            ('{"[":{"{":[{"]":x', "VALUE", 16, "/[/{/0/]"), ("\n[1,\n x", "VALUE", 6, "/1")):
        error(text, code, at, None, pointer)
    for key in ["k" * n for n in (39, 40, 41, 5000)] + ["k" * n + "é😀" * 9 for n in range(4)] + ["~/" * 30, "\\n" * 40 + "x", "\\u00e9" * 21]:
        everywhere('{"' + key + '":x', "VALUE", len(key.encode()) + 4, FEW)
    for n in (7, 8, 9, 15, 16, 17, 18, 40):
        text = '[0,{"%d":' * n
        text %= tuple(range(n))
        error(text, "END", len(text))
        error(text + "1 x", "OBJECT_NEXT", len(text) + 2)
        error(text + "[1 x", "ARRAY_NEXT", len(text) + 3)
        error(text + "[]}", "END", len(text) + 3)


def make_errors():
    number_errors()
    literal_errors()
    value_errors()
    string_errors()
    structure_errors()
    token_errors(Random(SEED + 20))
    truncations()
    option_errors()
    pointer_errors()
    write_cases("errors.json", errors.values())


# -- Documents -----------------------------------------------------------------------------


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


class Style:
    """One of many ways to write the same data."""

    def __init__(self, r, space=0, escape=0):
        self.r, self.space, self.escape = r, space, escape

    def gap(self):
        if self.space == 0:
            return ""
        if self.space == 1:
            return " " * self.r.below(2)
        return "".join(self.r.one(" \t\n\r") for _ in range(self.r.below(4)))

    def string(self, s):
        out = []
        for c in s:
            plain = json.dumps(c, ensure_ascii=False)[1:-1]
            if self.escape and self.r.below(100) < self.escape:
                plain = "".join("\\u%04x" % u for u in struct.unpack(
                    ">%dH" % (len(c.encode("utf-16-be")) // 2), c.encode("utf-16-be")))
            elif c == "/" and self.escape:
                plain = "\\/"
            out.append(plain)
        return '"' + "".join(out) + '"'

    def write(self, v):
        if isinstance(v, str):
            return self.string(v)
        if isinstance(v, list):
            return "[" + ",".join(self.gap() + self.write(x) + self.gap() for x in v) + self.gap() + "]"
        if isinstance(v, dict):
            return "{" + ",".join(self.gap() + self.string(k) + self.gap() + ":" + self.gap() + self.write(x) +
                                  self.gap() for k, x in v.items()) + self.gap() + "}"
        if isinstance(v, float):
            return repr(v)
        return canonical(v)


WORDS = ("amber brook cedar delta ember fjord grove heron inlet jetty knoll larch marsh north otter "
         "petal quill ridge slate thorn umber vista wharf xylem yarrow zephyr Åland Čapek Ørsted Łódź "
         "naïve façade Größe 北京 東京 서울 Москва Ελλάδα עברית हिन्दी 🌲 🌊 🪶").split()


def words(r, n):
    return " ".join(r.one(WORDS) for _ in range(n))


def catalogue(r):
    return {"catalogue": {"name": "Wool & thread", "currency": "EUR", "items": [
        {"sku": "W%05d" % r.below(99999), "title": words(r, 1 + r.below(5)), "price": r.below(100000) / 100,
         "stock": r.below(500), "tags": [r.one(WORDS) for _ in range(r.below(4))], "size": {
             "w": r.below(100), "h": r.below(100), "unit": "cm"}, "sold_out": r.below(4) == 0,
         "note": None if r.below(2) else words(r, 6)} for _ in range(60)]}}


def weather(r):
    return [{"station": words(r, 1), "at": "2031-%02d-%02dT%02d:00:00Z" % (1 + r.below(12), 1 + r.below(28), r.below(24)),
             "temperature": round(r.below(600) / 10 - 20, 1), "pressure": 960 + r.below(900) / 10,
             "wind": {"speed": r.below(300) / 10, "direction": r.below(360)}, "rain": r.below(3) and r.below(100) / 10}
            for _ in range(120)]


def coordinates(r):
    ring = [[r.r.random() * 360 - 180, r.r.random() * 180 - 90] for _ in range(700)]
    return {"type": "outline", "rings": [ring[:400], ring[400:690], ring[690:]], "bounds": [-180, -90, 180, 90]}


def graph(r):
    return {"nodes": {"n%d" % i: {"to": ["n%d" % r.below(80) for _ in range(r.below(6))], "weight": r.r.random()}
                      for i in range(80)}, "directed": True, "root": "n0"}


def mixed(r, depth):
    kind = r.below(9 if depth > 0 else 6)
    if kind == 0:
        return r.one([None, True, False])
    if kind == 1:
        return r.below(2_000_000) - 1_000_000
    if kind == 2:
        return (r.r.random() - 0.5) * 10.0 ** (r.below(40) - 20)
    if kind <= 5:
        return words(r, r.below(4))
    if kind == 6:
        return [mixed(r, depth - 1) for _ in range(r.below(7))]
    return {words(r, 1 + r.below(2)) + str(r.below(9)): mixed(r, depth - 1) for _ in range(r.below(8))}


def records(r):
    """The same keys again and again, and now and then not."""
    base = ["id", "name", "email", "age", "active", "score", "parent", "labels"]
    out = []
    for i in range(150):
        row = {k: None for k in base}
        row.update(id=i, name=words(r, 2), age=r.below(90), active=bool(r.below(2)), score=r.r.random(), labels=[])
        change = r.below(12)
        keys = list(row)
        if change == 0:
            del row[r.one(keys)]
        elif change == 1:
            row["extra"] = {"id": i}
        elif change == 2:
            row = {k: row[k] for k in reversed(keys)}
        elif change == 3:
            row = {(k + "2" if k == "age" else k): v for k, v in row.items()}
        elif change == 4:
            row = {k: row[k] for k in keys[: 1 + r.below(7)]}
        out.append(row)
    return out


def escapes(r):
    nasty = ["\"", "\\", "/", "\b", "\f", "\n", "\r", "\t", "\0", "\x1f", "\x7f", "é", "\u2028", "\u2029", "\ufeff",
             "\uffff", "😀", "\U0010ffff", "a", " "]
    return {"lines": ["".join(r.one(nasty) for _ in range(r.below(60))) for _ in range(120)],
            "keys": {"".join(r.one(nasty) for _ in range(1 + r.below(6))): i for i in range(80)}}


def numbers(r):
    out = []
    for _ in range(1200):
        kind = r.below(6)
        if kind == 0:
            out.append(r.below(1000))
        elif kind == 1:
            out.append(-r.bits(1 + r.below(52)))
        elif kind == 2:
            out.append(float(r.bits(60)))
        elif kind == 3:
            x = from_bits(r.bits(64))
            out.append(x if x == x and abs(x) != float("inf") else 0.5)
        elif kind == 4:
            out.append(r.below(10**9) / 10.0 ** r.below(12))
        else:
            out.append(r.r.random())
    return out


def lists(r):
    def nest(n):
        v = []
        for _ in range(n):
            v = [v]
        return v

    return {"empty": [[], {}, "", 0, None, [[]], [{}], {"": []}, {"": {}}], "deep": nest(200),
            "ladder": [nest(i) for i in range(40)], "bools": [bool(r.below(2)) for _ in range(300)],
            "nulls": [None] * 200, "wide": {"k%d" % i: i for i in range(700)}, "pairs": [[i, str(i)] for i in range(200)]}


def chat(r):
    return {"channel": "🌲-talk", "messages": [
        {"from": r.one(["Ada", "Bo", "Čeněk", "Dörte", "惠子"]), "t": 1900000000 + 7 * i, "text": words(r, 1 + r.below(12)),
         "reactions": {r.one("👍🎉🤔❤"): 1 + r.below(9) for _ in range(r.below(3))},
         "reply_to": r.below(i) if i and r.below(3) == 0 else None} for i in range(150)]}


def settings(_):
    return {"": "empty key", "version": 3, "ratio": 0.1, "limits": {"memory": 1.5e9, "files": 1024, "none": None},
            "paths": ["/", "/usr/lib", "C:\\data\\", "a b"], "on": True, "off": False,
            "nested": {"a": {"b": {"c": {"d": {"e": {"f": {}}}}}}}, "quote\"d": "\"", "1": "one", "01": "not one", "-1": [],
            "true": False, "null": None, "\ue000": "private", "😀": "pair before private in UTF-16", "ﬀ": "after",
            "__proto__": {}, "__index": "a key like another", "constructor": 1}


def small_documents(r):
    values = [None, True, False, 0, -1, 7, 1.5, -0.25, 1e21, 1e-7, 123456789.125, "", "x", "é", "😀", "\\", "\"", "\0", [], {},
              [[]], [{}], {"": ""}, {"a": []}, {"a": {}}, [None], [[], []], {"a": None}, [1, 2, 3], {"a": 1, "b": 2},
              {"b": 1, "a": 2}, {"é": 1, "z": 2, "e": 3}, [0.1, 0.2, 0.3], ["a", ["b", ["c", []]]], 5e-324,
              1.7976931348623157e308, 9007199254740992, -9007199254740992, 1e20, 1e22, 333333333.3333333, 1e-6]
    for v in values:
        for space, escape in ((0, 0), (1, 0), (2, 100)):
            yield v, Style(r, space, escape)
    for i in range(150):
        yield mixed(r, i % 4), Style(r, i % 3, (0, 0, 10)[i % 3])


def make_documents():
    r = Random(SEED + 30)
    cases = []
    for v, style in small_documents(r):
        text = style.gap() + style.write(v) + style.gap()
        cases.append({"in": text, "canonical": canonical(v)})
    extra = [("-0", "0"), ("-0.0", "0"), ("0e5", "0"), ("1.0", "1"), ("1E2", "100"), ("10e-1", "1"), ("1e21", "1e+21"),
             ("100000000000000000000.0", "100000000000000000000"), ("0.0000010", "0.000001"), ("1e-7", "1e-7"),
             ('{"a":1,"a":2}', '{"a":2}'), ('{"a":1,"b":2,"a":[]}', '{"a":[],"b":2}'),
             ('{"\\u0061":1,"a":2}', '{"a":2}'), ('"\\/"', '"/"'), ('"\\u007f"', '"\x7f"'), ('"\\u0000"', '"\\u0000"')]
    cases += [{"in": a, "canonical": b} for a, b in extra]
    write_cases("documents/small.json", cases)
    for i, (name, make) in enumerate((("catalogue", catalogue), ("weather", weather), ("coordinates", coordinates),
                                      ("graph", graph), ("records", records), ("escapes", escapes), ("numbers", numbers),
                                      ("lists", lists), ("chat", chat), ("settings", settings))):
        v = make(r)
        style = Style(r, i % 3, (0, 5, 30)[i % 3])
        files["documents/%s.json" % name] = (style.write(v) + "\n").encode()
        files["documents/%s.canonical.json" % name] = canonical(v).encode()
    v = {"mixed": [mixed(r, 6) for _ in range(60)]}
    files["documents/mixed.json"] = Style(r, 2, 3).write(v).encode()
    files["documents/mixed.canonical.json"] = canonical(v).encode()


def main():
    make_numbers()
    make_strings()
    make_errors()
    make_documents()
    bad = 0
    for path, data in sorted(files.items()):
        full = os.path.join(ROOT, path)
        if "--check" in sys.argv[1:]:
            if not os.path.exists(full) or open(full, "rb").read() != data:
                print("gen-conformance.py: %s differs" % path, file=sys.stderr)
                bad = 1
        else:
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "wb") as f:
                f.write(data)
    return bad


if __name__ == "__main__":
    sys.exit(main())
