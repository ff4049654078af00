// Who is to move, how it stands, how it ended and why; and whom the table waits for.

import { make, replace, whenChanged } from './dom.js';
import { tintDot } from './pieces.js';

export function statusPanel() {
  const standing = make('p', { id: 'standing' });
  const outcome = make('p', { id: 'outcome', hidden: true });
  const waiting = make('p', { id: 'waiting', hidden: true });
  const captions = make('ul', { id: 'captions', class: 'captions' });
  const element = make('div', { class: 'status' }, standing, outcome);

  const update = whenChanged((view, sides, waits) => {
    const side = sides.find((known) => known.side === view.turn);
    const again = view.repetitions > 1 ? make('span', { class: 'faint', id: 'repetitions' }, `for the ${ordinal(view.repetitions)} time`) : null;
    replace(standing, side && !view.outcome ? tintDot(side.tint) : null, view.standing, again);
    const words = view.outcome?.words;
    // The standing tells the end of most games; not that of one where nothing can be played.
    outcome.hidden = !words || !view.standing.includes('to move');
    outcome.textContent = words ?? '';
    standing.classList.toggle('over', Boolean(view.outcome));
    waiting.hidden = !waits;
    waiting.textContent = waits ?? '';
    replace(captions, view.captions.map((caption) => make('li', {}, caption)));
    captions.hidden = view.captions.length === 0;
  });

  return {
    element,
    waiting,
    captions,
    update(table) {
      const { turn, standing: words, outcome: ended, captions: lines, repetitions } = table.view;
      update({ turn, standing: words, outcome: ended, captions: lines, repetitions }, table.state.sides, waitsFor(table));
    },
  };
}

const ordinal = (number) => ({ 2: '2nd', 3: '3rd' })[number] ?? `${number}th`;

/** What the person at this window waits for, if for anything. */
function waitsFor(table) {
  const { waits_for: waits, pace } = table.state;
  if (table.mode !== 'live' || !waits || table.thinking || table.considering) return null;
  if (waits.who === 'human') return table.mayMoveFor(waits.side) ? null : `Waiting for ${waits.side}, who plays elsewhere`;
  return pace === 'play' ? null : `The machine waits: Play or Step lets ${waits.side} move`;
}
