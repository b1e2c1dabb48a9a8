import { createCache } from '../kit/cache.ts'
import { asError } from '../errors/auth-error.ts'
import { InvalidConfiguration } from '../errors/classes.ts'
import { serializeCookie } from '../http/cookie.ts'
import type { CookieOption, CookieSerializeOptions, CookiesOptions } from '../types/cookies.ts'
import { actingName, cookiePrefix, SESSION_TOKEN } from './session-cookie-name.ts'

/** Key of one of the cookies. */
export type CookieKey = keyof CookiesOptions

/** All cookies, resolved for one protocol. */
export type ResolvedCookies = Readonly<Record<CookieKey, CookieOption>>

/** The only place of the names; documents and benchmarks repeat them. */
const NAMES: Readonly<Record<CookieKey, string>> = {
  sessionToken: SESSION_TOKEN,
  callbackUrl: 'latchstring.callback-url',
  csrfToken: 'latchstring.csrf-token',
  pkceCodeVerifier: 'latchstring.pkce.code_verifier',
  state: 'latchstring.state',
  nonce: 'latchstring.nonce',
  webauthnChallenge: 'latchstring.challenge',
}

/** The attributes that are set: one that is `undefined` takes no default away. */
function cookieAttributes(options: CookieSerializeOptions = {}): CookieSerializeOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}

function checkWritable(key: string, { name, options }: CookieOption): void {
  try {
    serializeCookie(name, '', options)
  } catch (cause) {
    const { message } = asError(cause)
    throw new InvalidConfiguration(
      `\`cookies.${key}\` cannot be written as browsers read it: ${message}. Correct its name or options.`,
    )
  }
}

function checkPrefix({ name, options }: CookieOption): CookieOption {
  if (name.startsWith('__Host-') && (options.domain !== undefined || options.path !== '/')) {
    throw new InvalidConfiguration(
      `The cookie "${name}" cannot have a domain or another path than "/": browsers refuse it. Drop the __Host- prefix.`,
    )
  }
  const prefixed = name.startsWith('__Host-') || name.startsWith('__Secure-')
  return prefixed && !options.secure
    ? { name, options: { ...options, secure: true } }
    : { name, options }
}

/** The cookie of a browser in which a user has signed in (decision 052). Options of an application do not change it. */
export function deviceCookie(secure: boolean): CookieOption {
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const
  return Object.freeze({ name: `${cookiePrefix(secure, options)}latchstring.device`, options })
}

/** A cookie beside that of the device, with its attributes. */
export function deviceLikeCookie({ name, options }: CookieOption, word: string): CookieOption {
  return { name: name.replace('device', word), options }
}

/** The cookie of an acting session, which goes where the session cookie goes. How long it stays has nothing to do with that one. */
export function actingCookie({ name, options }: CookieOption): CookieOption {
  const { maxAge: _, ...others } = options
  return Object.freeze({ name: actingName(name), options: { ...others, httpOnly: true } })
}

/** Name of the cookie with the identifier of a failed password sign-in; its attributes are those of the device cookie. */
export function attemptName({ name }: Pick<CookieOption, 'name'>): string {
  return name.replace('device', 'attempt')
}

const defaults = createCache<ResolvedCookies>({ entries: 2 })

/**
 * Names and attributes of all cookies for one protocol.
 *
 * @throws InvalidConfiguration when browsers would refuse a cookie
 */
export function resolveCookies(secure: boolean, custom?: Partial<CookiesOptions>): ResolvedCookies {
  if (custom) return applyOptions(secure, custom)
  return defaults.get(String(secure), () => applyOptions(secure, {}))
}

function applyOptions(secure: boolean, custom: Partial<CookiesOptions>): ResolvedCookies {
  const entries = Object.entries(NAMES).map(([key, name]) => {
    // The keys of the table are those of the cookies.
    const own = custom[key as CookieKey]
    const options: CookieSerializeOptions = {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure,
      ...cookieAttributes(own?.options),
    }
    const option = checkPrefix({ name: own?.name ?? cookiePrefix(secure, options) + name, options })
    // A cookie that cannot be written is found at the first request, and not at the first sign-in. The defaults can be.
    if (own) checkWritable(key, option)
    return [key, Object.freeze(option)] as const
  })
  // Every key of the table above is there.
  return Object.freeze(Object.fromEntries(entries)) as ResolvedCookies
}
