// The position as facts, as the rules see it.

import { make, replace, whenChanged } from './dom.js';

export function factsPanel(table) {
  const filter = make('input', { type: 'search', id: 'facts-filter', placeholder: 'Filter facts', 'aria-label': 'Filter facts', oninput: () => show() });
  const list = make('ul', { id: 'facts', class: 'facts' });
  let facts = [];

  function show() {
    const wanted = filter.value.trim().toLowerCase();
    replace(list, facts.filter((fact) => fact.toLowerCase().includes(wanted)).map((fact) => make('li', {}, make('code', {}, fact))));
  }

  const update = whenChanged((now) => {
    facts = now;
    show();
  });

  return { element: make('div', {}, filter, list), update: () => update(table.view.facts) };
}
