"""What a type checker must refuse: mypy reports an `ignore` of what it does not refuse."""

from __future__ import annotations

from manipulation import (
    MANIPULATION,
    Card,
    Cards,
    DeclaredJoker,
    Draft,
    Draw,
    Game,
    GameView,
    Group,
    Joker,
    Knock,
    MeldRules,
    Natural,
    Play,
    Rank,
    Round,
    RoundView,
    Rules,
    Sequence,
    Shoe,
    Table,
    best_play,
    can_arrange,
    check_play,
    final_scores,
    from_json,
    parse_card,
    score_round,
    simulate,
)


def values_do_not_change(card: Natural, hand: Cards, table: Table, state: Round) -> None:
    """Everything that holds data is frozen."""
    card.rank = Rank.ACE  # type: ignore[misc]
    hand.counts = b""  # type: ignore[misc]
    table.rules = MANIPULATION.melds  # type: ignore[misc]
    table.melds.append(table.melds[0])  # type: ignore[attr-defined]
    state.dealer = 1  # type: ignore[misc]
    state.turn.phase = state.phase  # type: ignore[misc]
    hand[Joker()] = 2  # type: ignore[index]
    MANIPULATION.knock_at = 9  # type: ignore[misc]


def cards_are_no_texts(table: Table, hand: Cards) -> None:
    """Text is read first: no function takes it for a value."""
    can_arrange("8s 8h 8d")  # type: ignore[arg-type]
    check_play(table, "8s 8h 8d", hand)  # type: ignore[arg-type]
    table.after(Play(), hand="8s")  # type: ignore[arg-type]
    Natural("8", "s")  # type: ignore[arg-type]
    _ = hand + "8s"  # type: ignore[operator]
    hand.count(8)  # type: ignore[arg-type]


def only_naturals_are_stood_for(joker: Joker) -> None:
    """A joker stands for a card that has a rank and a suit."""
    DeclaredJoker(joker)  # type: ignore[arg-type]
    _ = joker.rank  # type: ignore[attr-defined]


def kinds_are_told_apart(card: Card, meld: Group | Sequence) -> None:
    """What only one kind has is asked only when the kind is known."""
    _ = card.rank  # type: ignore[union-attr]
    _ = meld.suit  # type: ignore[union-attr]
    _ = parse_card("8s").stands_for  # type: ignore[union-attr]


def rules_are_words() -> None:
    """House rules choose among stated words, by name."""
    MeldRules(ace="middle")  # type: ignore[arg-type]
    MeldRules(joker_release="never")  # type: ignore[arg-type]
    Rules(knock_at="5")  # type: ignore[arg-type]
    can_arrange(Cards(), rules=MANIPULATION)  # type: ignore[arg-type]
    Round.deal(Shoe.new(3), players=3, dealer=0, rules=MeldRules())  # type: ignore[arg-type]
    Table.parse("", rules=MANIPULATION)  # type: ignore[arg-type]


def what_follows_has_a_name(table: Table, hand: Cards, shoe: Shoe) -> None:
    """From the second argument on, arguments have their names."""
    table.after(Play(), hand)  # type: ignore[call-arg]
    can_arrange(hand, MANIPULATION.melds)  # type: ignore[call-arg]
    best_play(table, hand, "cards")  # type: ignore[call-arg]
    best_play(table, hand, objective="melds")  # type: ignore[arg-type]
    Round.deal(shoe, 3, 0)  # type: ignore[call-arg]
    score_round([1, 2], 0)  # type: ignore[call-arg]
    final_scores([1, 2], [0, 1])  # type: ignore[call-arg]
    Game.new(3, 0)  # type: ignore[call-arg]


def a_view_has_no_secrets(view: RoundView, game: GameView) -> None:
    """There is no stock in a view, only its size; moves are made in a round."""
    _ = view.stock  # type: ignore[attr-defined]
    view.after(Draw())  # type: ignore[arg-type]
    _ = game.round.stock  # type: ignore[union-attr]
    game.deal(Shoe.new(2))  # type: ignore[attr-defined]


def an_answer_may_be_none(table: Table, hand: Cards, state: Round) -> None:
    """Where there may be no answer, that is asked first."""
    _ = best_play(table, hand).table  # type: ignore[union-attr]
    _ = state.outcome.score  # type: ignore[union-attr]
    _ = state.hands[state.to_move]  # type: ignore[index]


def moves_are_moves(state: Round, draft: Draft, table: Table) -> None:
    """A move is a draw, a knock, the end of the turn, or a play."""
    state.after("draw")  # type: ignore[arg-type]
    state.after(table)  # type: ignore[arg-type]
    state.after(Knock)  # type: ignore[arg-type]
    draft.after(Draw())  # type: ignore[arg-type]
    text: str = from_json("", Cards)  # type: ignore[assignment]
    simulate([text], games=1, seed=1)  # type: ignore[list-item]
