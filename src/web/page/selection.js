// What is selected and what can be done with it; why something was refused; and the
// legal moves as buttons, for those that have nothing to touch and for who prefers it.

import { button, make, replace, whenChanged } from './dom.js';
import { deselect, play, playOneOf, possible, thingAt } from './touching.js';

/** Whoever closes something goes on at the board. */
const closing = (close) => () => {
  close();
  document.querySelector('g.cell[tabindex="0"]')?.focus();
};

/** `does` has `openRule(rule)`, `openWhy(question)`, `pickWhyNot(isOn)`. */
export function selectionPanel(table, does) {
  const bar = make('div', { id: 'selection', class: 'selection' });
  const refusal = make('div', { id: 'refusal', class: 'refusal', hidden: true });
  const hint = make('div', { id: 'hint-words', class: 'refusal fine', hidden: true });
  const marks = make('div', { id: 'marks', class: 'marks-line', hidden: true });
  const buttons = make('div', { id: 'actions', class: 'row' });
  const filter = make('input', { id: 'moves-filter', type: 'search', placeholder: 'Filter', 'aria-label': 'Filter the legal moves', oninput: () => fillMoves() });
  const count = make('span', { id: 'moves-count' });
  const list = make('div', { id: 'moves', class: 'moves' });
  const details = make('details', { id: 'all-moves', ontoggle: () => fillMoves() }, make('summary', {}, 'Legal moves ', count), filter, list);

  const updateBar = whenChanged((touched, thing, places, ready, isAsking) => {
    bar.hidden = touched.length === 0;
    if (bar.hidden) return;
    const where = touched.at(-1);
    const name = thing && thing.name !== where ? `${thing.name}${where.startsWith('hand:') ? '' : `, ${where}`}` : where;
    replace(bar,
      make('span', { class: 'selected-name' }, isAsking ? `${name}: touch the cell you ask about` : `${name}: ${places === 0 ? 'nowhere to go' : `${places} ${places === 1 ? 'place' : 'places'} to go`}`),
      ready.map((text, number) => button(`Play ${text}`, () => playOneOf(table, [possible(table.view.actions, table.touched).complete[number]]), { class: 'primary' })),
      button('Why not here?', () => does.pickWhyNot(!isAsking), { id: 'why-not', 'aria-pressed': String(isAsking), title: 'Ask why it cannot go to a cell, without playing (also: hold a cell, or Alt and click)' }),
      button('Deselect', closing(() => deselect(table)), { id: 'deselect', title: 'Escape' }));
  });

  const updateRefusal = whenChanged((refused) => {
    refusal.hidden = !refused;
    if (!refused) return;
    refusal.classList.toggle('fine', Boolean(refused.isFine));
    replace(refusal,
      make('p', {}, make('strong', {}, refused.isFine ? 'It can: ' : refused.move ? `${refused.move}: ` : ''), refused.words),
      make('div', { class: 'row' },
        refused.reasons.filter(({ rule }) => rule).map((reason) => ruleLink(reason.rule, () => does.openRule(reason.rule), reason.message, table, reason.cells)),
        refused.question ? button('Explain', () => does.openWhy(refused.question), { id: 'explain' }) : null,
        button('✕', closing(() => {
          table.refusal = null;
          table.changed();
        }), { class: 'quiet corner', id: 'refusal-close', 'aria-label': 'Close' })));
  });

  const updateHint = whenChanged((hinted) => {
    hint.hidden = !hinted;
    if (!hinted) return;
    const [first, ...rest] = hinted.words.split('\n');
    const action = table.view.actions.find(({ text }) => text === hinted.move);
    replace(hint,
      make('p', {}, first),
      rest.length ? make('p', { class: 'faint' }, rest.join('\n').replace(/^% /gm, '')) : null,
      make('div', { class: 'row' },
        action ? button('Play it', () => play(table, action), { id: 'hint-play', class: 'primary' }) : null,
        button('✕', closing(() => {
          table.hint = null;
          table.changed();
        }), { class: 'quiet corner', id: 'hint-close', 'aria-label': 'Close the hint' })));
  });

  const updateMarks = whenChanged((marked) => {
    marks.hidden = !marked;
    if (!marked) return;
    replace(marks, make('span', {}, `${marked.cells.length} marked${marked.words ? `: ${marked.words}` : ''}`),
      button('Unmark', closing(() => table.mark([])), { id: 'unmark' }));
  });

  const updateButtons = whenChanged((texts) => {
    buttons.hidden = texts.length === 0;
    replace(buttons, texts.map((text) => button(text, () => {
      const action = table.view.actions.find((known) => known.text === text);
      if (action) play(table, action);
    }, { class: 'primary', 'data-action': text, 'data-key': text })));
  });

  let actions = [];
  const MOST = 400;

  function fillMoves() {
    if (!details.open) return;
    const wanted = filter.value.trim().toLowerCase();
    const found = actions.filter(({ text, term }) => `${text} ${term}`.toLowerCase().includes(wanted));
    replace(list, found.slice(0, MOST).map((action) => button(action.text, () => play(table, action), {
      'data-move': action.text,
      'data-key': action.term,
      title: action.term,
      onpointerenter: () => table.light(action.touches),
      onpointerleave: () => table.light([]),
      onfocus: () => table.light(action.touches),
      onblur: () => table.light([]),
    })), found.length > MOST ? make('span', { class: 'faint' }, `and ${found.length - MOST} more: filter them`) : null);
  }

  const updateMoves = whenChanged((now) => {
    actions = now;
    count.textContent = `(${now.length})`;
    fillMoves();
  });

  return {
    element: make('div', { class: 'about-selection' }, bar, refusal, hint, marks, buttons),
    moves: details,
    update(isAsking) {
      const { view, touched } = table;
      const { complete, next } = possible(view.actions, touched);
      const thing = touched.length ? thingAt(view, touched[0]) : null;
      updateBar(touched, thing, next.size, complete.map(({ text }) => text), isAsking);
      updateRefusal(table.refusal);
      updateHint(table.hint);
      updateMarks(table.marks);
      updateButtons(table.mode === 'setup' ? [] : view.actions.filter(({ touches }) => touches.length === 0).map(({ text }) => text));
      updateMoves(table.mode === 'setup' ? [] : view.actions);
    },
  };
}

/** A link to a rule, that lights its cells up. */
export function ruleLink(rule, open, words, table, cells = []) {
  const light = (shown) => cells.length > 0 && table.light(shown);
  return button(rule.place, open, {
    class: 'rule-link',
    title: words ? `${words}\n${rule.text ?? ''}` : rule.text ?? '',
    'data-place': rule.place,
    'aria-label': `Rule ${rule.place}`,
    onpointerenter: () => light(cells),
    onpointerleave: () => light([]),
    onfocus: () => light(cells),
    onblur: () => light([]),
  });
}
