import { findReplacement } from '../names.ts'

/** A package of Auth.js for a framework, and what replaces it. */
export interface Framework {
  readonly from: string
  readonly to: string
  readonly initializer: string
  /** The type of its configuration. */
  readonly config: string
  /** Where its actions are, unless the configuration says so. */
  readonly basePath: string
}

/** The packages for frameworks other than Next.js. */
export const FRAMEWORKS: readonly Framework[] = [
  {
    from: '@auth/express',
    to: '@latchstring/express',
    initializer: 'ExpressAuth',
    config: 'ExpressAuthConfig',
    basePath: '/auth',
  },
  {
    from: '@auth/sveltekit',
    to: '@latchstring/sveltekit',
    initializer: 'SvelteKitAuth',
    config: 'SvelteKitAuthConfig',
    basePath: '/auth',
  },
  {
    from: '@auth/solid-start',
    to: '@latchstring/solid-start',
    initializer: 'SolidAuth',
    config: 'SolidAuthConfig',
    basePath: '/api/auth',
  },
  {
    from: '@auth/qwik',
    to: '@latchstring/qwik',
    initializer: 'QwikAuth$',
    config: 'QwikAuthConfig',
    basePath: '/auth',
  },
]

const PACKAGE = /^(@auth\/(?:express|sveltekit|solid-start|qwik|core))(?:\/(.+))?$/

/** The package and the path in it that a text names. */
export function readPackage(source: string): { name: string; path: string } | undefined {
  const [, name, path = ''] = PACKAGE.exec(source) ?? []
  return name === undefined ? undefined : { name, path }
}

/** A name of a module, and where it is now. */
export interface Target {
  readonly module: string
  readonly name: string
}

const TYPES = [
  'Account',
  'AuthConfig',
  'Authenticator',
  'Awaitable',
  'CookieOption',
  'CookiesOptions',
  'DefaultSession',
  'DefaultUser',
  'ErrorPageParam',
  'LoggerInstance',
  'PagesOptions',
  'Profile',
  'PublicProvider',
  'ResponseInternal',
  'Session',
  'SignInPageErrorParam',
  'Theme',
  'TokenSet',
  'User',
]

const ENTRIES: Readonly<Record<string, readonly string[]>> = {
  types: TYPES,
  '': ['customFetch', 'isAuthAction', 'raw', 'skipCSRFCheck'],
  jwt: [
    'decode',
    'DefaultJWT',
    'encode',
    'JWT',
    'JWTDecodeParams',
    'JWTEncodeParams',
    'JWTOptions',
  ],
  adapters: [
    'Adapter',
    'AdapterAccount',
    'AdapterAccountType',
    'AdapterAuthenticator',
    'AdapterSession',
    'AdapterUser',
    'VerificationToken',
  ],
}

const toModule = (path: string): string =>
  path === '' ? '@latchstring/core' : `@latchstring/core/${path}`

/** Types and values of the main module of a package, which this library has in several. */
function mainTarget(name: string): Target | undefined {
  for (const path of ['types', '', 'jwt']) {
    if (ENTRIES[path]?.includes(name)) return { module: toModule(path), name }
  }
  return errorTarget(name)
}

/** Classes of errors have the names that they had. */
function errorTarget(name: string): Target | undefined {
  const found = findReplacement('@auth/core/errors', new Set())
  return found?.names.includes(name) === true ? { module: toModule('errors'), name } : undefined
}

function providerTarget(path: string, name: string, providers: ReadonlySet<string>) {
  const found = findReplacement(`@auth/core/${path}`, providers)
  const to = found?.renamed?.[name] ?? (found?.names.includes(name) === true ? name : undefined)
  if (found === undefined || to === undefined) return undefined
  return { module: found.to.replace('@latchstring/next', '@latchstring/core'), name: to }
}

/** The module that has every name of another one; nothing where there are several. */
export function findModule(source: string, providers: ReadonlySet<string>): string | undefined {
  const { path = '' } = readPackage(source) ?? {}
  if (path === '' || path === 'types') return toModule('types')
  if (path === 'errors' || ENTRIES[path] !== undefined) return toModule(path)
  return providerTarget(path, 'default', providers)?.module
}

/**
 * Where a name of a module is now.
 *
 * @param framework - of the application
 * @param providers - names of the modules of providers
 */
export function findTarget(
  source: string,
  name: string,
  framework: Framework | undefined,
  providers: ReadonlySet<string>,
): Target | undefined {
  const found = readPackage(source)
  if (found === undefined) return undefined
  const { path } = found
  if (framework !== undefined && name === framework.config && path === '') {
    return { module: framework.to, name: 'FrameworkAuthConfig' }
  }
  if (path === '' || path === 'types') return mainTarget(name)
  if (path === 'errors') return errorTarget(name)
  if (path === 'jwt' || path === 'adapters') {
    return ENTRIES[path]?.includes(name) === true ? { module: toModule(path), name } : undefined
  }
  return providerTarget(path, name, providers)
}
