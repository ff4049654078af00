// Makes elements. The only way text gets onto the page is as text, never as HTML,
// because rules and games come from strangers.

const SVG = 'http://www.w3.org/2000/svg';

// These are set as properties: the attribute of the same name is only the first value.
const PROPERTIES = new Set(['value', 'checked', 'disabled', 'open', 'hidden', 'selected']);

function furnish(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null) continue;
    if (typeof value === 'function') node.addEventListener(name.replace(/^on/, ''), value);
    else if (PROPERTIES.has(name)) node[name] = value;
    else if (name.startsWith('aria-') || value !== false) node.setAttribute(name, value === true && !name.startsWith('aria-') ? '' : value);
  }
  node.append(...present(children));
  return node;
}

function present(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}

/** An HTML element: `make('button', {id: 'undo', onclick: undo}, 'Undo')`. */
export function make(tag, attributes = {}, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function draw(tag, attributes = {}, ...children) {
  return furnish(document.createElementNS(SVG, tag), attributes, children);
}

/** A button of the plain kind. */
export function button(label, onclick, attributes = {}) {
  return make('button', { type: 'button', ...attributes, onclick }, label);
}

export function byId(id) {
  return document.getElementById(id);
}

/** Puts children in place of those there were; who had the focus keeps it, if still there
 *  under the same id, `data-node`, `data-touch` or `data-key`. */
export function replace(container, ...children) {
  const key = focusKey(container);
  container.replaceChildren(...present(children));
  if (key) container.querySelector(key)?.focus({ preventScroll: true });
}

function focusKey(container) {
  const focused = document.activeElement;
  if (!focused || focused === container || !container.contains(focused)) return null;
  if (focused.id) return `#${CSS.escape(focused.id)}`;
  for (const name of ['node', 'touch', 'key']) {
    const value = focused.dataset?.[name];
    if (value !== undefined) return `[data-${name}="${CSS.escape(value)}"]`;
  }
  return null;
}

/** Calls `render` only if what it depends on is different from the last time. */
export function whenChanged(render) {
  let before;
  return (...inputs) => {
    const now = JSON.stringify(inputs);
    if (now === before) return;
    before = now;
    render(...inputs);
  };
}
