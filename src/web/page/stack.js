// What lies on a cell, from top to bottom, in a small panel beside it.

import { make, replace } from './dom.js';
import { pieceIcon } from './pieces.js';

export function stackPanel() {
  const element = make('div', { id: 'stack', class: 'stack-panel', hidden: true });
  let shown = '';

  function fill(cell, pieces, isTile) {
    const now = JSON.stringify([cell, pieces]);
    if (now === shown) return;
    shown = now;
    const topDown = [...pieces].reverse();
    replace(element,
      make('p', {}, pieces.length > 1 ? `${cell}, from the top` : cell),
      make('ol', {}, topDown.map((piece) => make('li', {}, pieceIcon(piece, { tile: isTile, size: 30 }), `${piece.name} (${piece.text})`))));
  }

  return {
    element,
    show(cell, pieces, isTile, beside, within) {
      fill(cell, pieces, isTile);
      element.hidden = false;
      const cellBox = beside.getBoundingClientRect();
      const box = within.getBoundingClientRect();
      const right = cellBox.right - box.left + 8;
      const left = cellBox.left - box.left - element.offsetWidth - 8;
      const top = Math.min(cellBox.top - box.top, box.height - element.offsetHeight - 4);
      const fitsRight = right + element.offsetWidth < box.width;
      const isNarrow = !fitsRight && left < 0;
      element.style.left = `${isNarrow ? 4 : fitsRight ? right : left}px`;
      element.style.top = `${Math.max(4, isNarrow ? box.height - element.offsetHeight - 4 : top)}px`;
    },
    hide() {
      element.hidden = true;
    },
  };
}
