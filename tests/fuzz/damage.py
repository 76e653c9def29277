"""Bytes and how they are damaged: bits flipped, pieces cut out, doubled, put in, the end cut off."""

from typing import NamedTuple

from hypothesis import strategies as st

ODD_PIECES = (
    b"\x00", b"\xff", b"\xef\xbb\xbf", b'"', b'""', b",", b"\n", b"\r", b"\r\n", b"\n\n", b"\xc3", b"\xc3\xa9", b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80", b"\x1a", b"\x85", b"\xc2\xa0", b"\x1f\x8b", b"PAR1", b"ARROW1", b"\xff\xff\xff\xff", b"9" * 30,
    b"-1", b"1e999", b"\\", b"'", b"{", b"}", b"[" * 50, b"null", b"x" * 300,
)  # fmt: skip


class Damage(NamedTuple):
    """One damage: its kind, where it is (in 65,536ths of the length), and with what."""

    kind: str
    at: int
    size: int
    piece: bytes


damages = st.lists(
    st.builds(
        Damage,
        st.sampled_from(["flip", "flip", "flip", "put", "put", "over", "cut", "double", "zero", "end"]),
        st.integers(0, 65_535),
        st.integers(0, 63),
        st.sampled_from(ODD_PIECES),
    ),
    max_size=4,
)


def damaged(content: bytes, done: list[Damage]) -> bytes:
    """Return `content` after some damages."""
    for kind, place, size, piece in done:
        at = place * len(content) >> 16
        before, here, after = content[:at], content[at : at + size + 1], content[at + size + 1 :]
        if kind == "flip" and here:
            content = before + bytes([here[0] ^ 1 << size % 8]) + here[1:] + after
        elif kind == "put":
            content = before + piece + here + after
        elif kind == "over":
            content = before + piece + content[at + len(piece) :]
        elif kind == "cut":
            content = before + after
        elif kind == "double":
            content = before + here + here + after
        elif kind == "zero":
            content = before + bytes(len(here)) + after
        elif kind == "end":
            content = before
    return content
