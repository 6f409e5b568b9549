"""Pages in the middle of a turn, to test from there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playing import MousePlayer, Screen, Window, way_of

from manipulation import Draw

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from serving import Server


def in_mid_turn(
    server: Server, browser: Browser, screen: Screen, *, bots: tuple[str, ...] = ("greedy",)
) -> Window:
    """Sit down, and go on until something can be played and lies on the table."""
    room = server.open_room(["person", *bots])
    window = Window.open(browser, f"{server.address}/t/{room}", screen)
    window.sit(0, "Mia")
    player = MousePlayer(window)
    window.wait_for(1)
    for _ in range(200):
        number, state = window.number, window.view.round
        assert state is not None
        if state.to_move == 0 and state.may_meld and state.table.melds and way_of(state):
            return window
        if state.to_move == 0 and state.may_meld and Draw() in state.legal_moves():
            player.press(f"Draw card {state.drawn + 1}")
            window.wait_for(number + 1)
        elif state.to_move == 0:
            player.move_on()
        else:
            window.page.wait_for_timeout(30)
    raise AssertionError("nothing could be played")


def first_step(window: Window) -> str:
    """Put a card that can be played into a meld of its own, and give it."""
    card = window.page.locator("#hand .card.glowing").first
    card.wait_for()
    text = card.get_attribute("data-card")
    assert text is not None
    MousePlayer(window).bring([text], "#hand", "#new-meld")
    if text == "*":
        window.page.locator("#picker[open] .pick").first.click()
    window.page.wait_for_selector(".meld.wrong .card.fresh")
    return text
