// Says things: to screen readers through a polite live region, and to everybody in a
// note that goes away by itself.

import { button, byId, make } from './dom.js';

let pending = [];

/** Read out when there is a pause. What comes at the same time is read as one. */
export function announce(words) {
  if (!words) return;
  if (pending.length === 0) {
    setTimeout(() => {
      byId('live').textContent = pending.join('. ');
      pending = [];
    }, 60);
  }
  if (!pending.includes(words)) pending.push(words);
}

const SHOWN_FOR = 9000;

/** A short note in the corner, for what has no better place. Gives a function that closes it. */
export function note(words, { error = false } = {}) {
  const box = make('div', { class: error ? 'note wrong' : 'note' }, make('p', {}, words));
  const close = () => box.remove();
  box.append(button('✕', close, { class: 'quiet', 'aria-label': 'Close this note' }));
  byId('notes').append(box);
  announce(words);
  setTimeout(close, SHOWN_FOR);
  return close;
}

/** Does something with the server; what goes wrong is said. Gives undefined then. */
export async function attempt(work) {
  try {
    return await work();
  } catch (problem) {
    note(problem.words ?? problem.message, { error: true });
    return undefined;
  }
}
