// What fingers, mouse and wheel do on the board: tap, hold, drag a piece, move the
// board about, zoom. It knows nothing of pieces: it is told what can be dragged.

const IS_DRAG = 6;
const HOLD = 550;
const WHEEL = 0.0016;

/**
 * `does` has
 *   tap(target, event)     something was touched, also from a screen reader
 *   hold(target)           it was touched for long, or with the Alt key
 *   drag(target, event)    it is being dragged: gives `{move(event), drop(event), cancel()}`, or null
 *   pan(right, down), zoom(factor, at)
 */
export function gestures(svg, does) {
  const pointers = new Map();
  let start = null;
  let dragged = null;
  let isPanning = false;
  let isSpent = false;
  let holding = 0;

  const middle = () => {
    const [first, second] = [...pointers.values()];
    return { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2, apart: Math.hypot(first.x - second.x, first.y - second.y) };
  };

  function stopHolding() {
    clearTimeout(holding);
    holding = 0;
  }

  function finish(event, isCancelled) {
    stopHolding();
    if (dragged && isCancelled) dragged.cancel();
    else if (dragged) dragged.drop(event);
    dragged = null;
    isPanning = false;
    svg.classList.remove('panning');
  }

  svg.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pointers.size > 1) {
      if (dragged) dragged.cancel();
      dragged = null;
      isSpent = true;
      stopHolding();
      return;
    }
    start = { x: event.clientX, y: event.clientY, target: event.target };
    isSpent = false;
    stopHolding();
    if (event.pointerType !== 'mouse') {
      holding = setTimeout(() => {
        isSpent = true;
        does.hold(start.target);
      }, HOLD);
    }
  });

  function begin(event) {
    if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < IS_DRAG) return;
    stopHolding();
    isSpent = true;
    svg.setPointerCapture(event.pointerId);
    dragged = does.drag(start.target, event);
    isPanning = !dragged;
    svg.classList.toggle('panning', isPanning);
  }

  svg.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    if (pointers.size === 2) {
      const old = middle();
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const now = middle();
      does.pan(now.x - old.x, now.y - old.y);
      if (old.apart > 0) does.zoom(now.apart / old.apart, now);
      return;
    }
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (!dragged && !isPanning && !isSpent) begin(event);
    if (dragged) dragged.move(event);
    else if (isPanning) does.pan(event.clientX - before.x, event.clientY - before.y);
  });

  for (const name of ['pointerup', 'pointercancel']) {
    svg.addEventListener(name, (event) => {
      if (pointers.delete(event.pointerId)) finish(event, name === 'pointercancel');
    });
  }

  svg.addEventListener('click', (event) => {
    if (isSpent) isSpent = false;
    else if (event.altKey) does.hold(event.target);
    else does.tap(event.target, event);
  });

  // A long touch opens no menu of the browser's: it asks why not.
  svg.addEventListener('contextmenu', (event) => {
    if (event.target.closest('[data-cell]')) event.preventDefault();
  });

  svg.addEventListener('wheel', (event) => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 20 : 1;
    does.zoom(Math.exp(-event.deltaY * lines * WHEEL), { x: event.clientX, y: event.clientY });
  }, { passive: false });
}
