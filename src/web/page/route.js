// Where one is, as the address says it after `#`, so that reload, back and a second
// window work.

const parts = (hash) => hash.replace(/^#\/?/, '').split('/').filter(Boolean).map(decode);

function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** `{page: 'menu' | 'new' | 'table', game?, id?, take?}` */
export function parse(hash) {
  const [page, first, second, third] = parts(hash);
  if (page === 'new' && first) return { page, game: first };
  if (page === 'table' && first) return { page, id: first, take: second === 'take' ? third : undefined };
  return { page: 'menu' };
}

const joined = (...names) => `#/${names.map(encodeURIComponent).join('/')}`;

export const menu = () => '#/';
export const newGame = (game) => joined('new', game);
export const table = (id) => joined('table', id);

/** A link that seats whoever opens it; a server that asks for a token gets it there. */
export function invitation(id, side, token) {
  const entry = token ? `/?token=${encodeURIComponent(token)}` : '/';
  return new URL(entry + joined('table', id, 'take', side), location.href).href;
}

/** Goes there; with `instead`, back does not lead here again. */
export function go(hash, { instead = false } = {}) {
  if (instead) location.replace(hash);
  else location.hash = hash;
}
