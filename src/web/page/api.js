// Talks to the server. Errors come back as `Problem`s that carry all the server said.
// With this kind of answer the server reports errors in the body, not in the status,
// so that a refused move, which is nothing unusual, leaves no message on the console.

const KIND = 'application/vnd.hornet+json';
const BASE = '/api/v1';

export class Problem extends Error {
  constructor(details) {
    super(details.message ?? 'something went wrong');
    this.code = details.code;
    this.details = details;
  }

  /** The message, with the advice that came along. */
  get words() {
    const { help } = this.details;
    return help ? `${this.message}\n${help}` : this.message;
  }
}

/** What the server answers: `{response, text}`. */
async function request(method, path, { body, headers = {} } = {}) {
  const options = { method, headers: { accept: KIND, ...headers } };
  if (body !== undefined) {
    options.headers['content-type'] = 'application/json';
    options.body = JSON.stringify(body);
  }
  try {
    return await (asked(method, path) ?? read(path, options));
  } catch {
    throw new Problem({ code: 'offline', message: 'the server does not answer', help: 'Is `hornet serve` still running?' });
  }
}

async function read(path, options) {
  const response = await fetch(BASE + path, options);
  return { response, text: await response.text() };
}

/** The answer to what begin.js has asked for already, once. */
function asked(method, path) {
  if (method !== 'GET' || window.asked?.path !== path) return null;
  const { answer } = window.asked;
  delete window.asked;
  return answer;
}

function parsed(text) {
  try {
    return text ? JSON.parse(text) : {};
  } catch {
    return null;
  }
}

async function answer(method, path, rest) {
  const { response, text } = await request(method, path, rest);
  const value = parsed(text);
  if (value?.error) throw new Problem(value.error);
  if (!response.ok || value === null) {
    throw new Problem({ code: 'server', message: `the server answered ${response.status}` });
  }
  return value;
}

export const get = (path) => answer('GET', path);
export const post = (path, body = {}) => answer('POST', path, { body });
export const remove = (path, headers) => answer('DELETE', path, { headers });

/** Something that is text and not JSON; errors are JSON all the same. */
export async function getText(path) {
  const { response, text } = await request('GET', path);
  const type = response.headers.get('content-type') ?? '';
  const error = type.includes('json') ? parsed(text)?.error : null;
  if (error) throw new Problem(error);
  if (!response.ok) throw new Problem({ code: 'server', message: `the server answered ${response.status}` });
  return text;
}

/** The path of a table, or of something of it. */
export const tablePath = (id, rest = '') => `/tables/${encodeURIComponent(id)}${rest}`;

/** The stream of what happens at a table. */
export const events = (id) => new EventSource(BASE + tablePath(id, '/events'));
