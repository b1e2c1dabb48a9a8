import type { ResolvedConfig } from '../config/resolve.ts'
import type { AdapterSession, AdapterUser } from '../types/adapter.ts'
import type { SessionParams, UpdateData } from '../types/callbacks.ts'
import type { JWT } from '../types/jwt.ts'
import type { Session } from '../types/session.ts'
import type { User } from '../types/user.ts'

/** Who looks at a session: the browser gets less than the server. */
export type View = 'client' | 'server'

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

function userOfToken({ name, email, picture, sub }: JWT, view: View): User {
  const user = { name: name ?? null, email: email ?? null, image: picture ?? null }
  return view === 'server' && sub !== undefined ? { id: sub, ...user } : user
}

function userOfStore(user: AdapterUser, view: View): User {
  if (view === 'server') return user
  return { name: user.name ?? null, email: user.email, image: user.image ?? null }
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
  // What the callback passes on reaches the browser, so that further members have to be named there.
  const shown = { id: user.id, ...userOfStore(user, 'client') }
  const params = { session: { userId: session.userId, user: shown, expires }, user }
  // `token` belongs to the other strategy; the contract's type has both.
  return { ...params, ...updated } as unknown as SessionParams<JWT>
}

/**
 * The session as the application or the browser sees it. What the `session` callback returns is for both; without one the
 * server sees the whole user and the browser name, e-mail address and image.
 */
export async function exposeSession(
  { callbacks }: Pick<ResolvedConfig, 'callbacks'>,
  record: SessionRecord,
  view: View,
  update?: Update,
): Promise<object> {
  if (!callbacks.session) return defaultSession(record, view)
  return callbacks.session(callbackParams(record, update))
}
