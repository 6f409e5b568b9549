// @ts-check
// What has happened and what is to be done, in words.

import { cardsOf, counted, listed, meldsOf, say, sayAll, signs } from "./words.js";

/** @typedef {Record<string, any>} Message */

/**
 * Take cards away from others, one for one; a joker is a joker.
 * @param {string[]} cards
 * @param {string[]} others
 */
function beyond(cards, others) {
  const rest = others.map(bare);
  return cards.filter((card) => {
    const at = rest.indexOf(bare(card));
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

/** @param {string} card */
const bare = (card) => (card.endsWith("*") ? "*" : card);

/**
 * The cards that a play adds to the table before it.
 * @param {string} table
 * @param {string} play
 */
export const added = (table, play) =>
  beyond(meldsOf(play).flatMap(cardsOf), meldsOf(table).flatMap(cardsOf));

/**
 * An event in one sentence.
 * @param {Message} event
 * @param {string} table the table before it
 * @param {(seat: number) => string} name
 * @param {boolean} own
 */
export function sayEvent(event, table, name, own) {
  const who = own ? "You" : name(event.seat);
  const does = (/** @type {string} */ verb) => `${who} ${verb}${own ? "" : "s"}`;
  switch (event.move) {
    case "draw":
      return event.card ? `${does("draw")} the ${say(event.card)}.` : `${does("draw")} a card.`;
    case "knock":
      return `${does("knock")}.`;
    case "end":
      return `${does("end")} the turn.`;
    default:
      return `${does("play")} ${sayAll(added(table, event.move))}.`;
  }
}

/**
 * What the one who sits here can do now.
 * @param {Message} position
 * @param {(seat: number) => string} name
 * @param {number | null} seat
 */
export function sayTurn(position, name, seat) {
  const round = position.view.round;
  if (!round) return "The game begins when every seat is taken.";
  const { to_move: toMove, phase, drawn } = round.turn;
  if (position.final) {
    const { scores, winners } = position.final;
    const wins = winners.length === 1 ? "wins" : "win";
    return `The game is over: ${listed(winners.map(name))} ${wins} with ${scores[winners[0]]}.`;
  }
  if (phase === "over") return "The round is over.";
  if (toMove !== seat) return `It is ${name(toMove)}’s turn.`;
  const may = (/** @type {string} */ move) => position.legal.includes(move);
  switch (phase) {
    case "draw":
      return "Your turn: draw a card.";
    case "meld":
      if (may("draw")) return `Card ${drawn} drawn: meld, or draw the next.`;
      return "The stock is empty: meld, or end your turn.";
    case "last_lap":
      return "Last lap: meld, or end your turn.";
    default:
      return may("knock") ? "End your turn, or knock." : "Your turn is complete: end it.";
  }
}

/**
 * How a round ended.
 * @param {Message} outcome
 * @param {(seat: number) => string} name
 */
export function sayOutcome(outcome, name) {
  const { knocker, went_out: out, points, score } = outcome;
  const end =
    knocker === null
      ? "The last lap is over."
      : out.length
        ? `${name(knocker)} went out.`
        : `${name(knocker)} knocked with ${counted(points[knocker], "point")}.`;
  const winners = score.winners.map(name);
  const won = winners.length === 1 ? "wins" : "win";
  return `${end} ${listed(winners)} ${won} the round.`;
}

/**
 * Why a seat has points from a round or in the end.
 * @param {Message} reason
 * @param {(seat: number) => string} name
 */
export function sayReason(reason, name) {
  switch (reason.reason) {
    case "Difference":
      return `Difference to ${name(reason.seat)}: ${reason.points}`;
    case "UndercutBonus":
      return `Undercut bonus: ${reason.points}`;
    case "GoingOutBonus":
      return `Going-out bonus: ${reason.points}`;
    case "RoundPoints":
      return `Points of all rounds: ${reason.points}`;
    case "TargetBonus":
      return `Target reached: ${reason.points}`;
    default:
      return `${counted(reason.rounds, "round")} won: ${reason.points}`;
  }
}

/**
 * A step in words, on the layout as it is before the step.
 * @param {import("./layout.js").Step} step
 * @param {import("./layout.js").Layout} layout
 */
export function sayStep(step, layout) {
  const cards = signs(step.cards);
  const meld = (/** @type {number | null} */ number) => {
    const found = layout.melds.find((one) => one.number === number);
    return found ? `[${signs(found.cards.map(({ card }) => card))}]` : "a new meld";
  };
  switch (step.kind) {
    case "pick up":
      return `Take ${cards} from ${meld(step.meld)}`;
    case "put down":
      return `Put ${cards}${step.hand ? " from your hand" : ""} into ${meld(step.to)}`;
    case "split":
      return `Split ${cards} off ${meld(step.meld)}`;
    case "join":
      return `Join ${meld(step.meld)} to ${meld(step.to)}`;
    case "declare":
      return `Let the joker stand for ${signs([step.cards[0].slice(0, 2)])}`;
    case "free":
      return `Free the joker ${cards}`;
    default:
      return `Take ${cards} back`;
  }
}
