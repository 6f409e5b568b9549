"""From what a search has found to the cards: what is laid is legal, in order, and counted right."""

import pytest

from manipulation import Cards, MeldRules, Table, best_play, check_play
from manipulation.cards import NATURALS
from manipulation.solver._kernel_blocks import old_meld
from manipulation.solver._kernel_disturb import Disturb
from tests.oracles import Ace, apart
from tests.small_positions import POINTS, position

SUIT = "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks"
ANY = MeldRules(joker_release="any")
HIGH_ANY = MeldRules(ace="high", joker_release="any")
HIGH, LOW = MeldRules(ace="high"), MeldRules(ace="low")
BOTH = MeldRules()

PLAYED = [
    # A sequence from ace to ace, or of thirteen cards, with jokers among them.
    (SUIT, "As *", BOTH),
    (f"As {SUIT}", "*", BOTH),
    (SUIT.replace("2s", "2s*"), "As *", BOTH),
    (SUIT.replace("Ks", "Ks*"), "As *", BOTH),
    (f"As {SUIT.replace('2s', '2s*')}", "*", BOTH),
    (SUIT.replace("2s", "2s*"), "As", BOTH),
    (SUIT.replace("7s", "7s*"), "As", LOW),
    # An ace that ends a sequence which is full then, with a joker that finds no room.
    (f"As {SUIT}", "As *", BOTH),
    (f"As {SUIT}", "As As Ac Ad *", BOTH),
    (f"{SUIT.replace('4s', '4s |')} As", "As *", BOTH),
    (f"{SUIT.replace('4s', '4s |')} As", "As Ac Ad Ah *", BOTH),
    # Jokers that lie by themselves, stay in hand, or start a sequence before a high ace.
    ("Kc Kd Kh Ks", "* * *", BOTH),
    ("4c 4d 4h 4s", "9c 9d 9h 9s *", MeldRules(points=(*[5] * 13, 0))),
    ("", "As * * * *", HIGH),
    ("4c 5c 6c", "As * *", HIGH),
    # One of two equal sequences goes on with a joker.
    ("4d 5d 6d | 4d 5d 6d", "8d Kh Ks * *", BOTH),
    # A joker that is free begins an old sequence, and another one follows.
    ("3s* 4s 5s | 6s 7s 8s", "9s", ANY),
    ("2h 3h* 4h | 8c 8d 8h", "3h 3h 8s 5h", BOTH),
    # Of two old sequences that start on one rank one starts by itself.
    ("4c 5c 6c 7c | 4s 5s 6s", "As 3s 5s * * *", HIGH_ANY),
    ("4s 5s 6s | 4s 5s 6s", "As 3s 3s 5s * * *", HIGH_ANY),
    # Two jokers are not enough for every card that is alone.
    ("2c 3c 4c 5c 6c | 5c 6c 7c | Qd Kd Ad | Ts Js Qs Ks As", "Ac 3c * *", HIGH),
    ("4c 4h 4s* | 8d 9d Td", "2c 8c Jd As *", ANY),
    # Many equal cards.
    (" | ".join(["4s 5s 6s"] * 4), "7s 7s 7s 7s", BOTH),
    (" | ".join(["4s 5s 6s"] * 4), "7c 7d 7h", BOTH),
    ("4c 4d 4h | 4c 4d 4s", "4c 4d 4h 4s 4s", BOTH),
]


def text_of(table: Table) -> list[tuple[tuple[int, ...], str]]:
    """Give each meld of a table with all that is known of it."""
    return [(meld.key, str(meld)) for meld in table.melds]


@pytest.mark.parametrize("tidy", [True, False])
@pytest.mark.parametrize(("table", "hand", "rules"), PLAYED)
def test_what_is_laid(table: str, hand: str, rules: MeldRules, *, tidy: bool) -> None:
    """It is legal, nothing is lost, the melds are in order, and as many are disturbed as it says.

    No play that is tidy can disturb fewer than one that is not.
    """
    at = position(table, hand, rules)
    best = best_play(at.table, at.hand, tidy=tidy)
    assert best is not None
    assert check_play(at.table, best.play, at.hand) == ()
    assert len(best.table.cards) == len(at.table.cards + best.played)
    assert text_of(best.table) == text_of(Table.of(best.play.melds, rules=rules))
    old, laid = [[meld.cards for meld in lying.melds] for lying in (at.table, best.table)]
    assert best.disturbed == apart(old, laid)
    assert best.points_left == rules.points_of(at.hand - best.played)
    if tidy:
        other = best_play(at.table, at.hand, tidy=False)
        assert other is not None
        assert other.disturbed >= best.disturbed


