/**
 * Who may import whom: the one table. The lint rule `latchstring/layers` (plugin.mjs) asks it about every import outside of
 * tests.
 */
import { posix } from 'node:path'

const LIB = 'packages/core/src/lib'

/** Files of the core that lie below its folders, and that every one of them may import. */
const GROUND = new Set([
  'account-id.ts',
  'promise.ts',
  'cache.ts',
  'clock.ts',
  'email-address.ts',
  'json.ts',
  'lazy.ts',
  'nearest.ts',
  'symbols.ts',
  'values.ts',
])

/** Files about the request at hand. */
const CONTEXT = new Set(['context.ts', 'return-to.ts'])

const BELOW = ['types', 'errors', 'logger', 'crypto', 'http', 'budgets', 'config']
const PAGES = ['types', 'errors', 'logger', 'crypto', 'http', 'context']

/**
 * The folders of the core's `lib`, from the ground up, and which others each may import. The files that lie in `lib` itself
 * and are named nowhere here are on top: they may import every folder but `framework`, `marks` and `profile`.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const LAYERS = {
  ground: ['types'],
  types: [],
  // For providers alone: importing one brings its own mark, and no other.
  marks: [],
  // For providers alone as well: what several of them read out of a profile in the same way.
  profile: ['types'],
  errors: ['types'],
  logger: ['types', 'errors'],
  crypto: ['types', 'errors'],
  http: ['types', 'errors', 'crypto'],
  // What is limited and how it is counted; `limits` spends it for a request.
  budgets: ['types', 'errors', 'crypto', 'http'],
  config: ['types', 'errors', 'logger', 'crypto', 'http', 'budgets'],
  context: BELOW,
  events: BELOW,
  limits: [...BELOW, 'events', 'session', 'context'],
  transaction: [...BELOW, 'events', 'context'],
  // What ends sessions, and where they are open.
  devices: [...BELOW, 'context'],
  revocation: [...BELOW, 'events', 'devices', 'context'],
  session: [...BELOW, 'events', 'revocation', 'devices', 'development', 'context'],
  // What applications and people do with them.
  sessions: [...BELOW, 'revocation', 'devices', 'session', 'context'],
  accounts: [...BELOW, 'events', 'revocation', 'session', 'context'],
  oauth: [...BELOW, 'transaction', 'context'],
  webauthn: [...BELOW, 'transaction', 'context'],
  // Sign-outs at the provider, and from there.
  logout: [
    ...BELOW,
    'events',
    'transaction',
    'revocation',
    'devices',
    'session',
    'oauth',
    'responses',
    'context',
  ],
  pages: PAGES,
  mail: [...PAGES, 'pages'],
  csrf: [...BELOW, 'session', 'context'],
  // Loaded in development alone, where a page or a flow has something to tell a developer.
  development: [...BELOW, 'pages', 'mail', 'context'],
  trace: [...BELOW, 'context'],
  responses: [...BELOW, 'pages', 'development', 'context', 'trace'],
  flows: [
    ...BELOW,
    'events',
    'limits',
    'transaction',
    'revocation',
    'devices',
    'session',
    'sessions',
    'accounts',
    'oauth',
    'webauthn',
    'logout',
    'pages',
    'mail',
    'csrf',
    'responses',
    'trace',
    'development',
    'context',
  ],
  // What framework packages build on, over the files that lie in `lib` itself.
  framework: ['types', 'errors', 'config', 'session', 'csrf', 'http', 'flows', 'context', 'top'],
}

/** What providers may import of the core: they are data about one service. */
const PROVIDER = { types: ['types', 'ground', 'marks', 'mail', 'profile', 'entry'] }
const PROVIDER_CODE = ['ground', 'marks', 'mail', 'profile']

/**
 * What a package may import of the others: everything (`code`), or only types. What is not here is free.
 *
 * @type {readonly (readonly [folder: string, may: Readonly<Record<string, 'code' | 'types'>>])[]}
 */
export const PACKAGES = [
  ['packages/core', {}],
  ['packages/client', { core: 'types' }],
  ['packages/react', { core: 'types', client: 'code' }],
  ['packages/solid', { core: 'types', client: 'code' }],
  ['packages/svelte', { core: 'types', client: 'code' }],
  ['packages/vue', { core: 'types', client: 'code' }],
  ['packages/schema', {}],
  ['packages/languages', { core: 'types' }],
  ['packages/adapter-kit', { core: 'types' }],
  ['packages/adapter-conformance', { core: 'code' }],
  ['packages/framework-conformance', { core: 'code' }],
  [
    'adapters/kysely',
    { core: 'types', 'adapter-kit': 'code', schema: 'code', 'adapter-sql': 'code' },
  ],
  ['adapters/', { core: 'types', 'adapter-kit': 'code', schema: 'code' }],
  ['frameworks/nuxt', { core: 'code', h3: 'code', vue: 'code' }],
  [
    'frameworks/',
    { core: 'code', node: 'code', react: 'code', solid: 'code', svelte: 'code', vue: 'code' },
  ],
]

