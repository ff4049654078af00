// The rules of the game to read and to change: files, what can be asked, each clause
// with buttons to switch it off or edit it. Changes go through the prompt, so that
// they can be undone there.

import { get, post } from './api.js';
import { announce, attempt } from './announce.js';
import { button, make, replace } from './dom.js';
import { highlighted } from './highlight.js';
import { preformatted } from './replies.js';

export function rulesPanel(table) {
  const state = make('div', { id: 'rules-state', class: 'row' });
  const filter = make('input', { type: 'search', id: 'rules-filter', placeholder: 'Filter relations and clauses', 'aria-label': 'Filter relations and clauses', oninput: () => draw() });
  const index = make('details', { id: 'relations' });
  const added = make('div', { id: 'added-clauses' });
  const files = make('div', { id: 'rule-files' });
  const newText = make('textarea', { id: 'new-clause', rows: '3', spellcheck: 'false', 'aria-label': 'A clause to add', placeholder: 'safe(Cell) :- cell(Cell), \\+ occupied(Cell).' });
  const newReply = make('div', {});
  const adding = make('details', { id: 'add-clause' }, make('summary', {}, 'Add a clause'), newText,
    make('div', { class: 'row' }, button('Add', async () => {
      if (await change(asRule(newText.value), newReply)) newText.value = '';
    }, { id: 'add-clause-ok', class: 'primary' })), newReply);
  const element = make('div', { class: 'rules' }, state, filter, adding, index, added, files);

  let rules = null;
  let isShown = false;
  let isStale = true;
  const opened = new Set();
  let editing = null;

  async function load() {
    isStale = false;
    rules = await attempt(() => get(table.path('/rules')));
    if (rules) draw();
  }

  /** Sends a change to the prompt; true if it was made. What was wrong is shown in `reply`. */
  async function change(entry, reply) {
    const answer = await attempt(() => post(table.path('/prompt'), { entry: entry.trim(), key: table.key() }));
    if (!answer) return false;
    const words = answer.complete ? answer.replies.map(({ text }) => text).join('\n') : 'The clause is not complete: it ends with a full stop.';
    const isMade = answer.complete && answer.replies.every(({ kind }) => kind === 'text');
    replace(reply, preformatted(words, { isWrong: !isMade }));
    announce(words.split('\n', 1)[0]);
    if (isMade) {
      editing = null;
      await load();
    }
    return isMade;
  }

  function clauseElement(clause) {
    const reply = make('div', {});
    const isEdited = editing === clause.place;
    const marks = [clause.off && 'off', clause.added && 'added'].filter(Boolean);
    const note = clause.added ? 'added' : clause.off ? 'switched off' : null;
    const tools = make('div', { class: 'clause-tools' },
      make('span', { class: 'place' }, clause.place),
      note ? make('span', { class: 'change-mark' }, note) : null,
      clause.added
        ? button('Forget', () => change(`forget ${clause.line}`, reply), { class: 'small forget', 'aria-label': `Forget ${clause.place}` })
        : button(clause.off ? 'Switch on' : 'Switch off', () => change(`${clause.off ? 'on' : 'off'} ${clause.place}`, reply), { class: 'small switch', 'data-key': `switch-${clause.place}`, 'aria-label': `${clause.off ? 'Switch on' : 'Switch off'} ${clause.place}` }),
      button('Edit', () => {
        editing = isEdited ? null : clause.place;
        draw();
        element.querySelector('.clause-edit')?.focus();
      }, { class: 'small edit', 'data-key': `edit-${clause.place}`, 'aria-label': `Edit ${clause.place}`, 'aria-expanded': String(isEdited) }));
    const body = isEdited ? editor(clause, reply) : make('pre', { class: 'clause-text' }, highlighted(clause.text));
    return make('div', { class: ['clause', ...marks].join(' '), 'data-place': clause.place, tabindex: '-1' }, tools, body, reply);
  }

  function editor(clause, reply) {
    const box = make('textarea', { class: 'clause-edit', spellcheck: 'false', rows: String(clause.text.split('\n').length + 1), 'aria-label': `Text of ${clause.place}`, value: clause.text });
    const save = async () => {
      const text = box.value.trim();
      const isMade = await change(`replace ${clause.place} ${text}`, reply);
      const latest = rules.clauses.filter((known) => known.added).at(-1);
      if (isMade && latest) await open(latest);
    };
    return make('div', {}, box, make('div', { class: 'row' },
      button('Put in its place', save, { class: 'primary edit-save' }),
      button('Cancel', () => {
        editing = null;
        draw();
      }, { class: 'edit-cancel' })));
  }

  /** The text of a file, its clauses as blocks, what is between them as it is. */
  function fileBody({ file, text }, clauses, wanted) {
    if (wanted) return clauses.map(clauseElement);
    const lines = text.split('\n');
    const parts = [];
    let next = 1;
    const between = (to) => {
      const words = lines.slice(next - 1, to - 1).join('\n').replace(/^\n+|\s+$/g, '');
      if (words) parts.push(make('pre', { class: 'between', 'data-file': file }, highlighted(words)));
    };
    for (const clause of clauses) {
      between(clause.line);
      parts.push(clauseElement(clause));
      next = Math.max(next, clause.end + 1);
    }
    between(lines.length + 1);
    return parts;
  }

  function fileElement(file, wanted) {
    const clauses = rules.clauses.filter((clause) => clause.file === file.file && !clause.added && matches(clause, wanted)).sort((one, other) => one.line - other.line);
    if (wanted && clauses.length === 0) return null;
    const changes = clauses.filter(({ off }) => off).length;
    const isOpen = Boolean(wanted) || opened.has(file.file);
    const body = make('div', { class: 'file-body' }, isOpen ? fileBody(file, clauses, wanted) : null);
    return make('details', { class: 'rule-file', 'data-file': file.file, open: isOpen, ontoggle: ({ target }) => {
      if (target.open) {
        opened.add(file.file);
        if (!body.firstChild) replace(body, fileBody(file, clauses, wanted));
      } else if (!wanted) {
        opened.delete(file.file);
      }
    } }, make('summary', {}, make('code', {}, file.file), make('span', { class: 'faint' }, ` ${clauses.length} ${clauses.length === 1 ? 'clause' : 'clauses'}`), changes ? make('span', { class: 'change-mark' }, `${changes} switched off`) : null), body);
  }

  const matches = (clause, wanted) => !wanted || `${clause.relation} ${clause.text} ${clause.place}`.toLowerCase().includes(wanted);

  function drawIndex(wanted) {
    const found = rules.relations.filter(({ name, doc, signature }) => !wanted || `${name} ${signature} ${doc ?? ''}`.toLowerCase().includes(wanted));
    const isOpen = index.open;
    replace(index, make('summary', {}, `Relations (${found.length})`),
      make('ul', { class: 'relations' }, found.map(({ name, signature, doc, derived }) => make('li', {},
        button(signature, () => openRelation(name), { class: 'rule-link', 'data-relation': name, title: name }),
        derived ? null : make('span', { class: 'faint' }, ' fact '),
        doc ? make('span', { class: 'doc' }, doc) : null))));
    index.open = isOpen;
  }

  function draw() {
    if (!rules) return;
    const wanted = filter.value.trim().toLowerCase();
    drawState();
    drawIndex(wanted);
    const own = rules.clauses.filter((clause) => clause.added && matches(clause, wanted));
    replace(added, own.length ? make('h3', {}, 'Added here') : null, own.map(clauseElement));
    replace(files, rules.files.map((file) => fileElement(file, wanted)));
  }

  function drawState() {
    const { by_the_book: isBook, changes } = table.state;
    const reply = make('div', {});
    replace(state, isBook
      ? make('span', { class: 'faint' }, 'The rules are unchanged.')
      : [make('span', { class: 'change-mark', title: changes.join('\n') }, 'The rules have been changed'),
        button('Restore the original rules', () => change('reset rules', reply), { id: 'reset-rules', class: 'primary' }),
        button('Undo the last change', () => change('undo rules', reply), { id: 'undo-rules' })], reply);
  }

  /** Shows a clause, and points it out. */
  async function open(rule) {
    if (!rules || isStale) await load();
    if (!rules) return;
    const clause = find(rule);
    if (!clause) {
      announce(`${rule.place} is not there`);
      return;
    }
    filter.value = '';
    opened.add(clause.file);
    draw();
    const shown = element.querySelector(`.clause[data-place="${CSS.escape(clause.place)}"]`);
    if (!shown) return;
    for (const other of element.querySelectorAll('.pointed-out')) other.classList.remove('pointed-out');
    shown.classList.add('pointed-out');
    shown.scrollIntoView({ block: 'center' });
    shown.focus({ preventScroll: true });
    announce(`${clause.place}: ${clause.text}`);
  }

  function find({ place }) {
    const exact = rules.clauses.find((clause) => clause.place === place);
    if (exact) return exact;
    const [, file, line] = /^(.*):(\d+)$/.exec(place) ?? [];
    return rules.clauses.find((clause) => clause.file === file && clause.line <= Number(line) && Number(line) <= clause.end);
  }

  function openRelation(name) {
    const clause = rules.clauses.find(({ relation }) => relation === name);
    if (clause) open(clause);
    else {
      filter.value = name.split('/')[0];
      draw();
    }
  }

  let changesBefore;
  return {
    element,
    open,
    shown(isNow) {
      isShown = isNow;
      if (isShown && isStale) load();
    },
    update() {
      const changes = JSON.stringify([table.state.by_the_book, table.state.changes]);
      if (changes === changesBefore) return;
      changesBefore = changes;
      isStale = true;
      if (isShown && editing === null) load();
    },
  };
}

/** At the prompt a fact alone is a question: with a body it is a clause. */
function asRule(text) {
  return text.includes(':-') ? text : text.trim().replace(/\.?$/, ' :- true.');
}
