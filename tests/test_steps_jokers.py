"""Steps where many jokers on the table are freed at once (D16, D17)."""

from hypothesis import given
from hypothesis import strategies as st

from manipulation import Cards, Draft, MeldRules, Table, best_play, steps
from manipulation.cards import NATURALS
from tests.oracles import Release
from tests.small_positions import RELEASES

MELDS = ("4c 5c 6c", "5h 6h 7h", "9c 9d 9h", "Ac Ad As", "Ts Js Qs")


def replayed(before: Table, after: Table, hand: Cards) -> Table:
    """Do the steps from one table to the other on a draft."""
    draft = Draft.of(before, hand)
    for step in steps(before, after):
        draft = draft.after(step)
        assert len(draft.air) <= 1
    return before.after(draft.play(), hand=hand)


@given(
    melds=st.lists(st.sampled_from(MELDS), min_size=1, max_size=2),
    more=st.lists(st.sampled_from(NATURALS), max_size=6).map(Cards),
    jokers=st.integers(0, 2),
    release=st.sampled_from(RELEASES),
)
def test_melds_of_nothing_but_jokers(
    melds: list[str], more: Cards, jokers: int, release: Release
) -> None:
    """All their jokers are freed, and lie where they are of use."""
    declared = [" ".join(f"{card}*" for card in meld.split()) for meld in melds]
    table = Table.parse(" | ".join(declared), rules=MeldRules(joker_release=release))
    hand = Cards.parse(" ".join([*melds, "* " * jokers])) + more
    best = best_play(table, hand, objective="cards", tidy=False)
    if best is not None:
        assert replayed(table, best.table, hand) == best.table


def test_what_is_left_of_a_meld_becomes_another() -> None:
    """Two jokers that nobody takes away stay where they lie, and a queen joins them."""
    before = Table.parse("4c* 5c* 6c* 7c*")
    after = Table.parse("4c 5c 6c 7c 8c* 9c* | 5d 6d 7d* | Qd Kd* Ad* | 4h 5h 6h")
    assert replayed(before, after, Cards.parse("4c 5c 6c 7c 5d 6d Qd 4h 5h 6h *")) == after
    assert "put down Qd from hand in meld 1" in map(str, steps(before, after))
