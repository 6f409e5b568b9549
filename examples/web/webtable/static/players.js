// @ts-check
// Who sits where, and the seats that are open.

import { byId, keep, kept, make } from "./dom.js";
import { counted } from "./words.js";

/** @typedef {Record<string, any>} Message */

/**
 * @param {Message[]} seats
 * @param {Message | null} position
 * @param {number | null} own
 */
export function showPlayers(seats, position, own) {
  const round = position?.view.round;
  const focused = document.activeElement;
  const list = seats.map((seat) => {
    const number = seat.seat;
    const turn = round && round.turn.to_move === number;
    const backs = make("span", { class: "backs", "aria-hidden": "true" });
    backs.style.width = `${round && number !== own ? Math.min(round.hand_sizes[number], 30) * 5 : 0}px`;
    const facts = [];
    if (round) facts.push(counted(round.hand_sizes[number], "card"));
    if (position) facts.push(counted(position.view.tally.totals[number], "point"));
    const marks = [];
    if (round && round.dealer === number) marks.push("dealer");
    if (turn && round.turn.drawn) marks.push(`drew ${round.turn.drawn}`);
    if (!seat.open && !seat.here) marks.push("away");
    const name = seat.open ? "Open seat" : seat.name;
    return make(
      "li",
      {
        class: ["player", turn ? "turn" : "", number === own ? "own" : "", seat.here ? "" : "away"].join(" "),
        "data-seat": String(number),
        "aria-current": turn ? "true" : false,
      },
      make("span", { class: "initial", "aria-hidden": "true" }, seat.open ? "?" : [...name][0]),
      make(
        "span",
        { class: "about" },
        make("strong", {}, number === own ? `${name} (you)` : name),
        make("span", { class: "facts" }, ...facts.map((fact) => make("span", {}, fact)), backs),
        make("span", { class: "marks" }, turn ? ["to move", ...marks].join(" · ") : marks.join(" · ")),
      ),
    );
  });
  byId("seats").replaceChildren(make("ol", { class: "players" }, ...list));
  if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
}

/**
 * Offer the open seats, and the seats that this browser had.
 * @param {object} what
 * @param {Message[]} what.seats
 * @param {Record<string, string>} what.tokens the tokens of this browser's seats in this room
 * @param {(seat: number, name: string) => void} what.sit
 * @param {(seat: number) => void} what.comeBack
 */
export function showJoin({ seats, tokens, sit, comeBack }) {
  const section = byId("join");
  const open = seats.filter((seat) => seat.open);
  const mine = seats.filter((seat) => tokens[seat.seat] && !seat.open);
  section.hidden = false;
  const name = /** @type {HTMLInputElement | null} */ (document.getElementById("name"));
  const value = name?.value ?? kept(localStorage, "name") ?? "";
  const focused = document.activeElement === name;
  const parts = [make("h2", {}, open.length || mine.length ? "Take a seat" : "You are looking on")];
  if (mine.length) {
    const back = mine.map((seat) =>
      make("button", { type: "button", click: () => comeBack(seat.seat) }, `Come back as ${seat.name}`),
    );
    parts.push(make("p", { class: "choices" }, ...back));
  }
  if (open.length) {
    const input = make("input", { id: "name", maxlength: "24", autocomplete: "nickname", value });
    const choose = (/** @type {number} */ seat) => {
      const wanted = input.value.trim() || `Player ${seat + 1}`;
      keep(localStorage, "name", wanted);
      sit(seat, wanted);
    };
    const chairs = open.map((seat) =>
      make("button", { type: "button", class: "primary", click: () => choose(seat.seat) }, `Sit at seat ${seat.seat + 1}`),
    );
    parts.push(
      make("p", { class: "named" }, make("label", { for: "name" }, "Your name"), input),
      make("p", { class: "choices" }, ...chairs),
    );
  } else if (!mine.length) {
    parts.push(make("p", {}, "Every seat is taken. You see what everyone sees, and no hand."));
  }
  section.replaceChildren(...parts);
  if (focused) document.getElementById("name")?.focus();
}
