"""A view has no place for what its seat may not know."""

import gc
import pickle
from collections.abc import Iterator
from random import Random
from types import FunctionType, ModuleType

from hypothesis import given
from hypothesis import strategies as st

from manipulation import Cards, Draw, Event, Phase, Round, RoundView, Shoe
from tests.rounds import rounds, some_move, with_hidden_cards_swapped
from tests.values import check_value


def reachable(value: object) -> Iterator[object]:
    """Every object that references lead to, but for code: types, functions and modules."""
    seen, waiting = {id(value)}, [value]
    while waiting:
        one = waiting.pop()
        yield one
        for other in gc.get_referents(one):
            if id(other) not in seen and not isinstance(other, type | FunctionType | ModuleType):
                seen.add(id(other))
                waiting.append(other)


class TestD8:
    """D8: Hand sizes, the stock's size, the table, the scores and who drew how many are public.

    Hands and the order of the stock are not. When the round is over all hands are public.
    """

    @given(rounds())
    def test_a_view_is_of_public_facts_and_ones_own_hand(self, state: Round) -> None:
        """What every seat and a spectator see of a state."""
        for seat in (*range(state.players), None):
            view = state.view(seat)
            assert view.hand == (Cards() if seat is None else state.hands[seat])
            assert view.hand_sizes == tuple(map(len, state.hands))
            assert (view.stock_size, view.table) == (len(state.stock), state.table)
            assert (view.turn, view.dealer, view.rules) == (state.turn, state.dealer, state.rules)
            assert view.hands == (state.hands if state.phase is Phase.OVER else ())

    @given(rounds())
    def test_nothing_in_a_view_leads_to_a_hidden_card(self, state: Round) -> None:
        """No stock, and no cards but those of the view's own hand and the table."""
        if state.phase is Phase.OVER:
            return
        for seat in (*range(state.players), None):
            view = state.view(seat)
            melds = [cards for meld in view.table.melds for cards in (meld.cards,)]
            shown = [view.hand, view.table.cards, *melds]
            for one in reachable(view):
                assert not isinstance(one, Shoe | Round)
                assert not isinstance(one, Cards) or one in shown

    @given(rounds(), st.randoms(use_true_random=False))
    def test_pickles_do_not_tell_hidden_cards(self, state: Round, rng: Random) -> None:
        """They are the same, byte for byte, when only hidden cards differ."""
        if state.phase is Phase.OVER:
            return
        for seat in (*range(state.players), None):
            other = with_hidden_cards_swapped(state, seat, rng)
            assert pickle.dumps(other.view(seat)) == pickle.dumps(state.view(seat))

    @given(rounds())
    def test_when_the_round_is_over_the_stock_stays_hidden(self, state: Round) -> None:
        """All hands are shown, nothing of what is left."""
        rng = Random(1)
        while state.phase is not Phase.OVER:
            state = state.after(some_move(state, rng))
        view = state.view(None)
        assert view.hands == state.hands
        assert view.outcome == state.outcome
        assert not any(isinstance(one, Shoe) for one in reachable(view))
        assert len(view.unseen) >= view.stock_size == len(state.stock)

    @given(rounds())
    def test_views_are_values_with_a_text(self, state: Round) -> None:
        """What is hidden is a number in it."""
        for seat in (*range(state.players), None):
            view = state.view(seat)
            assert RoundView.parse(str(view)) == view
            check_value(view)

    @given(rounds())
    def test_events_tell_what_others_drew_to_nobody(self, state: Round) -> None:
        """The card is in the drawer's own event alone."""
        if state.phase is Phase.OVER:
            return
        move = some_move(state, Random(1))
        for seat in (*range(state.players), None):
            event = state.event(move, seen_by=seat)
            drew = isinstance(move, Draw) and seat == state.to_move
            assert event.card == (state.stock.cards[0] if drew else None)
            over = state.after(move).phase is Phase.OVER
            assert bool(event.hands) == over
            assert Event.parse(str(event)) == event
            check_value(event)
