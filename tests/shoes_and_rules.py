"""Shoes and rules to draw from."""

from attrs import evolve

from manipulation import MANIPULATION, Cards, Joker, Shoe

ONE_DECK = Shoe.new(2)


TWO_DECKS = Shoe.new(3)


NO_JOKERS = Shoe(card for card in TWO_DECKS if card != Joker())


PLAIN = MANIPULATION.melds


ACES = [evolve(PLAIN, ace=ace) for ace in ("high_or_low", "high", "low")]


LIMITED = [evolve(PLAIN, jokers_per_meld=most) for most in (0, 1, 2)]


HELD = evolve(PLAIN, joker_release="natural_from_hand")


FREE = evolve(PLAIN, joker_release="any")


def within(some: Cards, shoe: Shoe) -> bool:
    """Tell whether all the cards are in a shoe."""
    return some.undeclared_again <= Cards(shoe)
