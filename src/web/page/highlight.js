// Colours the text of rules a little: comments, variables, quoted text, what is
// between goals. Only spans of text are made.

import { make } from './dom.js';

const TOKENS = /(?<comment>%[^\n]*)|(?<quoted>'(?:[^'\\\n]|\\.|'')*'|"(?:[^"\\\n]|\\.)*")|(?<variable>\b[A-Z_]\w*)|(?<sign>:-|\\\+|\\=|=\\=|=:=|=<|>=|\bis\b|\baggregate_all\b)/g;

export function highlighted(text) {
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(TOKENS)) {
    const [kind] = Object.entries(match.groups).find(([, found]) => found !== undefined);
    parts.push(text.slice(from, match.index), make('span', { class: `is-${kind}` }, match[0]));
    from = match.index + match[0].length;
  }
  return make('code', {}, parts, text.slice(from));
}
