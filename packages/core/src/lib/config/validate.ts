import {
  DuplicateConditionalUI,
  ExperimentalFeatureNotEnabled,
  InvalidConfiguration,
  UnsupportedStrategy,
} from '../errors/classes.ts'
import { parseOwnTarget } from '../http/redirect-target.ts'
import type { AuthConfig, SessionOptions } from '../types/config.ts'
import type { PagesOptions } from '../types/pages.ts'
import type { AccountChange, EndedSessions } from '../types/sessions.ts'
import type { Used } from './features.ts'
import type { ConfiguredProvider } from './providers.ts'
import { notesSignIn, WINDOW } from './session.ts'
import { checkCapabilities, checkStore } from './store.ts'

/** Browsers show the suggestions of one ceremony. */
function checkConditionalUI(providers: ReadonlyMap<string, ConfiguredProvider>): void {
  const conditional = [...providers.values()].filter(
    (provider) => provider.kind === 'webauthn' && provider.config.enableConditionalUI !== false,
  )
  if (conditional.length < 2) return
  const ids = conditional.map(({ id }) => `"${id}"`).join(' and ')
  throw new DuplicateConditionalUI(`${ids} have conditional UI; only one provider can.`)
}

/**
 * Checks a number of seconds.
 *
 * @throws InvalidConfiguration that names the option
 */
export function checkSeconds(name: string, value: number | undefined, least: number): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= least)) return
  throw new InvalidConfiguration(
    `\`${name}\` has to be a whole number of seconds, at least ${least}.`,
  )
}

/** Pages are places of the application: a redirect that failed must not lead anywhere else. */
function checkPages(pages: Partial<PagesOptions> = {}): void {
  for (const [name, path] of Object.entries(pages)) {
    if (path === undefined || parseOwnTarget(path, 'https://app.invalid')) continue
    throw new InvalidConfiguration(
      `\`pages.${name}\` is not a path of the application, such as "/login".`,
    )
  }
}

/** Bounds of the window: shorter floods the store with reads, longer leaves a session open long after its sign-out. */
const LONGEST_WINDOW = 3600

function checkRevocation({ revocation, devices }: SessionOptions = {}): void {
  if (typeof devices === 'object' && devices.requireFresh !== false) {
    checkSeconds('session.devices.requireFresh', devices.requireFresh, 1)
  }
  if (revocation === undefined || typeof revocation === 'boolean') return
  const { window, graceWithoutStore } = revocation
  checkSeconds('session.revocation.window', window, 2)
  checkSeconds('session.revocation.graceWithoutStore', graceWithoutStore, window ?? WINDOW)
  if (window === undefined || window <= LONGEST_WINDOW) return
  throw new InvalidConfiguration(
    `\`session.revocation.window\` is more than an hour. Set it to ${LONGEST_WINDOW} seconds at most.`,
  )
}

/** Their names, which the compiler compares with the type. */
const CHANGES: Readonly<Record<AccountChange, null>> = {
  'password-changed': null,
  'password-reset': null,
  'email-changed': null,
  'passkey-added': null,
  'passkey-removed': null,
  'factor-added': null,
  'factor-removed': null,
  'recovery-used': null,
  'account-linked': null,
  'account-unlinked': null,
  'user-disabled': null,
  'user-deleted': null,
}

const ENDS: ReadonlySet<unknown> = new Set<EndedSessions | undefined>([
  'none',
  'others',
  'all',
  undefined,
])

/** An unknown word in `endOn` would first be noticed when an account changes, too late to end sessions. */
function checkEndOn(endOn: NonNullable<SessionOptions['endOn']> = {}): void {
  for (const [change, ends] of Object.entries(endOn)) {
    if (Object.hasOwn(CHANGES, change) && ENDS.has(ends)) continue
    throw new InvalidConfiguration(
      `\`session.endOn\` has ${JSON.stringify(ends)} for "${change}". Write "none", "others" or "all" for one of ${Object.keys(CHANGES).join(', ')}.`,
    )
  }
}

/** Without a sign-in time `requireFresh` refuses to add anything, however recent the sign-in. */
function checkFresh(
  { account, session }: Pick<AuthConfig, 'account' | 'session'>,
  strategy: Used['strategy'],
): void {
  const { requireFresh: seconds = false } = account ?? {}
  if (seconds === false) return
  checkSeconds('account.requireFresh', seconds, 1)
  if (notesSignIn({ ...session, strategy })) return
  throw new InvalidConfiguration(
    '`account.requireFresh` needs the time of the sign-in, which tokens of `session.generateSessionToken` do not have. Set `session.devices` or `session.absoluteMaxAge`, or leave `generateSessionToken` out.',
  )
}

/**
 * Checks what no type can check.
 *
 * @throws AuthError that names the option
 */
export function validateConfig(
  input: Pick<
    AuthConfig,
    'adapter' | 'adapterRequires' | 'account' | 'session' | 'jwt' | 'experimental' | 'pages'
  >,
  usable: ReadonlyMap<string, ConfiguredProvider>,
  { strategy, provesAddresses }: Pick<Used, 'strategy' | 'provesAddresses'>,
): void {
  checkSeconds('session.maxAge', input.session?.maxAge, 1)
  checkSeconds('session.updateAge', input.session?.updateAge, 0)
  checkSeconds('session.absoluteMaxAge', input.session?.absoluteMaxAge, 1)
  checkSeconds('jwt.maxAge', input.jwt?.maxAge, 1)
  checkFresh(input, strategy)
  checkRevocation(input.session)
  checkEndOn(input.session?.endOn)
  checkPages(input.pages)
  if (strategy !== 'jwt' && strategy !== 'database') {
    throw new UnsupportedStrategy('`session.strategy` is neither "jwt" nor "database".')
  }
  const kinds = new Set([...usable.values()].map(({ kind }) => kind))
  if (kinds.has('webauthn') && input.experimental?.enableWebAuthn !== true) {
    throw new ExperimentalFeatureNotEnabled('WebAuthn is used without its experimental flag.')
  }
  checkConditionalUI(usable)
  checkStore(input.adapter, { kinds, strategy, provesAddresses })
  checkCapabilities(input, strategy)
}
