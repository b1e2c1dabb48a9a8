import type { ResolvedConfig } from '../config/resolved-config.ts'
import { asError } from '../errors/auth-error.ts'
import { JWTSessionError, SessionTokenError } from '../errors/classes.ts'
import { naming } from '../errors/own-function.ts'
import type { AdapterSession, AdapterUser } from '../types/adapter.ts'
import type { SessionParams, UpdateData } from '../types/callbacks.ts'
import type { JWT } from '../types/jwt.ts'
import type { Session } from '../types/session.ts'
import type { User } from '../types/user.ts'
import { isObject } from '../kit/values.ts'
import { userOfToken, type View } from './claims.ts'

export type { View } from './claims.ts'

/** Where a session comes from. */
export type SessionRecord =
  | { readonly strategy: 'jwt'; readonly token: JWT; readonly expires: Date }
  | {
      readonly strategy: 'database'
      readonly session: AdapterSession
      readonly user: AdapterUser
      readonly expires: Date
    }

/** Data the client sent with an update. */
export interface Update {
  readonly data: UpdateData
}

/** Only the standard members of a user are exposed; the `session` callback adds others. */
function userOfStore({ id, name, email, image }: AdapterUser, view: View): User {
  const user = { name: name ?? null, email, image: image ?? null }
  return view === 'server' ? { id, ...user } : user
}

function defaultSession(record: SessionRecord, view: View): Session {
  const expires = record.expires.toISOString()
  const user =
    record.strategy === 'jwt' ? userOfToken(record.token, view) : userOfStore(record.user, view)
  return { user, expires }
}

/** The parameters of the `session` callback. The session token itself is never among them. */
function callbackParams(record: SessionRecord, update: Update | undefined): SessionParams<JWT> {
  const expires = record.expires.toISOString()
  const updated = update && { newSession: update.data, trigger: 'update' as const }
  if (record.strategy === 'jwt') {
    const params = {
      session: { user: userOfToken(record.token, 'client'), expires },
      token: record.token,
    }
    // `user` belongs to the other strategy; the contract's type has both.
    return { ...params, ...updated } as SessionParams<JWT>
  }
  const { user, session } = record
  // The result of the callback reaches the browser, so that further members have to be added there by name.
  const shown = userOfStore(user, 'server')
  const params = { session: { userId: session.userId, user: shown, expires }, user }
  // `token` belongs to the other strategy; the contract's type has both.
  return { ...params, ...updated } as unknown as SessionParams<JWT>
}

/**
 * Checks the result of a `jwt` callback, which is sealed.
 *
 * @throws JWTSessionError when it is neither a token nor `null`: `false` would be a session without a user
 */
export function requireToken(returned: JWT | null | undefined): JWT | null {
  if (returned === null || isObject(returned)) return returned
  throw new JWTSessionError(
    'The `jwt` callback returned neither a token nor `null`. Return the token, or `null` to end the session.',
  )
}

/**
 * The text of a token that the `jwt` callback returned, as it is sealed.
 *
 * @throws JWTSessionError when it has none
 */
export function tokenText(token: JWT): string {
  try {
    return JSON.stringify(token)
  } catch (cause) {
    const what = findUnwritable(token, 'token') ?? 'a member cannot be written'
    const message = `The token that the \`jwt\` callback returned is not JSON: ${what}. Return text in its place, or leave it out.`
    throw new JWTSessionError(message, { err: asError(cause) })
  }
}

/** The first member that JSON cannot hold, by its path: a BigInt, or an object that contains itself. */
function findUnwritable(
  value: unknown,
  path: string,
  within: readonly unknown[] = [],
): string | undefined {
  if (typeof value === 'bigint') return `\`${path}\` is a BigInt`
  if (typeof value !== 'object' || value === null) return undefined
  if (within.includes(value)) return `\`${path}\` refers to an object that it is part of`
  for (const [name, member] of Object.entries(value)) {
    const found = findUnwritable(member, `${path}.${name}`, [...within, value])
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * The text of a session for the browser.
 *
 * @throws JWTSessionError or SessionTokenError, by the strategy, when the `session` callback has added what JSON cannot hold
 */
export function sessionText(
  { session: { strategy } }: Pick<ResolvedConfig, 'session'>,
  session: object | null,
): string {
  try {
    return JSON.stringify(session)
  } catch (cause) {
    const what = findUnwritable(session, 'session') ?? 'a member cannot be written'
    const message = `The \`session\` callback returned a session that is not JSON: ${what}. Return text in its place, or leave it out.`
    const Failure = strategy === 'jwt' ? JWTSessionError : SessionTokenError
    throw new Failure(message, { err: asError(cause) })
  }
}

/** Anything else than an object or `null` would reach code that asks whether there is a session. */
function requireSessionObject(session: object | undefined, { strategy }: SessionRecord): object {
  // By its type a callback returns a session; `null` shows none.
  if (session === null || isObject(session)) return session
  const message =
    'The `session` callback returned neither a session nor `null`. Return the session.'
  throw strategy === 'jwt' ? new JWTSessionError(message) : new SessionTokenError(message)
}

/**
 * The session as the application or the browser sees it. The result of the `session` callback is for both; without one they
 * see name, email address and image, and the server the id as well: pages print what `auth()` gives them.
 *
 * @throws JWTSessionError or SessionTokenError, by the strategy, when the callback throws or returns no session
 */
export async function exposeSession(
  { callbacks }: Pick<ResolvedConfig, 'callbacks'>,
  record: SessionRecord,
  view: View,
  update?: Update,
): Promise<object> {
  if (!callbacks.session) return defaultSession(record, view)
  const Failure = record.strategy === 'jwt' ? JWTSessionError : SessionTokenError
  const session = await naming(Failure, 'The `session` callback', () =>
    callbacks.session?.(callbackParams(record, update)),
  )
  return requireSessionObject(session, record)
}

/** The session for the browser, from one that was read for the server. */
export function clientSession(
  { callbacks }: Pick<ResolvedConfig, 'callbacks'>,
  session: object,
): object {
  if (callbacks.session) return session
  // Without the callback it is what `defaultSession` has made.
  const { user, expires, actor } = session as Session
  const { name, email, image } = user ?? {}
  return { user: { name, email, image }, expires, ...(actor && { actor }) }
}
