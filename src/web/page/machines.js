// Machines that play: run, one move at a time, or waiting; and what they think.

import { attempt } from './announce.js';
import { button, make, whenChanged } from './dom.js';

export function machines(table) {
  const setPace = (pace) => attempt(() => table.change('/pace', { pace }));
  const paces = {
    play: button('▶ Play', () => setPace('play'), { id: 'play', title: 'Machines move as soon as it is their turn' }),
    step: button('▷| Step', () => setPace('step'), { id: 'step', title: 'A machine makes one move, then waits' }),
    pause: button('❚❚ Pause', () => setPace('pause'), { id: 'pause', title: 'Machines wait' }),
  };
  const once = button('Let a machine move', () => attempt(() => table.change('/machine', { player: 'strong:1s', key: table.key() })), { id: 'machine-move', title: 'A machine makes one move for the side to move' });
  const showOptions = make('input', { type: 'checkbox', id: 'show-options', onchange: () => attempt(() => table.change('/options', { show_options: showOptions.checked })) });
  const thinking = make('p', { id: 'thinking', class: 'thinking' });

  const updateWords = whenChanged((words) => {
    thinking.textContent = words ?? '';
    thinking.hidden = !words;
  });

  return {
    element: make('div', {},
      make('div', { class: 'row', role: 'group', 'aria-label': 'Machines' }, Object.values(paces), once),
      make('label', { class: 'check' }, showOptions, ' show the machine’s options before it moves'),
      thinking),
    update() {
      const { state, considering, thinking: thought } = table;
      for (const [name, control] of Object.entries(paces)) control.setAttribute('aria-pressed', String(state.pace === name));
      showOptions.checked = state.show_options;
      once.disabled = Boolean(state.view.outcome) || Boolean(state.thinking) || Boolean(state.setup);
      const considered = considering ? `${considering.side} considers ${considering.move ?? considering.touch} (${considering.cells.length} options)` : null;
      updateWords(considered ?? thought?.words ?? null);
    },
  };
}
