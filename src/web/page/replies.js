// What the prompt answers: tables, proofs, downloads, and otherwise text.

import { button, make } from './dom.js';
import { downloadLink } from './files.js';
import { proofTree } from './proof.js';

/** `does` has `openRule(rule)`. */
export function replyElement(table, reply, does) {
  switch (reply.kind) {
    case 'answers': return reply.answers ? answers(table, reply) : text(reply);
    case 'proof':
    case 'refused': return reply.proof ? proof(table, reply, does) : text(reply);
    case 'download': return [reply.text ? text(reply) : null, downloadLink(reply.download.name, reply.download.text)];
    default: return text(reply);
  }
}

const text = ({ kind, text: words }) => preformatted(words, { isWrong: kind === 'error' });

/** Text as it is. Prose is wrapped; drawings and tables keep their lines, and scroll. What
 *  scrolls can be reached with the keyboard. */
export function preformatted(words, { isWrong = false } = {}) {
  const classes = ['reply', isWrong && 'wrong'].filter(Boolean);
  return make('pre', { class: classes.join(' ') }, blocks(words));
}

const isDrawn = (line) => /^\s|[\u2500-\u257f]|---|\S {2,}\S/.test(line);

/** Lines of one kind that follow each other are a block; an empty line goes on with it. */
function blocks(words) {
  const found = [];
  for (const line of words.split(/(?<=\n)/)) {
    const drawn = line.trim() ? isDrawn(line) : found.at(-1)?.drawn ?? false;
    if (found.at(-1)?.drawn !== drawn) found.push({ drawn, lines: '' });
    found.at(-1).lines += line;
  }
  return found.map(({ drawn, lines }) => make('span', drawn ? { class: 'block drawing', tabindex: '0' } : { class: 'block' }, lines));
}

/** The tree, below what was refused, if anything, and above the same as text. */
function proof(table, reply, does) {
  const [first, ...rest] = reply.text.split('\n');
  const isRefusal = /\brefused\b|^stuck:/.test(first);
  return [
    isRefusal ? make('p', { class: 'reply-line' }, first) : null,
    proofTree(table, reply.proof, does),
    rest.length ? make('details', { class: 'as-text' }, make('summary', {}, 'as text'), text({ ...reply, kind: 'text' })) : null,
  ];
}

function answers(table, { answers: found, text: words }) {
  const { columns, rows, more } = found;
  if (columns.length === 0 || rows.length === 0) return preformatted(words);
  const all = [...new Set(rows.flatMap(({ cells }) => cells))];
  const head = make('tr', {}, columns.map((column) => make('th', { scope: 'col' }, column)));
  const body = rows.map(({ values, cells }) => make('tr', {
    tabindex: cells.length ? '0' : null,
    class: cells.length ? 'lights' : null,
    onpointerenter: () => table.light(cells),
    onpointerleave: () => table.light([]),
    onfocus: () => table.light(cells),
    onblur: () => table.light([]),
  }, values.map((value) => make('td', {}, make('code', {}, value)))));
  const count = `${rows.length}${more ? ' or more' : ''} ${rows.length === 1 ? 'answer' : 'answers'}`;
  return make('div', { class: 'answers' },
    make('div', { class: 'table-box', tabindex: '0', role: 'region', 'aria-label': count }, make('table', {}, make('thead', {}, head), make('tbody', {}, body))),
    make('div', { class: 'row' }, make('span', { class: 'faint' }, count),
      all.length ? button('Mark on the board', () => table.mark(all, 'answers'), { class: 'small mark-all' }) : null));
}
