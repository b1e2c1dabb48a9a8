import assert from 'node:assert/strict'
import { Jar, parseSetCookie } from './jar.mjs'

/** @typedef {import('../types.d.ts').Answer} Answer */
/** @typedef {import('../types.d.ts').Ask} Ask */
/** @typedef {import('../types.d.ts').Server} Server */

/** A browser that loads a page. */
export const NAVIGATION = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
/** A script that asks for data. */
export const SCRIPT = { accept: 'application/json', 'sec-fetch-mode': 'cors' }

const FORM = 'application/x-www-form-urlencoded'

/** @type {(fields: Readonly<Record<string, string>>) => string} */
export const encode = (fields) => new URLSearchParams(fields).toString()

/**
 * A form that a browser posts from a page of the application.
 *
 * @param {Server} server
 * @param {Readonly<Record<string, string>>} fields
 * @param {Ask} [rest]
 * @returns {Ask}
 */
export function form(server, fields, { headers = {}, ...rest } = {}) {
  return {
    method: 'POST',
    body: encode(fields),
    headers: {
      'content-type': FORM,
      origin: server.origin,
      'sec-fetch-site': 'same-origin',
      ...NAVIGATION,
      ...headers,
    },
    ...rest,
  }
}

/** @type {(answer: Answer) => unknown} */
export function json({ body }) {
  return JSON.parse(body)
}

/** A member of JSON, however deep. */
/** @type {(value: unknown, ...path: readonly string[]) => unknown} */
export function member(value, ...path) {
  return path.reduce(
    (inner, name) =>
      typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined,
    value,
  )
}

/**
 * @param {Server} server
 * @param {Jar} jar
 * @param {Ask} [rest]
 */
export async function csrf(server, jar, rest = {}) {
  return String(
    member(json(await server.ask(`${server.basePath}/csrf`, { ...rest, jar })), 'csrfToken'),
  )
}

/** What the form of the sign-in page sends. */
/** @type {(username: string, rest?: Readonly<Record<string, string>>) => Record<string, string>} */
export const password = (username, rest = {}) => ({ username, password: 'correct', ...rest })

/**
 * Signs in by our own action.
 *
 * @param {Server} server
 * @param {string} username
 * @param {Jar} [jar]
 * @returns {Promise<Jar>}
 */
export async function signIn(server, username, jar = new Jar()) {
  const csrfToken = await csrf(server, jar)
  const path = `${server.basePath}/callback/credentials`
  const answer = await server.ask(path, form(server, password(username, { csrfToken }), { jar }))
  assert.notEqual(jar.session().length, 0, `${username} was not signed in: ${describe(answer)}`)
  return jar
}

/** @type {(answer: Answer) => string} for a message */
export function describe({ status, headers, body }) {
  return [status, headers.location ?? '', body.replaceAll(/\s+/g, ' ').slice(0, 160)].join(' ')
}

/** @type {(answer: Answer) => readonly string[]} */
export const sessionLines = ({ cookies }) =>
  cookies.filter((line) => line.includes('session-token'))

/** @type {(answer: Answer) => readonly string[]} values that are set, without cookies that are taken away */
export const sessionsSet = (answer) =>
  sessionLines(answer).filter((line) => !parseSetCookie(line).gone)

/** @type {(answer: Answer) => void} nobody else may be given it */
export function assertPrivate({ headers }) {
  assert.match(headers['cache-control'] ?? '', /private/, 'Cache-Control is not private')
  assert.match(headers['cache-control'] ?? '', /no-store/, 'Cache-Control has no no-store')
}

/** @type {(answer: Answer) => void} */
export function assertVariesByCookie({ headers }) {
  assert.match(headers.vary ?? '', /(?:^|[,\s])cookie(?:$|[,\s])|\*/i, 'Vary has no Cookie')
}

/** @type {(answer: Answer, name: string) => void} */
export function assertWho(answer, name) {
  const { body } = answer
  assert.ok(body.includes(`who:${name}`), `expected who:${name}, got ${describe(answer)}`)
}

/** @type {(answer: Answer, statuses: readonly number[], what: string) => void} */
export function assertStatus(answer, statuses, what) {
  assert.ok(statuses.includes(answer.status), `${what}: ${describe(answer)}`)
}

/** Where a redirect goes, as the browser resolves it. */
/** @type {(server: Server, answer: Answer) => URL} */
export function location(server, answer) {
  assertStatus(answer, [302, 303, 307], 'expected a redirect')
  return new URL(answer.headers.location ?? '', server.origin)
}

/**
 * What the application has counted.
 *
 * @param {Server} server
 * @returns {Promise<Readonly<Record<string, number>>>}
 */
export async function readCount(server) {
  return /** @type {Record<string, number>} */ (json(await server.ask('/count')))
}
