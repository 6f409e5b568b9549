// @ts-check
// Cards in notation, said in words.

/** @type {Record<string, string>} */
const RANKS = { A: "ace", T: "10", J: "jack", Q: "queen", K: "king" };
/** @type {Record<string, string>} */
export const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
/** @type {Record<string, string>} */
const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };

/**
 * The cards of a text in notation, one by one.
 * @param {string} text
 * @returns {string[]}
 */
export function cardsOf(text) {
  return text.split(/[\s,]+/).filter(Boolean);
}

/**
 * The melds of a table in notation, each a text.
 * @param {string} text
 * @returns {string[]}
 */
export function meldsOf(text) {
  return text.trim() ? text.split("|").map((meld) => meld.trim()) : [];
}

/** @param {string} card */
export const isJoker = (card) => card.endsWith("*");

/** @param {string} card */
export const isDeclared = (card) => card.length === 3;

/**
 * A card as it is read out: "8 of spades", "joker standing for 8 of spades".
 * @param {string} card
 */
export function say(card) {
  if (card === "*") return "joker";
  const [rank, suit] = card;
  const name = `${RANKS[rank] ?? rank} of ${SUITS[suit]}`;
  return isJoker(card) ? `joker standing for ${name}` : name;
}

/**
 * A card as it is shown in a line of text: 8♠, a joker as ★ or 8♠★.
 * @param {string} card
 */
export function sign(card) {
  if (card === "*") return "★";
  return `${card[0] === "T" ? "10" : card[0]}${SIGNS[card[1]]}${isJoker(card) ? "★" : ""}`;
}

/** @param {string[]} cards */
export const sayAll = (cards) => listed(cards.map(say));

/** @param {string[]} cards */
export const signs = (cards) => cards.map(sign).join(" ");

/** @param {string[]} parts */
export function listed(parts) {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}`;
}

/**
 * @param {number} count
 * @param {string} noun
 */
export const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/**
 * A fault in words: its sentence, and the cards that it is about if they are not the whole meld.
 * @param {{sentence: string, clause: string, cards: string, meld: string | null}} fault
 */
export function sayFault(fault) {
  const cards = fault.cards === fault.meld ? [] : cardsOf(fault.cards);
  return fault.sentence + (cards.length ? ` (${signs(cards)})` : "");
}

const ORDER_OF_RANKS = "A23456789TJQK";

/**
 * Put the cards of a hand in order, for the eye alone.
 * @param {string[]} cards
 * @param {"suit" | "rank"} by
 */
export function inOrder(cards, by) {
  const key = (/** @type {string} */ card) => {
    if (card === "*") return 10_000;
    const rank = ORDER_OF_RANKS.indexOf(card[0]);
    const suit = "cdsh".indexOf(card[1]);
    return by === "suit" ? suit * 100 + rank : rank * 100 + suit;
  };
  return [...cards].sort((one, other) => key(one) - key(other));
}
