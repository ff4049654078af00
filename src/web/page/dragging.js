// A piece that follows the pointer until it is dropped on a cell.

import { draw } from './dom.js';

/** What can be touched at a point of the screen: a cell, or something beside the board. */
export function touchAt(x, y) {
  return touchOf(document.elementFromPoint(x, y));
}

/** What is touched when this element is. */
export function touchOf(element) {
  const found = element?.closest?.('[data-touch], [data-cell]');
  return found ? found.dataset.touch ?? found.dataset.cell : null;
}

/** Drags a picture of `shape` about; `drop` is told what it was dropped on, if anything. */
export function dragShape(shape, scale, event, { drop, over, end }) {
  const size = 64 * scale;
  const ghost = draw('svg', { class: 'ghost', viewBox: '-32 -32 64 64', width: size, height: size, 'aria-hidden': true }, shape);
  document.body.append(ghost);
  const move = ({ clientX, clientY }) => {
    ghost.style.transform = `translate(${clientX - size / 2}px, ${clientY - size / 2}px)`;
    over(touchAt(clientX, clientY));
  };
  const cancel = () => {
    ghost.remove();
    end();
  };
  move(event);
  return {
    move,
    cancel,
    drop(last) {
      cancel();
      const touch = touchAt(last.clientX, last.clientY);
      if (touch) drop(touch);
    },
  };
}
