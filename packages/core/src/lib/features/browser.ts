import { deviceLikeCookie } from '../config/cookies.ts'
import { keyOf } from '../crypto/key-of.ts'
import { randomToken } from '../crypto/random.ts'
import { asError } from '../errors/auth-error.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import { openCookie, sealValue, type SessionContext } from '../request/context.ts'
import { readLabel } from '../sessions/devices/label.ts'
import { lastEndOfAll } from '../sessions/in-progress.ts'
import type { CookieOption } from '../types/cookies.ts'
import type { FeatureBrowser } from '../types/feature-browser.ts'
import type { AnyFeature } from '../types/feature.ts'

/** Values of a browser: users who share it have one each. */
const MOST = 4

/** Days that browsers keep a cookie at most (RFC 6265bis, section 5.5). */
const LONGEST = 400

const DAY = 86_400

/** A browser that is not remembered. */
export const NO_BROWSER: FeatureBrowser = Object.freeze({ ids: Object.freeze([]), label: null })

/** One for each feature, which reads no other's. */
const cookieOf = ({ profile }: SessionContext, { name }: AnyFeature): CookieOption =>
  deviceLikeCookie(profile.device, `browser.${name}`)

/** What the cookie of a feature has. */
interface Kept {
  readonly values: readonly string[]
  /** When it expires, in seconds. */
  readonly exp: number
}

const NOTHING: Kept = { values: [], exp: 0 }

/** What was kept before all sessions were ended counts no more, nor does it while that cannot be known. */
async function isForgotten({ config }: SessionContext, keptAt: unknown): Promise<boolean> {
  try {
    const { at } = await lastEndOfAll(config, 'in the window')
    return !(Number(keptAt) > at)
  } catch (error) {
    config.log.error(asError(error))
    return true
  }
}

async function readKept(context: SessionContext, feature: AnyFeature): Promise<Kept> {
  const { name } = cookieOf(context, feature)
  const payload = await openCookie(
    context,
    'browser',
    name,
    (given) => given['feature'] === feature.name,
  )
  if (!payload || (await isForgotten(context, payload['at']))) return NOTHING
  const { values, exp } = payload
  const texts = Array.isArray(values) ? values.filter((one) => typeof one === 'string') : []
  return { values: texts, exp }
}

/** The browser of a request, as a feature remembers it. */
export async function readBrowser(
  context: SessionContext,
  feature: AnyFeature,
): Promise<FeatureBrowser> {
  const { values } = await readKept(context, feature)
  return Object.freeze({
    ids: Object.freeze(await Promise.all(values.map(keyOf))),
    label: readLabel(context.headers?.get('user-agent')),
  })
}

/**
 * Remembers a browser by a new value beside those that it has: one that was planted in it beforehand is of no use to who has planted it.
 *
 * @param days - 1 to 400
 * @returns the id of the value, and the cookies
 * @throws RangeError for another number of days
 */
export async function rememberBrowser(
  context: SessionContext,
  feature: AnyFeature,
  days: number,
): Promise<{ readonly id: string; readonly jar: CookieJar }> {
  if (!Number.isSafeInteger(days) || days < 1 || days > LONGEST) {
    throw new RangeError(`A browser is remembered for 1 to ${LONGEST} days.`)
  }
  const { values, exp } = await readKept(context, feature)
  const value = randomToken()
  const at = context.config.clock()
  // A value of another user may be good for longer.
  const maxAge = Math.max(days * DAY, exp - Math.floor(at / 1000))
  const payload = { feature: feature.name, values: [value, ...values].slice(0, MOST), at }
  const sealed = await sealValue(context, 'browser', payload, maxAge)
  const jar = context.jar.set(cookieOf(context, feature), sealed, { maxAge })
  return { id: await keyOf(value), jar }
}
