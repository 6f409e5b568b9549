"""The type of every name of `manipulation.testing`, in the words of a program that uses it."""

from __future__ import annotations

from collections import abc
from collections.abc import Iterable
from typing import assert_type

from hypothesis.stateful import RuleBasedStateMachine
from hypothesis.strategies import SearchStrategy

from manipulation import (
    Cards,
    Fault,
    Game,
    GameView,
    Group,
    Meld,
    MeldRules,
    Move,
    Natural,
    Play,
    Rank,
    Record,
    Round,
    Rules,
    Sequence,
    Shoe,
    Table,
    Violation,
    check_play,
)
from manipulation.testing import (
    Closes,
    DisagreementError,
    Engine,
    MakeEngine,
    OffersMoves,
    Position,
    Proposal,
    ScoresGames,
    Unarrangeable,
    arrangeable,
    cards,
    check_conformance,
    conformance_machine,
    corpus,
    games,
    groups,
    hands,
    illegal_plays,
    legal_plays,
    meld_rules,
    melds,
    moves,
    naturals,
    near_melds,
    positions,
    records,
    retrace,
    rounds,
    rule_sets,
    sequences,
    shoes,
    tables,
    unarrangeable,
)


def strategies() -> None:
    """Each strategy draws the values that it is named after."""
    assert_type(naturals(ranks=[Rank.ACE]), SearchStrategy[Natural])
    assert_type(cards(max_size=3), SearchStrategy[Cards])
    assert_type(hands(min_size=1), SearchStrategy[Cards])
    assert_type(shoes(players=2), SearchStrategy[Shoe])
    assert_type(meld_rules(), SearchStrategy[MeldRules])
    assert_type(rule_sets(), SearchStrategy[Rules])
    assert_type(groups(), SearchStrategy[Group])
    assert_type(sequences(), SearchStrategy[Sequence])
    assert_type(melds(), SearchStrategy[Meld])
    assert_type(near_melds(violation=Violation.TOO_FEW_CARDS), SearchStrategy[Cards])
    assert_type(tables(), SearchStrategy[Table])
    assert_type(arrangeable(), SearchStrategy[Cards])
    assert_type(unarrangeable(), SearchStrategy[Unarrangeable])
    assert_type(positions(playable=True), SearchStrategy[Position])
    assert_type(legal_plays(), SearchStrategy[Proposal])
    assert_type(illegal_plays(), SearchStrategy[Proposal])
    assert_type(rounds(), SearchStrategy[Round])
    assert_type(games(), SearchStrategy[Game])
    assert_type(records(players=2, over=True, rules=Rules()), SearchStrategy[Record])
    assert_type(moves(Round.parse("")), SearchStrategy[Move])


def drawn(position: Position, proposal: Proposal, cannot: Unarrangeable) -> None:
    """What is drawn has its parts by name."""
    assert_type((position.table, position.hand), tuple[Table, Cards])
    assert_type(proposal.play, Play)
    assert_type(check_play(proposal.table, proposal.play, proposal.hand), tuple[Fault, ...])
    assert_type(cannot.cards, Cards)


class Minimal:
    """An engine that an adapter stands before: three methods are enough."""

    def __init__(self, *, players: int, dealer: int, rules: Rules) -> None:
        """Begin a game."""
        self.game = Game.new(players=players, dealer=dealer, rules=rules)

    def deal(self, shoe: Shoe) -> Iterable[str]:
        """Deal."""
        self.game = self.game.deal(shoe)
        return ()

    def apply(self, seat: int, move: Move) -> Iterable[str]:
        """Make a move."""
        self.game = self.game.after(move, seat)
        return ()

    def view(self, seat: int | None) -> GameView:
        """Show a seat what it may know."""
        return self.game.view(seat)


def conformance(whole: OffersMoves, scores: ScoresGames, closes: Closes) -> None:
    """A class is what makes its engines."""
    make: MakeEngine = Minimal
    engine: Engine = make(players=2, dealer=0, rules=Rules())
    assert_type(engine.apply(0, Play()), Iterable[str])
    assert_type(whole.legal_moves(0), Iterable[Move])
    assert_type(scores.final_scores(), abc.Sequence[int] | None)
    closes.close()
    assert_type(conformance_machine(Minimal), type[RuleBasedStateMachine])
    check_conformance(make, players=[2], codes="in_order")
    try:
        retrace(Minimal, "")
    except DisagreementError as error:
        assert_type(str(error), str)


def verdicts() -> None:
    """The corpus is typed values."""
    for case in corpus.check_play_cases():
        assert_type(case.violations, tuple[Violation, ...])
        assert_type(case.legal, bool)
    for scored in corpus.score_round_cases():
        assert_type(scored.scores, tuple[int, ...])
    for best in corpus.best_play_cases():
        assert_type(best.min_points_left, int | None)
    assert_type([case.can_arrange for case in corpus.can_arrange_cases()], list[bool])
