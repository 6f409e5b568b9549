"""Drafts to test with: some steps have led to them, towards a play and off the way."""

from random import Random

from hypothesis import strategies as st

from manipulation import (
    Card,
    Cards,
    Declare,
    DeclaredJoker,
    Draft,
    Free,
    IllegalMoveError,
    Join,
    Joker,
    PickUp,
    PositionError,
    PutDown,
    Split,
    Step,
    TakeBack,
    steps,
)
from tests.legal_plays import FACES, legal_plays

CHANCE = st.randoms(use_true_random=True)
ANY: tuple[Card, int | None] = (FACES[0], 1)


def as_declared(card: Card) -> DeclaredJoker:
    """Give a card that is a declared joker, or any other that is one."""
    return card if isinstance(card, DeclaredJoker) else DeclaredJoker(FACES[0])


def a_step(draft: Draft, random: Random) -> Step:
    """Choose a step that mostly makes sense on this draft."""
    spots: list[tuple[int | None, Cards]] = [(None, draft.air), *draft.melds.items()]
    card, spot = random.choice([(card, spot) for spot, of in spots for card in of] or [ANY])
    meld, cards = random.choice(list(draft.melds.items()) or [(1, Cards(FACES[:1]))])
    number = random.choice([*draft.melds, len(draft.places) + 1, len(draft.places) + 2])
    some = Cards(random.sample(list(cards), random.randint(1, len(cards))))
    choices: tuple[Step, ...] = (
        PickUp(card, spot or meld),
        PutDown(random.choice([*draft.air, card]), number),
        PutDown(random.choice([*draft.hand, Joker(), card]), number, from_hand=True),
        Split(meld, some, number),
        Join(meld, number),
        Declare(DeclaredJoker(random.choice(FACES)), spot),
        Free(as_declared(card), spot),
        TakeBack(card, spot),
    )
    return random.choice(choices)


@st.composite
def drafts(draw: st.DrawFn) -> Draft:
    """Draw a draft that some steps have led to."""
    table, hand, play = draw(legal_plays())
    random = draw(CHANCE)
    draft = Draft.of(table, hand)
    way = steps(table, table.after(play, hand=hand))
    for step in way[: random.randint(0, len(way))]:
        draft = draft.after(step)
    for _ in range(random.choice([0, 0, 1, 2, 5, 10])):
        draft = tried(draft, a_step(draft, random))
    return draft


def tried(draft: Draft, step: Step) -> Draft:
    """Give the draft after a step, or the same one if the step is refused."""
    try:
        return draft.after(step)
    except (IllegalMoveError, PositionError):
        return draft
