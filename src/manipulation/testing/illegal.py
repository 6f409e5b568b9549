"""Strategies for plays that break one rule."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from manipulation.cards import Card, Cards, DeclaredJoker, Natural
from manipulation.errors import Violation
from manipulation.melds import Meld, judge
from manipulation.rules import MANIPULATION, SHORTEST_MELD, MeldRules
from manipulation.solver import arrangements
from manipulation.table import Play, Table
from manipulation.testing.arguments import expect, one_of
from manipulation.testing.cards import some_of
from manipulation.testing.melds import index, laid_melds, supplied
from manipulation.testing.near import MELD_VIOLATIONS, can_occur, near_melds
from manipulation.testing.positions import Position, Proposal, legal_plays, positions
from manipulation.testing.supply import READABLE, USUAL_SHOE, Supply

if TYPE_CHECKING:
    from collections.abc import Collection

PLAY_VIOLATIONS: Final = (
    Violation.NO_HAND_CARD,
    Violation.CARD_NOT_HELD,
    Violation.TABLE_CARD_TAKEN,
    Violation.JOKER_CHANGED,
    *MELD_VIOLATIONS,
)
"""What can be wrong with a play."""

_MOST_BESIDE: Final = 4
"""The most melds that lie on the table and have no part in the fault."""


def illegal_plays(
    *, violation: Violation | None = None, rules: MeldRules = MANIPULATION.melds
) -> st.SearchStrategy[Proposal]:
    """Draw a play that breaks one rule, the chosen one, else any that the rules know.

    `check_play` names that violation and no other, but for `GROUP_TOO_LARGE`: more than four of a
    kind repeat a card as well. Shrinks to a table and a hand with no card that the fault does not
    need: for `TABLE_CARD_TAKEN`, a table `2c* 2d 2h` whose joker is replaced and gone.
    """
    expect(MeldRules, "rules", rules)
    chosen = one_of("violation", violation, among=PLAY_VIOLATIONS)
    possible = [
        code
        for code in chosen
        if can_occur(code, rules)
        and (code is not Violation.JOKER_CHANGED or _jokers_are_held(rules))
    ]
    if not possible:
        raise InvalidArgument(f"these rules know no {chosen[0].code}")
    return st.sampled_from(possible).flatmap(lambda code: _illegal(code, rules))


def _jokers_are_held(rules: MeldRules) -> bool:
    """Tell whether a joker on the table may be there, and not change at will (D16)."""
    return rules.joker_release != "any" and rules.jokers_per_meld != 0


def _illegal(violation: Violation, rules: MeldRules) -> st.SearchStrategy[Proposal]:
    match violation:
        case Violation.NO_HAND_CARD:
            return positions(min_size=0, rules=rules).flatmap(_nothing_added)
        case Violation.CARD_NOT_HELD:
            return legal_plays(rules=rules).flatmap(_not_held)
        case Violation.TABLE_CARD_TAKEN:
            return st.one_of(_card_taken(rules), _meld_taken(rules))
        case Violation.JOKER_CHANGED:
            return _joker_changed(rules)
        case _:
            return _ill_melded(violation, rules)


@st.composite
def _nothing_added(draw: st.DrawFn, at: Position) -> Proposal:
    """Lay the table out anew, or leave it as it is (R22)."""
    others = islice(arrangements(at.table.cards, rules=at.table.rules), draw(index(8)))
    return Proposal(*at, Play.of([at.table, *others][-1]))


@st.composite
def _not_held(draw: st.DrawFn, legal: Proposal) -> Proposal:
    """Take a card that is played out of the hand, with all its equals that are not (R18)."""
    played = list(legal.play.cards.undeclared_again - legal.table.cards.undeclared_again)
    card = played[draw(index(len(played)))]
    short = Cards([card] * (legal.hand.count(card) - played.count(card) + 1))
    return Proposal(legal.table, legal.hand - short, legal.play)


@st.composite
def _meld_taken(draw: st.DrawFn, rules: MeldRules) -> Proposal:
    """Take naturals off the table, a whole meld of them or what it can spare (R23)."""
    supply = Supply(USUAL_SHOE)
    supply.jokers = 0
    (meld,) = draw(_a_meld(supply, rules))
    naturals = list(meld.in_order)
    spare = [Cards([card]) for card in naturals if not judge(_less(meld, card), rules=rules)]
    taken = ([meld.cards, *spare])[draw(index(1 + len(spare)))]
    supply.jokers = Supply(USUAL_SHOE).jokers
    kept = [rest] if (rest := meld.cards - taken) else []
    beside = draw(_beside(supply, rules))
    # A card like one that is taken is not played, for then none were missing.
    gone = [card for card in taken if isinstance(card, Natural)]
    (new,) = draw(_a_meld(supply, rules, without=gone))
    lying = [meld.cards for meld in beside]
    return Proposal(
        Table.of([*lying, meld.cards], rules=rules),
        new.cards.undeclared_again + draw(_spare_cards(supply)),
        Play((*lying, *kept, new.cards)),
    )


@st.composite
def _card_taken(draw: st.DrawFn, rules: MeldRules) -> Proposal:
    """Replace a joker by the card it stands for, and take the joker away (R30)."""
    if rules.jokers_per_meld == 0:
        return draw(_meld_taken(rules))
    supply = Supply(USUAL_SHOE)
    supply.jokers = 0
    (meld,) = draw(_a_meld(supply, rules))
    supply.jokers = Supply(USUAL_SHOE).jokers - 1
    beside = draw(_beside(supply, rules))
    natural = meld.in_order[draw(index(len(meld.in_order)))]
    before = _less(meld, natural) + Cards([_standing_for(natural)])
    lying = [meld.cards for meld in beside]
    return Proposal(
        Table.of([*lying, before], rules=rules),
        Cards([natural]) + draw(_spare_cards(supply)),
        Play((*lying, meld.cards)),
    )


@st.composite
def _joker_changed(draw: st.DrawFn, rules: MeldRules) -> Proposal:
    """Let a joker stand for another card, in its meld or in a new one, though it is held (R27)."""
    supply = Supply(USUAL_SHOE)
    supply.jokers = 0
    (meld,) = draw(_a_meld(supply, rules))
    spots = [card for card in meld.in_order if isinstance(card, Natural)]
    changes: list[tuple[Natural, Natural | None]] = [
        (held, new)
        for held in spots
        for new in READABLE
        if new != held
        and (new.rank is held.rank or new.suit is held.suit)
        and not judge(_less(meld, held) + Cards([new]), rules=rules)
    ]
    changes += [(held, None) for held in spots if not judge(_less(meld, held), rules=rules)]
    held, new = changes[draw(index(len(changes)))]
    from_hand = rules.joker_release == "natural_from_hand"
    beside = draw(_beside(supply, rules, without=() if from_hand else (held,)))
    (played,) = draw(_a_meld(supply, rules, without=(held,)))
    hand = played.cards
    if new is None:
        after, laid = _less(meld, held), list(played.in_order)
        moved = laid.pop(draw(index(len(laid))))
        hand = Cards(laid)
        laid.append(_standing_for(moved))
        added = Cards(laid)
    else:
        after, added = _less(meld, held) + Cards([DeclaredJoker(new)]), hand
    lying = [meld.cards for meld in beside]
    return Proposal(
        Table.of([*lying, _less(meld, held) + Cards([DeclaredJoker(held)])], rules=rules),
        hand + draw(_spare_cards(supply)),
        Play((*lying, after, added)),
    )


@st.composite
def _ill_melded(draw: st.DrawFn, violation: Violation, rules: MeldRules) -> Proposal:
    """Lay what is no meld, or make such of a meld on the table (R24)."""
    spoilt = draw(near_melds(violation=violation, rules=rules))
    supply = Supply(USUAL_SHOE)
    supply.take(spoilt)
    supply.jokers = max(0, supply.jokers)
    starts = [spoilt - Cards([card]) for card in dict.fromkeys(spoilt)]
    lying = [Cards(), *(cards for cards in starts if not judge(cards, rules=rules))]
    start = lying[draw(index(len(lying)))]
    beside = [meld.cards for meld in draw(_beside(supply, rules))]
    return Proposal(
        Table.of([*beside, *([start] if start else [])], rules=rules),
        (spoilt - start).undeclared_again + draw(_spare_cards(supply)),
        Play((*beside, spoilt)),
    )


def _less(meld: Meld, card: Card) -> Cards:
    return meld.cards - Cards([card])


def _standing_for(card: Card) -> Card:
    """Give a joker that stands for a card."""
    return DeclaredJoker(card) if isinstance(card, Natural) else card


def _a_meld(
    supply: Supply, rules: MeldRules, without: Collection[Natural] = ()
) -> st.SearchStrategy[list[Meld]]:
    """Draw a meld of three to five cards."""
    return supplied(
        supply, rules=rules, of_size=range(SHORTEST_MELD, SHORTEST_MELD + 3), without=without
    )


def _beside(
    supply: Supply, rules: MeldRules, without: Collection[Natural] = ()
) -> st.SearchStrategy[list[Meld]]:
    """Draw melds that lie on the table before and after."""
    return laid_melds(supply, min_size=0, max_size=_MOST_BESIDE, rules=rules, without=without)


def _spare_cards(supply: Supply) -> st.SearchStrategy[Cards]:
    """Draw cards that stay in hand."""
    return some_of(supply.left(), min_size=0, max_size=4).map(Cards)