/** Entry points of the core that the conformance suite stays away from: it signs people in through the front door. */
const BESIDE_THE_DOOR = /^@latchstring\/core\/(?:application|errors|framework|jwt|redirect-proxy)$/

/** The layer of a file of the core; `top` for the rest of `lib`, `entry` for the modules above it. @type {(path: string) => string} */
function findLayer(path) {
  if (!path.startsWith(`${LIB}/`))
    return path.startsWith('packages/core/src/providers/') ? 'providers' : 'entry'
  const [first = '', ...rest] = path.slice(LIB.length + 1).split('/')
  if (rest.length > 0) return first
  if (GROUND.has(first)) return 'ground'
  return CONTEXT.has(first) ? 'context' : 'top'
}

/**
 * Flows are told apart by the tables of actions and kinds alone; the second half of one is in `finish.ts` beside it.
 *
 * @type {(file: string, target: string) => boolean}
 */
const isOtherFlow = (file, target) =>
  target !== `${posix.dirname(file)}/finish.ts` &&
  !['after-sign-in', 'complete-sign-in', 'present', 'route'].some(
    (name) => target === `${LIB}/flows/${name}.ts`,
  ) &&
  ![`${LIB}/flows/actions.ts`, `${LIB}/flows/kinds.ts`].includes(file)

/** The files that lie in `lib` itself: they put together everything else. */
const APART = new Set(['marks', 'profile', 'framework'])
const TOP = Object.keys(LAYERS).filter((name) => !APART.has(name))

/** @type {(file: string, target: string) => string | undefined} */
function problemWithin(file, target) {
  const [from, to] = [findLayer(file), findLayer(target)]
  if (from === 'entry' || to === 'ground') return undefined
  if (from === to) {
    const apart = from === 'flows' && isOtherFlow(file, target)
    return apart
      ? 'Flows do not know each other: flows/actions.ts and flows/kinds.ts pick one.'
      : undefined
  }
  const may = from === 'top' ? TOP : (LAYERS[from] ?? [])
  return may.includes(to) ? undefined : `${from} may import: ${['ground', ...may].join(', ')}.`
}

/** @type {(target: string, isType: boolean) => string | undefined} */
function problemOfProvider(target, isType) {
  const allowed = isType ? PROVIDER.types : PROVIDER_CODE
  return allowed.includes(findLayer(target)) || findLayer(target) === 'providers'
    ? undefined
    : `A provider is data about one service: it may import ${allowed.join(', ')}.`
}

/** @type {(file: string, specifier: string) => string | undefined} */
function problemOfEntry(file, specifier) {
  if (/^@latchstring\/[^/]+\/(?:src|dist|lib)(?:\/|$)/.test(specifier)) {
    return 'Import the public entry points of a package.'
  }
  return file.startsWith('packages/adapter-conformance/') && BESIDE_THE_DOOR.test(specifier)
    ? 'The suite signs people in through the public entry point of the core.'
    : undefined
}

/** @type {(file: string, specifier: string, isType: boolean) => string | undefined} */
function problemBetween(file, specifier, isType) {
  const [folder, may] = PACKAGES.find(([prefix]) => file.startsWith(prefix)) ?? []
  if (folder === undefined || may === undefined) return undefined
  const what = may[specifier.split('/')[1] ?? '']
  if (what === 'code' || (what === 'types' && isType)) return undefined
  const allowed = Object.entries(may).map(([name, part]) => `${name} (${part})`)
  return `${folder.replace(/\/$/, '')} may import of the other packages: ${allowed.join(', ') || 'none'}.`
}

/** The folder of a workspace. @type {(path: string) => string} */
const findWorkspace = (path) => path.split('/').slice(0, 2).join('/')

/** @type {(target: string) => string | undefined} */
const problemOfPath = (target) =>
  /\/(?:src|dist)\//.test(target) ? 'Import another workspace by its package name.' : undefined

/**
 * Why a file may not import something, or `undefined`.
 *
 * @param {string} file path from the root of the repository, with slashes
 * @param {string} specifier as it is written
 * @param {boolean} isType whether only types are imported
 * @returns {string | undefined}
 */
export function findProblem(file, specifier, isType) {
  if (specifier.startsWith('@latchstring/')) {
    return problemOfEntry(file, specifier) ?? problemBetween(file, specifier, isType)
  }
  const inCore = file.startsWith('packages/core/src/')
  if (specifier === '#primitives') {
    return inCore && findLayer(file) !== 'crypto' ? 'Only crypto knows the runtime.' : undefined
  }
  if (!specifier.startsWith('.')) return undefined
  const target = posix.join(posix.dirname(file), specifier)
  if (findWorkspace(target) !== findWorkspace(file)) return problemOfPath(target)
  if (!inCore) return undefined
  return findLayer(file) === 'providers'
    ? problemOfProvider(target, isType)
    : problemWithin(file, target)
}
