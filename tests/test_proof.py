"""The proof: it finds no difference between kernel and CP-SAT, and a planted fault makes it fail."""

from dataclasses import replace
from math import comb

import numpy as np
import oracle
import pytest

from solver import score_hands
from solver.candidates import every_hand
from solver.proof import prove

RUN_OF_EIGHT = oracle.to_mask(oracle.read("4o 5o 6o 7o 10o 11o 12o 1o"))


def changed(scores, field, rows, value):
    array = getattr(scores, field).copy()
    array[rows] = value
    return replace(scores, **{field: array})


def test_every_hand_under_every_trump_is_proven():
    proofs = list(prove())
    assert [proof.trump for proof in proofs] == [-1, 0, 1, 2, 3]
    assert [proof.num_hands for proof in proofs] == [comb(32, 8)] * 5
    assert sum(proof.num_hands for proof in proofs) == 52_591_500
    assert [proof.num_differences for proof in proofs] == [0] * 5
    assert [proof.differences for proof in proofs] == [()] * 5
    assert proofs[0].num_classes == 1_662


def test_a_kernel_that_never_splits_a_run_of_eight_is_found_out():
    def faulty(hands, trump):
        scores = score_hands(hands, trump)
        return changed(scores, "points", scores.points == 120, 100)

    (proof,) = prove(every_hand(), (-1,), faulty)
    assert proof.num_differences == 1_712
    assert len(proof.differences) == 5
    assert (proof.differences[0].hand, proof.differences[0].trump) == (RUN_OF_EIGHT, -1)
    assert (proof.differences[0].kernel[0], proof.differences[0].solver[0]) == (100, 120)
    text = str(proof.differences[0])
    for fact in ("4o 5o 6o 7o 10o 11o 12o 1o", "no trump", "kernel 100 points", "CP-SAT 120 points"):
        assert fact in text


@pytest.mark.parametrize(
    ("field", "value"), [("points", 0), ("belote", 0), ("strength", 1), ("declared", 0), ("declared", [[7 << 0, 0xF8]])]
)
def test_one_wrong_field_of_one_hand_is_found(field, value):
    hands = np.array([0, RUN_OF_EIGHT, 0xFF00], dtype=np.uint32)

    def faulty(hands, trump):
        return changed(score_hands(hands, trump), field, slice(1, 2), value)

    sound, wrong = prove(hands, (1,)), prove(hands, (0,), faulty)
    assert [proof.num_differences for proof in sound] == [0]
    (proof,) = wrong
    assert [difference.hand for difference in proof.differences] == [RUN_OF_EIGHT]
    assert proof.differences[0].trump == 0
    assert "trump oros" in str(proof.differences[0])
