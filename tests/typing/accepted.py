"""The type of every public name, in the words of a program that uses it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random, SystemRandom
from typing import Literal, assert_type

from manipulation import (
    FINAGLE_MELDS,
    MACHIAVELLI_MELDS,
    MANIPULATION,
    RUMMIKUB_MELDS,
    TAHITI_MELDS,
    VATIKAN_MELDS,
    Ace,
    BestPlay,
    Bot,
    BotError,
    Card,
    Cards,
    Deal,
    Declare,
    DeclaredJoker,
    Difference,
    DoneGames,
    Draft,
    Draw,
    Drawable,
    Ending,
    EndTurn,
    Event,
    FailedGame,
    Fault,
    FinalReason,
    FinalScores,
    Free,
    Game,
    GameView,
    Generator,
    GoingOutBonus,
    GreedyBot,
    Group,
    IllegalMoveError,
    IllegalTableError,
    Join,
    Joker,
    JokerRelease,
    Knock,
    LookaheadBot,
    ManipulationError,
    Mean,
    Meld,
    MeldRules,
    Move,
    Natural,
    NotationError,
    Objective,
    Outcome,
    PatientBot,
    Performance,
    Phase,
    PickUp,
    Picture,
    Play,
    PlayedGame,
    PositionError,
    PutDown,
    RandomBot,
    Rank,
    Record,
    RecordError,
    Results,
    Round,
    RoundPoints,
    RoundReason,
    RoundScore,
    RoundsWonBonus,
    RoundView,
    Rules,
    RulesError,
    SearchLimitError,
    Sequence,
    Share,
    Shoe,
    SimulationError,
    Split,
    Standing,
    Step,
    Suit,
    Sums,
    Table,
    TakeBack,
    Tally,
    TargetBonus,
    Turn,
    UndercutBonus,
    UnfinishedError,
    Violation,
    WhyNot,
    Workers,
    Writable,
    arrange,
    arrangements,
    best_play,
    can_arrange,
    check_play,
    count_arrangements,
    count_plays,
    draw,
    final_scores,
    from_json,
    json_schema,
    judge,
    meld_of,
    parse_card,
    parse_meld,
    parse_move,
    parse_step,
    play_game,
    playable_cards,
    plays,
    replay,
    results_of,
    score_round,
    simulate,
    steps,
    to_json,
    why_not,
)


def errors() -> None:
    """Errors have a message and a place; every one is a `ManipulationError`."""
    every: list[ManipulationError] = [
        *(NotationError("no card"), RulesError(), PositionError(), RecordError("no JSON")),
        *(SearchLimitError(), SimulationError(), IllegalMoveError(()), IllegalTableError(())),
    ]
    assert_type(str(every[0]), str)
    assert_type(NotationError("no card").span, tuple[int, int])
    assert_type(NotationError("no card").caret, str)
    assert_type(RecordError("no JSON").path, str)
    assert_type(RecordError("no JSON").move, int | None)
    assert_type(IllegalMoveError(()).faults, tuple[Fault, ...])
    assert_type(IllegalTableError(()).faults, tuple[Fault, ...])
    assert_type(Violation.DRAW_FIRST.code, str)
    assert_type(Violation.DRAW_FIRST.clause, str)
    assert_type(Violation.DRAW_FIRST.sentence, str)


def cards() -> None:
    """A card is one of three kinds; `match` tells them apart."""
    assert_type(Suit.parse("s"), Suit)
    assert_type(Rank.parse("8"), Rank)
    assert_type(Natural.parse("8s"), Natural)
    assert_type(Joker.parse("*"), Joker)
    assert_type(DeclaredJoker.parse("8s*").stands_for, Natural)
    card: Card = parse_card("8s")
    assert_type(parse_card("8s"), Natural | Joker | DeclaredJoker)
    match card:
        case Natural(rank, suit):
            assert_type(rank, Rank)
            assert_type(suit, Suit)
        case Joker() | DeclaredJoker():
            assert_type(card, Joker | DeclaredJoker)
    hand = Cards.parse("8s")
    assert_type(hand, Cards)
    assert_type(hand + hand, Cards)
    assert_type(hand - hand, Cards)
    assert_type(hand <= Cards(), bool)
    assert_type(len(hand), int)
    assert_type(list(hand), list[Card])
    assert_type(hand.by_suit(), dict[Suit, Cards])
    assert_type(hand.by_rank(), dict[Rank, Cards])


def rules() -> None:
    """Rules are data: for melds, and for the whole game."""
    assert_type(MANIPULATION, Rules)
    assert_type(MANIPULATION.melds, MeldRules)
    for melds in (
        *(FINAGLE_MELDS, MACHIAVELLI_MELDS, RUMMIKUB_MELDS),
        *(TAHITI_MELDS, VATIKAN_MELDS, MeldRules()),
    ):
        assert_type(melds, MeldRules)
        ace: Ace = melds.ace
        assert_type(ace, Literal["high_or_low", "high", "low"])
        release: JokerRelease = melds.joker_release
        assert_type(release, Literal["natural_on_table", "natural_from_hand", "any"])
        assert_type(melds.jokers_per_meld, int | None)
        assert_type(melds.points_of(Cards()), int)
    assert_type(Rules(melds=MeldRules(ace="low"), knock_at=3).hand_size, int)


def melds() -> None:
    """A meld is a group or a sequence, or its faults say why not."""
    meld: Meld = meld_of(Cards.parse("8s 8h 8d"))
    assert_type(parse_meld("8s 8h 8d", rules=RUMMIKUB_MELDS), Group | Sequence)
    match meld:
        case Group():
            assert_type(meld.rank, Rank)
        case Sequence():
            assert_type(meld.suit, Suit)
            assert_type(meld.start, Rank)
    assert_type(Group.parse("8s 8h 8d"), Group)
    assert_type(Sequence.parse("8s 9s Ts"), Sequence)
    assert_type(judge(Cards.parse("8s 8h")), tuple[Fault, ...])
    for fault in judge(Cards()):
        assert_type(fault.violation, Violation)
        assert_type(fault.cards, Cards)
        assert_type(fault.meld, Cards | None)


def table() -> None:
    """A play is the whole table after it; steps lead from one table to another."""
    before = Table.parse("8s 8h 8d", rules=RUMMIKUB_MELDS)
    assert_type(before, Table)
    assert_type(before.melds, tuple[Meld, ...])
    assert_type(before.rules, MeldRules)
    assert_type(before.cards, Cards)
    play = Play.parse("8s 8h 8d 8c")
    assert_type(play, Play)
    assert_type(check_play(before, play, Cards.parse("8c")), tuple[Fault, ...])
    assert_type(before.after(play, hand=Cards.parse("8c")), Table)
    assert_type(steps(before, before), tuple[Step, ...])
    step: Step = parse_step("pick up 8s from 0")
    match step:
        case PickUp(card, number) | PutDown(card, number):
            assert_type(card, Card)
            assert_type(number, int)
        case Split(number, part, new):
            assert_type((number, part, new), tuple[int, Cards, int])
        case Join(number, to):
            assert_type((number, to), tuple[int, int])
        case Declare(joker, place) | Free(joker, place):
            assert_type((joker, place), tuple[DeclaredJoker, int | None])
        case TakeBack(card, place):
            assert_type((card, place), tuple[Card, int | None])
    draft = Draft.of(before, Cards.parse("8c"))
    assert_type(draft.after(step), Draft)
    assert_type(draft.faults(), tuple[Fault, ...])
    assert_type(draft.faults_by_meld(), dict[int, tuple[Fault, ...]])
    assert_type(draft.melds, dict[int, Cards])
    assert_type(draft.play(), Play)


def solver() -> None:
    """The solver takes cards, or a table and a hand, and gives values."""
    hand, lying = Cards.parse("8s"), Table()
    assert_type(can_arrange(hand, rules=RUMMIKUB_MELDS), bool)
    assert_type(arrange(hand, limit=9), Table | None)
    assert_type(arrangements(hand, limit=100), Iterator[Table])
    assert_type(count_arrangements(hand), int)
    reason = why_not(hand)
    assert_type(reason, WhyNot | None)
    aims: tuple[Objective, ...] = ("points", "cards")
    best = best_play(lying, hand, objective=aims[1])
    assert_type(best, BestPlay | None)
    if best is not None:
        assert_type(best.play, Play)
        assert_type(best.table, Table)
        assert_type(best.played, Cards)
        assert_type(best.points_left, int)
        assert_type(best.disturbed, int)
        assert_type(best.disturbed_exact, bool)
    assert_type(plays(lying, hand), Iterator[Cards])
    assert_type(count_plays(lying, hand), int)
    assert_type(playable_cards(lying, hand), Cards)


def scoring() -> None:
    """What a round and a game are worth, and why."""
    score = score_round([3, 9], knocker=0, went_out=(), rules=MANIPULATION)
    assert_type(score_round(iter((3, 9)), knocker=0), RoundScore)
    assert_type(score, RoundScore)
    assert_type(score.winners, tuple[int, ...])
    assert_type(score.scores, tuple[int, ...])
    for reasons in score.reasons:
        assert_type(reasons, tuple[RoundReason, ...])
        assert_type(reasons[0], Difference | UndercutBonus | GoingOutBonus)
    final = final_scores([150, 20], rounds_won=[3, 1])
    assert_type(final_scores(iter((150, 20)), rounds_won=iter((3, 1))), FinalScores)
    assert_type(final, FinalScores)
    for why in final.reasons:
        assert_type(why, tuple[FinalReason, ...])
        assert_type(why[0], RoundPoints | TargetBonus | RoundsWonBonus)


def rounds() -> None:
    """A round goes from state to state; a view knows what its seat may know."""
    chance: list[Generator] = [Random(7), SystemRandom()]
    shoe = Shoe.new(3).shuffled(chance[0])
    assert_type(shoe, Shoe)
    assert_type(Shoe.of("8s").cards, tuple[Card, ...])
    state = Round.deal(shoe, players=3, dealer=0)
    assert_type(state, Round)
    assert_type(Round.parse(str(state)), Round)
    assert_type(state.hands, tuple[Cards, ...])
    assert_type(state.phase, Phase)
    assert_type(state.turn, Turn)
    assert_type(state.to_move, int | None)
    assert_type(state.legal_moves(), tuple[Draw | Knock | EndTurn, ...])
    move: Move = parse_move("draw")
    assert_type(parse_move("draw"), Draw | Knock | EndTurn | Play)
    assert_type(state.check(move, seat=1), tuple[Fault, ...])
    assert_type(state.after(Draw()), Round)
    assert_type(state.playable(), Cards)
    outcome = state.outcome
    assert_type(outcome, Outcome | None)
    if outcome is not None:
        assert_type(outcome.ending, Ending)
        assert_type(outcome.score, RoundScore)
    view = state.view(1)
    assert_type(view, RoundView)
    assert_type(view.hand, Cards)
    assert_type(view.hand_sizes, tuple[int, ...])
    event = state.event(Draw(), seen_by=None)
    assert_type(event, Event)
    assert_type(view.after(event), RoundView)
    assert_type(Round.sample(view, Random(7)), Round)


def games() -> None:
    """A game awaits a deal between rounds; it has standings at any time."""
    game = Game.new(players=3, dealer=0)
    assert_type(game, Game)
    assert_type(game.tally, Tally)
    assert_type(game.round, Round | None)
    assert_type(game.deal(Shoe.new(3)), Game)
    assert_type(game.after(Draw()), Game)
    assert_type(game.standings, tuple[Standing, ...])
    assert_type(game.winners, tuple[int, ...])
    assert_type(game.final, FinalScores | None)
    view = game.view(None)
    assert_type(view, GameView)
    assert_type(view.round, RoundView | None)


def records() -> None:
    """A record replays; `from_json` gives what it is asked for."""
    record = Record.new(["Ann", "Bob"], dealer=0)
    assert_type(record, Record)
    assert_type(record.deals, tuple[Deal, ...])
    assert_type(record.game, Game)
    assert_type(replay(record), Iterator[Game])
    assert_type(record.view(0), Iterator[RoundView | Event])
    assert_type(to_json(record), str)
    assert_type(from_json("", Record), Record)
    assert_type(from_json("", Table), Table)
    assert_type(from_json("", tuple[Table, ...]), tuple[Table, ...])
    move: Move = from_json("", Move)
    assert_type(move, Draw | Play | Knock | EndTurn)
    assert_type(json_schema(Move), dict[str, object])
    drawn: list[Drawable] = [Table(), Cards(), Round.deal(Shoe.new(2), players=2, dealer=0).view(0)]
    assert_type(draw(drawn[0]), Picture)


def simulation() -> None:
    """A bot is whatever chooses a move from a view."""
    bots: list[Bot] = [RandomBot(), GreedyBot(), PatientBot(), LookaheadBot()]
    assert_type(bots[0].choose(Game.new(players=2, dealer=0).view(0), Random(7)), Move)
    results = simulate(iter(bots), games=2, seed=7)
    assert_type(results, Results)
    assert_type(results.bots, tuple[Performance, ...])
    assert_type(results.bots[0].wins, Share)
    assert_type(results.bots[0].points, Mean)
    pools: list[Workers] = [ThreadPoolExecutor(2), ThreadPoolExecutor]
    places: list[Writable] = ["games.jsonl", Path("games.jsonl"), sys.stdout]
    assert_type(simulate(bots, games=2, seed=7, executor=pools[0], records=places[0]), Results)
    assert_type(results.bots[0].points.sums, Sums)
    assert_type(play_game(bots, game=0, seed=7), Record)
    assert_type(results_of(Record.new(["a", "b"], dealer=0), names=iter("ab")), Results)


def unfinished(error: UnfinishedError, failed: BotError) -> None:
    """What a simulation that broke off has done can be gone on from."""
    assert_type(error.done, DoneGames)
    assert_type(error.done.waiting, tuple[PlayedGame, ...])
    assert_type(failed.failed, FailedGame)
