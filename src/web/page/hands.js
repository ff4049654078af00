// What players hold beside the board. Each item is a button, and can be dragged onto
// the board.

import { button, draw, make, replace, whenChanged } from './dom.js';
import { dragShape } from './dragging.js';
import { pieceIcon, tintDot } from './pieces.js';
import { possible } from './touching.js';

const IS_DRAG = 6;

/** `does` has `touch(touch)`, `hold(touch)`, `dragFrom(touch)`, `canDrag(touch)`. */
export function hands(table, does) {
  const near = make('div', { class: 'hands', id: 'hands-near' });
  const far = make('div', { class: 'hands', id: 'hands-far' });

  function item(thing, { isTile, isSelected, isTarget, isStart, isConsidered }) {
    const count = thing.count ?? 1;
    const can = isTarget ? ', can be touched next' : isStart ? ', can be played' : '';
    const classes = ['hand-item', isSelected && 'selected', isTarget && 'target', isStart && 'start', isConsidered && 'considering', count === 0 && 'none'];
    const made = button([
      pieceIcon(thing, { tile: isTile, size: 46 }),
      make('span', { class: 'times', 'aria-hidden': 'true' }, String(count)),
      make('span', { class: 'unseen' }, `${thing.name}, ${count} in hand${can}`),
    ],
      (event) => (event.altKey ? does.hold(thing.touch) : does.touch(thing.touch)), {
        class: classes.filter(Boolean).join(' '),
        'data-touch': thing.touch,
        'aria-pressed': String(isSelected),
        title: thing.name,
      });
    draggable(made, thing, isTile);
    return made;
  }

  function draggable(element, thing, isTile) {
    let start = null;
    let dragged = null;
    let isSpent = false;
    element.addEventListener('pointerdown', (event) => {
      start = event;
      isSpent = false;
      // A quick pointer leaves the button before it is seen to move.
      if (does.canDrag(thing.touch)) element.setPointerCapture(event.pointerId);
    });
    element.addEventListener('pointermove', (event) => {
      if (dragged) dragged.move(event);
      else if (start && !isSpent && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > IS_DRAG && does.canDrag(thing.touch)) {
        isSpent = true;
        const icon = pieceIcon(thing, { tile: isTile }).firstChild;
        dragged = dragShape(draw('g', {}, icon), 1.2, event, {
          over: () => {},
          end: () => {},
          drop: (under) => {
            if (under !== thing.touch) does.drop(thing.touch, under);
          },
        });
      }
    });
    const finish = (event, isCancelled) => {
      start = null;
      if (dragged && isCancelled) dragged.cancel();
      else if (dragged) dragged.drop(event);
      dragged = null;
    };
    element.addEventListener('pointerup', (event) => finish(event, false));
    element.addEventListener('pointercancel', (event) => finish(event, true));
    element.addEventListener('click', (event) => {
      if (isSpent) event.stopImmediatePropagation();
      isSpent = false;
    }, { capture: true });
  }

  function hand({ side, items, words }, sides, isTile, signs) {
    const tint = sides.find((known) => known.side === side)?.tint;
    const things = items.map((thing) => item(thing, {
      isTile,
      isSelected: signs.touched.includes(thing.touch),
      isTarget: signs.next.includes(thing.touch),
      isStart: signs.starts.includes(thing.touch),
      isConsidered: signs.considering === thing.touch,
    }));
    return make('section', { class: 'hand', 'aria-label': `Hand of ${side}` },
      make('span', { class: 'hand-name' }, tint ? tintDot(tint) : null, side),
      things.length ? make('div', { class: 'hand-items' }, things) : make('span', { class: 'faint' }, words || 'nothing in hand'));
  }

  const update = whenChanged((held, sides, isTile, signs) => {
    const drawn = held.map((one) => hand(one, sides, isTile, signs));
    const isFirst = (one) => one.side === sides[0]?.side;
    replace(near, drawn.filter((_, number) => isFirst(held[number])));
    replace(far, drawn.filter((_, number) => !isFirst(held[number])));
    near.hidden = !near.childNodes.length;
    far.hidden = !far.childNodes.length;
  });

  return {
    near,
    far,
    update() {
      const { view, touched } = table;
      const next = touched.length ? [...possible(view.actions, touched).next] : [];
      const starts = touched.length || !table.isOwnTurn ? [] : [...possible(view.actions, []).next];
      const sides = table.state.sides.map(({ side, tint }) => ({ side, tint }));
      update(view.hands, sides, view.board.kind === 'plane', { touched, next, starts, considering: table.considering?.touch });
    },
  };
}
