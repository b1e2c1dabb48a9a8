import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { Jar, parseSetCookie } from './jar.ts'
import type { Reply, Ask, Server } from './types.ts'

/** Headers of a browser that loads a page. */
export const NAVIGATION = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
/** Headers of a script that requests data. */
export const SCRIPT = { accept: 'application/json', 'sec-fetch-mode': 'cors' }

const FORM = 'application/x-www-form-urlencoded'

export const encode = (fields: Readonly<Record<string, string>>): string =>
  new URLSearchParams(fields).toString()

/**
 * Headers of a form that a browser posts from a page of the application.
 */
export function form(
  server: Server,
  fields: Readonly<Record<string, string>>,
  { headers = {}, ...rest }: Ask = {},
): Ask {
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

/**
 * Parses the body of a response as JSON.
 *
 * @param response - response of the server
 * @throws SyntaxError if it is not JSON
 *
 * @example
 * ```ts
 * import { ask, json } from '@latchstring/framework-conformance'
 *
 * json(await ask(3000, '/auth/session')) // null
 * ```
 */
export function json({ body }: Reply): unknown {
  return JSON.parse(body)
}

/** Returns a member of JSON at a path. */
export function member(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce(
    (inner, name) =>
      typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined,
    value,
  )
}

export async function csrf(server: Server, jar: Jar, rest: Ask = {}): Promise<string> {
  return String(
    member(json(await server.ask(`${server.basePath}/csrf`, { ...rest, jar })), 'csrfToken'),
  )
}

/** Fields of the form of the sign-in page. */
export const password = (
  username: string,
  rest: Readonly<Record<string, string>> = {},
): Record<string, string> => ({ username, password: 'correct', ...rest })

/**
 * Signs in by the HTTP action for passwords, as the sign-in page does.
 *
 * @param server - the server
 * @param username - a user of the configuration: `ada`, `grace`, `linus`, `barbara` or `admin`
 * @param jar - cookies of the browser that signs in
 * @returns the cookies, with those of the session
 * @throws AssertionError if the sign-in failed
 *
 * @example
 * ```ts
 * import { signIn, type Row } from '@latchstring/framework-conformance'
 *
 * export const row: Row = {
 *   id: 'X1',
 *   name: 'A page of ours knows who is signed in',
 *   async run(server) {
 *     const jar = await signIn(server, 'ada')
 *     await server.ask('/page', { jar })
 *   },
 * }
 * ```
 */
export async function signIn(server: Server, username: string, jar: Jar = new Jar()): Promise<Jar> {
  const csrfToken = await csrf(server, jar)
  const path = `${server.basePath}/callback/credentials`
  const response = await server.ask(path, form(server, password(username, { csrfToken }), { jar }))
  assert.notEqual(jar.session().length, 0, `${username} was not signed in: ${describe(response)}`)
  return jar
}

/** Describes a response in a message. */
export function describe({ status, headers, body }: Reply): string {
  return [status, headers.location ?? '', body.replaceAll(/\s+/g, ' ').slice(0, 160)].join(' ')
}

export const sessionLines = ({ cookies }: Reply): readonly string[] =>
  cookies.filter((line) => line.includes('session-token'))

/** Returns the cookies that are set, without deleted ones. */
export const sessionsSet = (response: Reply): readonly string[] =>
  sessionLines(response).filter((line) => !parseSetCookie(line).gone)

/** Throws unless `Cache-Control` forbids caches to store the response. */
export function assertPrivate({ headers }: Reply): void {
  assert.match(headers['cache-control'] ?? '', /private/, 'Cache-Control is not private')
  assert.match(headers['cache-control'] ?? '', /no-store/, 'Cache-Control has no no-store')
}

export function assertVariesByCookie({ headers }: Reply): void {
  assert.match(headers.vary ?? '', /(?:^|[,\s])cookie(?:$|[,\s])|\*/i, 'Vary has no Cookie')
}

/**
 * Throws unless a response names this user, in the format of `who` of the configuration.
 *
 * @param response - response of the server
 * @param name - name of the user; `nobody` without a session
 * @throws AssertionError with the response
 *
 * @example
 * ```ts
 * import { ask, assertWho } from '@latchstring/framework-conformance'
 *
 * assertWho(await ask(3000, '/whoami'), 'nobody')
 * ```
 */
export function assertWho(response: Reply, name: string): void {
  const { body } = response
  assert.ok(body.includes(`who:${name}`), `expected who:${name}, got ${describe(response)}`)
}

export function assertStatus(response: Reply, statuses: readonly number[], what: string): void {
  assert.ok(statuses.includes(response.status), `${what}: ${describe(response)}`)
}

/** Returns the URL of a redirect, as the browser resolves it. */
export function location(server: Server, response: Reply): URL {
  assertStatus(response, [302, 303, 307], 'expected a redirect')
  return new URL(response.headers.location ?? '', server.origin)
}

/**
 * Returns the counters of the application.
 */
export async function readCount(server: Server): Promise<Readonly<Record<string, number>>> {
  // The application serves its counters by name.
  return json(await server.ask('/count')) as Record<string, number>
}

/** How long a line of the log may take to arrive after the response, in milliseconds. */
const LOG_TIMEOUT_MS = 5000

/**
 * Returns the output of a server as soon as it matches, or after some seconds.
 *
 * @param since - length of the output to ignore
 */
export async function waitForLog(server: Server, pattern: RegExp, since = 0): Promise<string> {
  const end = Date.now() + LOG_TIMEOUT_MS
  while (!pattern.test(server.log().slice(since)) && Date.now() < end) await wait(20)
  return server.log().slice(since)
}
