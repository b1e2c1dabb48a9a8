import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { Jar, parseSetCookie } from './jar.ts'
import type { Reply, Ask, Server } from './types.ts'

/** A browser that loads a page. */
export const NAVIGATION = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
/** A script that asks for data. */
export const SCRIPT = { accept: 'application/json', 'sec-fetch-mode': 'cors' }

const FORM = 'application/x-www-form-urlencoded'

export const encode = (fields: Readonly<Record<string, string>>): string =>
  new URLSearchParams(fields).toString()

/**
 * A form that a browser posts from a page of the application.
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
 * The body of a response as JSON.
 *
 * @param response - of the server
 * @throws SyntaxError if it is none
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

/** A member of JSON, however deep. */
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

/** What the form of the sign-in page sends. */
export const password = (
  username: string,
  rest: Readonly<Record<string, string>> = {},
): Record<string, string> => ({ username, password: 'correct', ...rest })

/**
 * Signs in by the HTTP action for passwords, as the sign-in page does.
 *
 * @param server - where
 * @param username - a person of the configuration: `ada`, `grace`, `linus`, `barbara` or `admin`
 * @param jar - cookies of the browser that signs in
 * @returns the cookies, with those of the session
 * @throws AssertionError if nobody is signed in afterwards
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

/** A response in a message. */
export function describe({ status, headers, body }: Reply): string {
  return [status, headers.location ?? '', body.replaceAll(/\s+/g, ' ').slice(0, 160)].join(' ')
}

export const sessionLines = ({ cookies }: Reply): readonly string[] =>
  cookies.filter((line) => line.includes('session-token'))

/** Values that are set, without cookies that are taken away. */
export const sessionsSet = (response: Reply): readonly string[] =>
  sessionLines(response).filter((line) => !parseSetCookie(line).gone)

/** Nobody else may be given it. */
export function assertPrivate({ headers }: Reply): void {
  assert.match(headers['cache-control'] ?? '', /private/, 'Cache-Control is not private')
  assert.match(headers['cache-control'] ?? '', /no-store/, 'Cache-Control has no no-store')
}

export function assertVariesByCookie({ headers }: Reply): void {
  assert.match(headers.vary ?? '', /(?:^|[,\s])cookie(?:$|[,\s])|\*/i, 'Vary has no Cookie')
}

/**
 * Throws unless a response says who is signed in, as `who` of the configuration writes it.
 *
 * @param response - of the server
 * @param name - of the person, or `nobody`
 * @throws AssertionError with what was answered
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

/** Where a redirect goes, as the browser resolves it. */
export function location(server: Server, response: Reply): URL {
  assertStatus(response, [302, 303, 307], 'expected a redirect')
  return new URL(response.headers.location ?? '', server.origin)
}

/**
 * What the application has counted.
 */
export async function readCount(server: Server): Promise<Readonly<Record<string, number>>> {
  // Counters by name, as the application serves them.
  return json(await server.ask('/count')) as Record<string, number>
}

/** How long a line of the log may take to arrive after the response, in milliseconds. */
const LOG_PATIENCE = 5000

/**
 * What a server has printed, as soon as it matches; otherwise what there is after some seconds.
 *
 * @param since - how much it had printed before
 */
export async function waitForLog(server: Server, pattern: RegExp, since = 0): Promise<string> {
  const end = Date.now() + LOG_PATIENCE
  while (!pattern.test(server.log().slice(since)) && Date.now() < end) await wait(20)
  return server.log().slice(since)
}
