// Draws pieces: a tile or a disc in the colour of its player, with the shape that
// art.svg has for it, or with its text; a plain disc has neither.

import { draw, make } from './dom.js';

/** The shapes stand at the end of the page, where pieces refer to them. */
const known = new Set([...document.querySelectorAll('.art symbol')].map((symbol) => symbol.id));

/** The corners of an outline, a part of their distance from the middle. */
export const scaled = (outline, part) => outline.map(([x, y]) => `${round(x * part)},${round(y * part)}`).join(' ');

const round = (number) => Math.round(number * 100) / 100;

/** The radius of the largest circle inside of an outline around 0,0. */
export function inside(outline) {
  const distances = outline.map(([x, y], number) => {
    const [nextX, nextY] = outline[(number + 1) % outline.length];
    return Math.hypot((x + nextX) / 2, (y + nextY) / 2);
  });
  return distances.length ? Math.min(...distances) : 22;
}

/** How a piece looks, around 0,0. `shape` is `{outline, tile}`: its cell, and whether it
 *  fills it as a tile or stands on it as a disc. */
export function pieceShape(piece, { outline, tile }) {
  const room = inside(outline);
  const tint = piece.tint ? `tint-${piece.tint}` : 'no-tint';
  const art = piece.art && known.has(`art-${piece.art}`) ? piece.art : null;
  const group = draw('g', { class: `piece ${tint}${art ? ` has-art bug-${art}` : ''}` });
  if (piece.tint) {
    const body = tile
      ? draw('polygon', { class: 'body', points: scaled(outline, 0.91) })
      : draw('circle', { class: 'body', r: round(room * 0.8) });
    group.append(body);
  }
  if (piece.art === 'disc' && piece.tint) return group;
  if (art) {
    const size = room * (tile ? 1.28 : 1.1);
    const up = room * (tile ? 0.2 : 0.16);
    group.append(
      draw('use', { href: `#art-${art}`, x: round(-size / 2), y: round(-size / 2 - up), width: round(size), height: round(size) }),
      text(piece.text, room * 0.34, room * (tile ? 0.66 : 0.54)),
    );
  } else {
    group.append(text(piece.text, fitting(piece.text, room), 0));
  }
  return group;
}

function text(words, height, y) {
  return draw('text', { class: 'ink', y: round(y + height * 0.35), 'font-size': round(height) }, words);
}

/** How high text may be to fit into a piece. */
function fitting(words, room) {
  return Math.max(4, Math.min(room * 0.85, (room * 1.3) / (0.66 * Math.max(1, words.length))));
}

const TILE = { outline: [0, 1, 2, 3, 4, 5].map((corner) => {
  const angle = (Math.PI / 3) * (corner + 0.5);
  return [28 * Math.cos(angle), 28 * Math.sin(angle)];
}), tile: true };
const DISC = { outline: [[-22, -22], [22, -22], [22, 22], [-22, 22]], tile: false };

/** A piece by itself, for hands and palettes. */
export function pieceIcon(piece, { tile, size = 40 }) {
  return draw('svg', { class: 'icon', viewBox: '-26 -28 52 56', width: size, height: size, 'aria-hidden': true },
    pieceShape(piece, tile ? TILE : DISC));
}

/** A small disc in a player's colour. */
export function tintDot(tint) {
  return make('span', { class: `dot tint-${tint}`, 'aria-hidden': true });
}
