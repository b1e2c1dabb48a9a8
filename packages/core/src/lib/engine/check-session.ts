import { systemClock, type Clock } from '../kit/clock.ts'
import { areNames, chooseAudience, fixed, type Audience } from '../config/audience-kinds.ts'
import { findEmpty, findWeakness, isBlank } from '../config/secret-strength.ts'
import { ACTING, cookiePrefix, SESSION_TOKEN } from '../config/session-cookie-name.ts'
import { ABSOLUTE_MAX_AGE } from '../config/session.ts'
import { decryptCompact } from '../crypto/jwe.ts'
import { createSealedKeys, readSealed, type SealedKind } from '../crypto/sealed-box.ts'
import { hasChunked, readAllChunked } from '../http/chunks.ts'
import { BOUND } from '../sessions/acting/acting-claims.ts'
import {
  OPENED_BY,
  type SessionToken,
  signedInAt,
  withinAbsoluteAge,
  userOfToken,
} from '../sessions/claims.ts'
import { acceptWeakSecret } from '../types/symbols.ts'
import type { AuthConfig } from '../types/config.ts'
import type { ErrorType } from '../types/error-type.ts'
import type { JWT } from '../types/jwt.ts'
import type { User } from '../types/user.ts'

/** The settings that sessions depend on: options of the application under their names, and its address. */
export interface CheckConfig extends Pick<
  AuthConfig,
  'adapter' | 'audience' | 'cookies' | 'jwt' | 'session' | 'useSecureCookies' | 'weakSecret'
> {
  /** As in the configuration, or AUTH_SECRET; several with the newest first. `jwt.secret` counts where it is set. */
  readonly secret?: string | readonly string[] | undefined
  /** Address of the application, as in AUTH_URL. Needed unless `audience`, or a domain of the session cookie, names it. */
  readonly url?: string | undefined
  /**
   * Sessions count as well that the store of the application may have ended, because another person has proven the address of
   * their user. Right where no provider signs people in by mail, as then none is ended so. Default: `false`.
   */
  readonly acceptUnproven?: boolean
  /** The present, in milliseconds since the epoch. Default: the clock of the machine. */
  readonly clock?: Clock
}

/** A session as the cookie has it. */
export interface CheckedSession {
  /** As `auth()` gives it on the server. */
  readonly user: User
  /** When the cookie expires, in ISO 8601. */
  readonly expires: string
  /** Every claim, those of the `jwt` callback among them. */
  readonly token: JWT
}

/** Fixes of errors, as the table of errors has them, which would be most of what a proxy loads. */
const FIXES = {
  InvalidConfiguration: 'Change that option; `latchstring doctor` looks through all of them.',
  MissingSecret: 'Set AUTH_SECRET to 32 random bytes: openssl rand -base64 33',
  WeakSecret:
    'Set AUTH_SECRET to 32 random bytes: openssl rand -base64 33. While moving over, `weakSecret: acceptWeakSecret` keeps the old one.',
} as const satisfies Partial<Record<ErrorType, string>>

/** An error that is an instance of the class of its type to every copy of the library. */
function createError(type: keyof typeof FIXES, message: string): Error {
  return Object.assign(new Error(message), {
    name: type,
    type,
    fix: FIXES[type],
    [Symbol.for('latchstring.auth-error')]: [type, 'AuthError'],
  })
}

function toList(given: CheckConfig['secret']): readonly string[] {
  if (typeof given !== 'string') return given ?? []
  return isBlank(given) ? [] : [given]
}

function requireSecretOption({ secret, jwt, weakSecret }: CheckConfig): readonly string[] {
  const own = toList(jwt?.secret)
  const list = own.length > 0 ? own : toList(secret)
  if (list.length === 0) throw createError('MissingSecret', '`secret` is missing.')
  const empty = findEmpty(list, list === own ? 'jwt.secret' : 'secret')
  if (empty !== undefined) throw createError('MissingSecret', empty)
  const weakness = list.map(findWeakness).find(Boolean)
  if (weakness === undefined || weakSecret === acceptWeakSecret) return list
  throw createError('WeakSecret', weakness)
}

/** Only the application itself knows what became of such sessions. */
function requireReadable({ session, adapter, jwt }: CheckConfig): void {
  const { strategy = adapter ? 'database' : 'jwt' } = session ?? {}
  const option = strategy === 'database' ? '`strategy: "database"`' : jwt?.decode && '`jwt.decode`'
  if (option === undefined) return
  throw createError(
    'InvalidConfiguration',
    `\`checkSession\` cannot read sessions with ${option}. Ask the application, with \`auth()\`.`,
  )
}

