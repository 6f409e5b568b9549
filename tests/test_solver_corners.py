"""Corners of the kernel that few positions lead to."""

import pytest

from manipulation import Cards, MeldRules, Table, best_play, check_play, plays
from manipulation.solver import COMPILED, _kernel_disturb
from manipulation.solver._kernel_best import Cover
from manipulation.solver._kernel_packed import ROOM, all_options, options


class TestBestPlays:
    """What is found where jokers go on with cards that are loose, beside an old sequence."""

    @pytest.mark.parametrize(
        ("table", "hand", "rules"),
        [
            ("3c 3d 3h | 3c 4c 5c", "2c 4c 5c 3h 3s 5s * * *", MeldRules(joker_release="any")),
            (
                "2h 3h 4h*",
                "Ac 6c Ah 3h Kh Qs * * *",
                MeldRules(ace="low", joker_release="natural_from_hand"),
            ),
        ],
    )
    def test_an_old_sequence_starts_beside_a_loose_one(
        self, table: str, hand: str, rules: MeldRules
    ) -> None:
        """It is not taken for the continuation of the loose cards, which jokers continue."""
        before, held = Table.parse(table, rules=rules), Cards.parse(hand)
        best = best_play(before, held)
        assert best is not None
        assert check_play(before, best.play, held) == ()
        assert best.points_left == rules.points_of(held - next(plays(before, held)))
        assert (best.disturbed, best.disturbed_exact) == (0, True)


class NoRoom:
    """Says that spare jokers find no room."""

    def __init__(self, *_: object) -> None:
        """Look at nothing."""

    def lay(self) -> bool:
        """Lay none."""
        return False


class TestKernel:
    """What the kernel does when it is put to it directly."""

    def test_a_bound_on_what_is_to_come(self) -> None:
        """It comes on top of what has been paid, until that is paid itself."""
        levels = [0] * 16
        levels[5] = levels[9] = 1
        costs = [0] * 14
        costs[5], costs[9] = 7, 10
        for most, cost in ((100, 17), (16, None), (9, None)):
            cover = Cover(levels, levels[:13], costs, 0)
            cover.limit = 1_000
            cover.ahead[:7] = [10] * 7
            goal = cover.run([(0, (0, 0, 0, 0, 0, ROOM, 0, 0))], most)
            assert (cover.cost if goal else None) == cost

    def test_many_cards_of_one_suit_make_no_group(self) -> None:
        """However many are to go into groups, there is no way; one joker changes nothing."""
        assert list(options(1, 20, 0)) == []
        assert list(options(1, 12, 1)) == list(all_options(1, 12, 1))

    @pytest.mark.skipif(COMPILED, reason="what is compiled cannot be replaced")
    def test_jokers_that_find_no_room_leave_it_open(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where the loose cards could be laid in another way, the number is not exact."""
        before, held = Table.parse("3c 4c 5c | 3d 4d 5d | 3h 4h 5h"), Cards.parse("3s 6s * Kd")
        assert best_play(before, held).disturbed_exact  # type: ignore[union-attr]
        monkeypatch.setattr(_kernel_disturb, "Spare", NoRoom)
        best = best_play(before, held)
        assert best is not None
        assert check_play(before, best.play, held) == ()
        assert not best.disturbed_exact
