"""Desks to test with: a person's place at the terminal, in any position."""

from collections.abc import Sequence

from attrs import evolve
from hypothesis import strategies as st

from manipulation import (
    MANIPULATION,
    Cards,
    Draft,
    GameView,
    Phase,
    Round,
    Rules,
    Shoe,
    Table,
    Tally,
)
from manipulation.cli.desk import Desk, Reply
from manipulation.cli.moving import changed
from manipulation.cli.table_talk import Change, Quit, Save, understand
from tests.legal_plays import legal_plays
from tests.terminals import text_of

NAMES = ("Ann", "greedy", "Bob", "random", "sixteen letters.")


def change(text: str) -> Change:
    """Read a command that changes a draft."""
    word = understand(text)
    assert not isinstance(word, Quit | Save)
    return word  # type: ignore[return-value] # the tests write changes


def drafted(table: str, hand: str, *texts: str) -> Draft:
    """Make a draft by commands."""
    draft = Draft.of(Table.parse(table), Cards.parse(hand))
    for text in texts:
        draft = changed(draft, change(text))
    return draft


def desk_at(state: Round, width: int = 80) -> Desk:
    """Sit down at the seat to move; the totals are as long as they get."""
    players = state.players
    tally = Tally(
        totals=(149,) * players,
        rounds_won=(3,) * players,
        dealer=state.dealer,
        rules=evolve(state.rules, target=MANIPULATION.target),
    )
    seat = state.to_move
    view = state.view(0 if seat is None else seat)
    return Desk.of(GameView(tally, view, view.seat), NAMES[:players], width=width)


def desk(hand: str, table: str = "", **facts: object) -> Desk:
    """Sit down with a hand, against one that holds the 2c, one card drawn."""
    turn: dict[str, object] = {"phase": Phase.MELD, "drawn": 1, **facts}
    text = " ".join(
        f"{name}={value.value if isinstance(value, Phase) else value}"
        for name, value in {"dealer": 1, "to_move": 0, **turn}.items()
        if name != "stock"
    )
    stock = facts.get("stock", "Ac Ad")
    return desk_at(Round.parse(f"{table} / {hand} ; 2c / {stock} / {text}"))


@st.composite
def desks(draw: st.DrawFn, phases: Sequence[Phase] = tuple(Phase)[:-1]) -> Desk:
    """Draw a desk at which something can be played, if the phase lets it; two to five sit there."""
    table, hand, _ = draw(legal_plays())
    phase, others = draw(st.sampled_from(phases)), draw(st.integers(1, 4))
    lap = phase is Phase.LAST_LAP
    drawn = {Phase.DRAW: 0, Phase.LAST_LAP: 0, Phase.END: 3}.get(phase) or draw(st.integers(1, 2))
    rules = Rules(melds=table.rules, decks=(8,) * 4, jokers=(8,) * 4)
    state = Round.of(
        [hand, *(Cards.parse("Kc Kd Ks") for _ in range(others))],
        stock=Shoe() if lap else Shoe.of("Kc Kh"),
        table=table,
        to_move=0,
        dealer=others,
        phase=phase,
        drawn=0 if phase in {Phase.DRAW, Phase.LAST_LAP} else drawn,
        exhausted_by=others if lap else None,
        rules=rules,
    )
    return desk_at(state)


def told(reply: Reply) -> str:
    """Give what a reply tells."""
    return "\n".join(map(text_of, reply.lines))
