import {
  DuplicateConditionalUI,
  ExperimentalFeatureNotEnabled,
  InvalidConfiguration,
  MissingAdapter,
  MissingAdapterMethods,
  UnsupportedStrategy,
} from '../errors/classes.ts'
import { parseOwnTarget } from '../http/redirect-target.ts'
import type { Adapter } from '../types/adapter.ts'
import type { AuthConfig } from '../types/config.ts'
import type { PagesOptions } from '../types/pages.ts'
import { missingMethods, type AdapterMethod } from './adapter.ts'
import { checkCapabilities } from './capabilities.ts'
import type { ResolvedProvider } from './providers.ts'

const USERS: readonly AdapterMethod[] = ['createUser', 'getUser', 'getUserByEmail']
const ACCOUNTS: readonly AdapterMethod[] = ['getUserByAccount', 'linkAccount']
const SESSIONS: readonly AdapterMethod[] = [
  'createSession',
  'getSessionAndUser',
  'updateSession',
  'deleteSession',
]
const MAIL: readonly AdapterMethod[] = [
  'createVerificationToken',
  'useVerificationToken',
  'getUserByEmail',
  'createUser',
  'updateUser',
]
const WEBAUTHN: readonly AdapterMethod[] = [
  'getAccount',
  'getAuthenticator',
  'createAuthenticator',
  'listAuthenticatorsByUserId',
  'updateAuthenticatorCounter',
  'createVerificationToken',
  'useVerificationToken',
]

/** What a feature of the configuration asks of the adapter. */
interface Need {
  readonly feature: string
  readonly methods: readonly AdapterMethod[]
  /** The feature cannot be without an adapter. */
  readonly required: boolean
  /** What to do instead. */
  readonly otherwise: string
}

type Kind = ResolvedProvider['kind']

function needsOf(kinds: ReadonlySet<Kind>, strategy: 'jwt' | 'database'): readonly Need[] {
  const oauth = kinds.has('oauth') || kinds.has('oidc')
  const all: readonly (Need | false)[] = [
    kinds.has('email') && {
      feature: 'Sign-in by e-mail',
      methods: MAIL,
      required: true,
      otherwise: 'leave the e-mail providers out',
    },
    kinds.has('webauthn') && {
      feature: 'WebAuthn',
      methods: [...USERS, ...ACCOUNTS, ...WEBAUTHN],
      required: true,
      otherwise: 'leave the WebAuthn providers out',
    },
    kinds.has('email') &&
      kinds.has('credentials') && {
        feature: 'Credentials beside sign-in by e-mail',
        methods: ['getUser'],
        required: false,
        otherwise: 'leave the e-mail providers out',
      },
    strategy === 'database' && {
      feature: 'The session strategy "database"',
      methods: [...SESSIONS, 'getUser'],
      required: true,
      otherwise: 'set `session.strategy` to "jwt"',
    },
    oauth && {
      feature: 'Sign-in by OAuth with an adapter',
      methods: [...USERS, ...ACCOUNTS],
      required: false,
      otherwise: 'leave `adapter` out, so that nothing is stored',
    },
  ]
  return all.filter((need) => need !== false)
}

function checkAdapter(adapter: Adapter | undefined, needs: readonly Need[]): void {
  for (const { feature, methods, required, otherwise } of needs) {
    const instead = `Use one that has everything, such as @latchstring/adapter-sql, or ${otherwise}.`
    if (!adapter) {
      if (required) throw new MissingAdapter(`${feature} needs an adapter. ${instead}`)
      continue
    }
    const missing = missingMethods(adapter, methods)
    if (missing.length > 0) {
      throw new MissingAdapterMethods(
        `${feature} needs ${missing.join(', ')}; the adapter lacks them. ${instead}`,
      )
    }
  }
}

/** Browsers show the suggestions of one ceremony. */
function checkConditionalUI(providers: ReadonlyMap<string, ResolvedProvider>): void {
  const conditional = [...providers.values()].filter(
    (provider) => provider.kind === 'webauthn' && provider.config.enableConditionalUI !== false,
  )
  if (conditional.length < 2) return
  const ids = conditional.map(({ id }) => `"${id}"`).join(' and ')
  throw new DuplicateConditionalUI(`${ids} have conditional UI; only one provider can.`)
}

function checkSeconds(name: string, value: number | undefined, least: number): void {
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

/** Path of the application, with one leading slash and none at the end. */
export function normalizeBasePath(basePath: string): string {
  const path = `/${basePath.replace(/^\/+/, '').replace(/\/+$/, '')}`
  if (/[?#\s\\%]|\/\/|\/\.{1,2}(?:\/|$)/.test(path)) {
    throw new InvalidConfiguration(`\`basePath\` is not a plain path: ${JSON.stringify(basePath)}.`)
  }
  return path
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
  providers: ReadonlyMap<string, ResolvedProvider>,
  strategy: 'jwt' | 'database',
): void {
  checkSeconds('session.maxAge', input.session?.maxAge, 1)
  checkSeconds('session.updateAge', input.session?.updateAge, 0)
  checkSeconds('session.absoluteMaxAge', input.session?.absoluteMaxAge, 1)
  checkSeconds('jwt.maxAge', input.jwt?.maxAge, 1)
  checkPages(input.pages)
  if (strategy !== 'jwt' && strategy !== 'database') {
    throw new UnsupportedStrategy('`session.strategy` is neither "jwt" nor "database".')
  }
  const kinds = new Set([...providers.values()].map(({ kind }) => kind))
  if (kinds.has('webauthn') && input.experimental?.enableWebAuthn !== true) {
    throw new ExperimentalFeatureNotEnabled('WebAuthn is used without its experimental flag.')
  }
  checkConditionalUI(providers)
  checkAdapter(input.adapter, needsOf(kinds, strategy))
  checkCapabilities(input, strategy)
}
