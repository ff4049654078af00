// Saves the game, or what is shown of it, in one of several forms.

import { getText } from './api.js';
import { attempt } from './announce.js';
import { button, make } from './dom.js';
import { download } from './files.js';

const FORMS = [
  ['game', 'Game file', 'game', 'Hornet’s own, the line that is shown'],
  ['pgn', 'PGN', 'pgn', 'for other Hive programs'],
  ['uhp', 'GameString', 'txt', 'of the Universal Hive Protocol'],
  ['facts', 'Facts', 'facts', 'of the position shown'],
  ['prolog', 'Prolog', 'prolog', 'the rules and the position shown, for SWI-Prolog'],
  ['svg', 'Picture', 'svg', 'of the position shown'],
];

export function saving(table) {
  const save = (form, ending) => attempt(async () => {
    const text = await getText(table.path(`/export?form=${form}&node=${table.node}`));
    download(`${table.state.game.replace(/[^\w+-]+/g, '_')}.${ending}`, text);
  });
  const controls = FORMS.map(([form, label, ending, words]) => [form, button(label, () => save(form, ending), { id: `save-${form}`, class: 'small', title: words })]);
  return {
    element: make('div', { class: 'row', role: 'group', 'aria-label': 'Save as' },
      make('span', { class: 'faint' }, 'Save as'),
      controls.map(([, control]) => control)),
    update() {
      for (const [form, control] of controls) control.hidden = !table.state.forms.includes(form);
    },
  };
}
