import type { SessionOptions } from '../types/config.ts'
import type {
  AnyConfig,
  ResolvedRevocation,
  ResolvedSession,
  SessionSettings,
} from './resolved-config.ts'

const MAX_AGE = 2_592_000
const UPDATE_AGE = 86_400
/** A sealed session without `revocation` can only end by its age. */
export const ABSOLUTE_MAX_AGE = 31_536_000

/** Seconds that a browser with a sign-in stays known: a year. */
export const KNOWN_BROWSER_MAX_AGE = 31_536_000

/** The options of sessions with their defaults: a database where there is a store, and a sealed cookie else. */
export function resolveSession({
  session = {},
  adapter,
  jwt,
}: Pick<AnyConfig, 'session' | 'adapter' | 'jwt'>): SessionSettings &
  Pick<ResolvedSession, 'strategy'> {
  const { strategy = adapter ? 'database' : 'jwt', absoluteMaxAge } = session
  return {
    ...session,
    strategy,
    maxAge: jwt?.maxAge ?? session.maxAge ?? MAX_AGE,
    updateAge: session.updateAge ?? UPDATE_AGE,
    absoluteMaxAge: absoluteMaxAge ?? (strategy === 'jwt' ? ABSOLUTE_MAX_AGE : undefined),
  }
}

type NotingOptions = Pick<
  SessionOptions,
  'strategy' | 'devices' | 'absoluteMaxAge' | 'generateSessionToken'
>

/** Whether sessions have the time of the sign-in: a token that the application makes says nothing. */
export function notesSignIn({
  strategy,
  devices,
  absoluteMaxAge,
  generateSessionToken,
}: { readonly [K in keyof NotingOptions]?: NotingOptions[K] | undefined }): boolean {
  if (strategy === 'jwt' || Boolean(devices) || absoluteMaxAge !== undefined) return true
  return generateSessionToken === undefined
}

/** Whether tokens of sessions say how the user signed in. */
export const keepsMethods = (session: Parameters<typeof notesSignIn>[0]): boolean =>
  notesSignIn({ ...session, devices: undefined })

/** Seconds between two reads of the feed, and seconds without a store after which sessions cannot be read. */
export const WINDOW = 30
export const GRACE = 300

/** How sealed sessions are ended; `undefined` where only their own browser forgets them. */
export function resolveRevocation({
  session,
  adapter,
}: Pick<AnyConfig, 'session' | 'adapter'>): ResolvedRevocation | undefined {
  const { revocation = false } = session ?? {}
  if (revocation === false || !adapter) return undefined
  const { window = WINDOW, graceWithoutStore } = revocation === true ? {} : revocation
  const grace = graceWithoutStore ?? Math.max(GRACE, window)
  return Object.freeze({ window: window * 1000, grace: grace * 1000, adapter })
}