function parseUrlOption(url: string | undefined): URL | undefined {
  if (url === undefined || url === '') return undefined
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed && /^https?:$/.test(parsed.protocol)) return parsed
  throw createError(
    'InvalidConfiguration',
    '`url` is not an absolute http or https URL, such as https://app.example.com.',
  )
}

function findAudience({ audience, cookies }: CheckConfig, url: URL | undefined): Audience {
  const names = typeof audience === 'string' ? [audience] : (audience ?? [])
  if (audience !== undefined && !areNames(names)) {
    throw createError(
      'InvalidConfiguration',
      '`audience` is empty. Name the application, or leave the option out.',
    )
  }
  return chooseAudience(names, cookies?.sessionToken?.options?.domain, () => {
    if (url) return fixed(url.host)
    throw createError(
      'InvalidConfiguration',
      '`url` is missing. Set it to the AUTH_URL of the application, or name the application with `audience` here and there.',
    )
  })
}

function cookieName({ cookies, useSecureCookies }: CheckConfig, url: URL | undefined): string {
  const { name, options } = cookies?.sessionToken ?? {}
  const secure = useSecureCookies ?? url?.protocol !== 'http:'
  return (
    name ??
    cookiePrefix(secure, { domain: options?.domain, path: options?.path ?? '/' }) + SESSION_TOKEN
  )
}

/** Whether a session that was opened counts at a time, in milliseconds. */
function counts(
  token: SessionToken,
  { acceptUnproven = false, session = {} }: CheckConfig,
  now: number,
): boolean {
  const { absoluteMaxAge = ABSOLUTE_MAX_AGE } = session
  const mayBeLost = token[OPENED_BY] !== undefined && !acceptUnproven
  return !mayBeLost && withinAbsoluteAge({ absoluteMaxAge }, signedInAt(token), now)
}

/**
 * Reads the session of a request from its cookie and knows nothing else: for proxies and edges, where every kilobyte counts. It
 * needs WebCrypto, or `node:crypto`, and decides as the application does with `session.strategy: 'jwt'`, or there is no session.
 * It calls no callback, extends nothing, asks no store, and does not know sessions of `migrate`. So it does not see what
 * `session.revocation` has ended: such a session counts here until it expires.
 *
 * Check the session again next to the data.
 *
 * @param request - or anything with its headers
 * @param config - the same as that of the application
 * @returns the session, or `null` when there is none that counts
 * @throws MissingSecret when there is no secret, or one of several is empty
 * @throws WeakSecret when a secret can be guessed
 * @throws InvalidConfiguration when the sessions are of another kind, or nothing says which application they are of
 *
 * @example
 * ```ts
 * import { checkSession } from '@latchstring/core/check'
 *
 * interface Env {
 *   readonly AUTH_SECRET: string
 *   readonly AUTH_URL: string
 * }
 *
 * export default {
 *   async fetch(request: Request, env: Env): Promise<Response> {
 *     const config = { secret: env.AUTH_SECRET, url: env.AUTH_URL }
 *     const session = await checkSession(request, config)
 *     return session ? fetch(request) : Response.redirect(`${env.AUTH_URL}/auth/signin`, 303)
 *   },
 * }
 * ```
 */
export async function checkSession(
  request: { readonly headers: Pick<Headers, 'get'> },
  config: CheckConfig,
): Promise<CheckedSession | null> {
  requireReadable(config)
  const secrets = requireSecretOption(config)
  const url = parseUrlOption(config.url)
  const { accepts } = findAudience(config, url)
  const name = cookieName(config, url)
  const cookies = request.headers.get('cookie') ?? ''
  const now = (config.clock ?? systemClock)()
  async function find(
    kind: SealedKind,
    from: string,
    bound?: string,
  ): Promise<SessionToken | undefined> {
    const keys = createSealedKeys(secrets, kind, from)
    for (const sealed of readAllChunked(cookies, from)) {
      const token = readSealed(await decryptCompact(keys, sealed), now, accepts)?.payload
      if (token && token[BOUND] === bound && counts(token, config, now)) return token
    }
    return undefined
  }
  const own = await find('session', name)
  // Of an administrator who acts for a user: bound to their own session.
  const acting = `${name}${ACTING}`
  const token = own && hasChunked(cookies, acting) ? await find('acting', acting, own.jti) : own
  if (!token) return null
  const expires = new Date(token.exp * 1000).toISOString()
  return { user: userOfToken(token, 'server'), expires, token }
}
