// @ts-check
// The stock and, when the round is over, all hands.

import { back } from "./cards.js";
import { byId, make } from "./dom.js";
import { row } from "./felt.js";
import { sayOutcome } from "./says.js";
import { cardsOf } from "./words.js";

/** @typedef {Record<string, any>} Message */

/**
 * @param {Message | null} position
 * @param {Message[]} outcomes
 * @param {(seat: number) => string} name
 */
export function showStock(position, outcomes, name) {
  const round = position?.view.round;
  const stock = byId("stock");
  stock.hidden = !round;
  if (!round) return;
  const may = position.legal.includes("draw");
  stock.classList.toggle("may", may);
  stock.setAttribute("aria-label", `Stock, ${round.stock_size} cards${may ? ": draw a card" : ""}`);
  if (!byId("stock-back").firstChild) byId("stock-back").append(/** @type {Node} */ (back()));
  byId("stock-size").textContent = String(round.stock_size);
  const reveal = byId("reveal");
  const outcome = outcomes[outcomes.length - 1];
  if (round.turn.phase !== "over") {
    reveal.replaceChildren();
  } else if (outcome && !reveal.firstChild) {
    reveal.append(
      make("h2", {}, sayOutcome(outcome, name)),
      hands(round.hands, outcome.points, name),
    );
  }
}

/**
 * The hands as they were when the round ended.
 * @param {string[]} hands
 * @param {number[]} points
 * @param {(seat: number) => string} name
 */
function hands(hands, points, name) {
  return make(
    "div",
    { class: "hands" },
    ...hands.map((hand, seat) =>
      make(
        "div",
        { class: "shown" },
        make("h3", {}, `${name(seat)}: ${points[seat]} left`),
        cardsOf(hand).length ? row(hand) : make("p", {}, "No card left."),
      ),
    ),
  );
}