class TestDisturbed:
    """How many melds are disturbed where it is known by hand."""

    @pytest.mark.parametrize(
        ("table", "hand", "ace", "disturbed"),
        [
            # Jokers that are left over: a full sequence stands first, a group takes the last one.
            (f"As {SUIT} As | 4c 5c 6c", "*", "high_or_low", 0),
            ("4c 4d 4h 4s | 4c 4d 4h 4s | 9c 9d 9h", "*", "high_or_low", 0),
            ("Kc Kd Kh Ks", "5c 5h 5s * *", "high_or_low", 1),
            (f"{SUIT.replace('2s ', '')} As", "*", "high", 0),
            (SUIT, "* *", "high_or_low", 0),
            # Three jokers for cards in a row that two suits share.
            (
                "Jc Jh Js | Qc Qh Qs | Kc Kh Ks",
                "9d 8c 7d 6c 5d * * *",
                "high_or_low",
                0,
            ),
            # Four equal cards can be laid, and others need another meld.
            (
                "8s 9s Ts Js",
                "4s 5s 6s 4s 5s 6s 4s 5s 6s 5s 5c 5d 9c Tc Jc Jd Jh",
                "high_or_low",
                1,
            ),
        ],
    )
    def test_the_fewest(self, *, table: str, hand: str, ace: Ace, disturbed: int) -> None:
        """All is played, and it is known to be the fewest."""
        at = position(table, hand, MeldRules(ace=ace))
        best = best_play(at.table, at.hand)
        assert best is not None
        assert check_play(at.table, best.play, at.hand) == ()
        assert (best.played, best.disturbed, best.disturbed_exact) == (at.hand, disturbed, True)

    @pytest.mark.parametrize(
        ("table", "hand"),
        [
            ("4s 5s 6s | 7s 8s 9s | Kd Kh Ks", "Kc"),
            ("4s 5s 6s | 6s 7s 8s 9s", "7s 8s 9s Ts"),
        ],
    )
    def test_melds_that_share_another(self, table: str, hand: str) -> None:
        """Each lies together in what was laid, though nobody looked for that."""
        best = best_play(Table.parse(table), Cards.parse(hand), tidy=False)
        assert best is not None
        assert (best.disturbed, best.disturbed_exact) == (0, True)

    def test_nothing_is_claimed_that_is_not_so(self) -> None:
        """A joker has room between two sequences, which an ace would make a full one."""
        at = position("2s 3s 4s 5s 6s | 7s 8s 9s Ts Js Qs Ks", "As *", HIGH)
        best = best_play(at.table, at.hand)
        assert best is not None
        assert best.disturbed == 0 or not best.disturbed_exact
        counts = (at.table.cards + at.hand).counts[: len(NATURALS)]
        old = [old_meld(meld.key, bytes(len(NATURALS)), "high") for meld in at.table.melds]
        for most in range(3):
            assert Disturb(old, counts, 1, "high", 1_000).run(most) in {-1, 0}

    @pytest.mark.parametrize(
        ("table", "hand"), [("4c 5c 6c 7c", "7d 7h"), ("4c 5c 6c 7c | 9h Th Jh Qh", "7d 7h Qc Qs")]
    )
    def test_every_limit(self, table: str, hand: str) -> None:
        """At whichever state a search ends, its answer is the same, or there is none."""
        before = Table.parse(table)
        counts = (before.cards + Cards.parse(hand)).counts[: len(NATURALS)]
        old = [old_meld(meld.key, bytes(len(NATURALS)), "high_or_low") for meld in before.melds]
        search = Disturb(old, counts, 0, "high_or_low", 1_000)
        assert search.run(len(old)) == len(old)
        claims = {
            Disturb(old, counts, 0, "high_or_low", limit).run(len(old))
            for limit in range(search.visited + 1)
        }
        assert claims == {-1, len(old)}


@pytest.mark.parametrize("hand", ["Kc 2c 9h", "Kc 2c 9h Jd", "2c Kc Jd 5d 9h"])
def test_cards_that_count_nothing_stay(hand: str) -> None:
    """Beside those that count as many points as may be left."""
    rules = MeldRules(points=POINTS[2])
    at = position("Kh Kd Ks", hand, rules)
    best = best_play(at.table, at.hand, most_left=5)
    assert best is not None
    assert (str(best.played), best.points_left) == ("Kc", 5)
    assert best_play(at.table, at.hand, most_left=4) is None
