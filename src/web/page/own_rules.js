// Rules that the user brought along. They are kept as long as the window is open, so
// that reload works.

import { post } from './api.js';
import { session } from './storage.js';

/** What marks such a game in the address. */
export const ownRules = {
  prefix: '@',
  of: (id) => (id.startsWith('@') ? session.get(`rules.${id.slice(1)}`) : null),
};

/** Checks rules and keeps them. Throws a `Problem` with diagnostics if they are wrong. */
export async function checkRules(name, text) {
  const { game, warnings } = await post('/check', { name, text });
  session.set(`rules.${name}`, { name, text, game, warnings });
}
