/**
 * Who may import whom: the one table. The lint rule `latchstring/layers` (plugin.mjs) asks it about every import outside of
 * tests.
 */
import { posix } from 'node:path'

const LIB = 'packages/core/src/lib'

const GROUND = ['types', 'kit', 'errors', 'crypto', 'http']

const REQUEST = [...GROUND, 'config', 'request']

/**
 * The folders of the core's `lib`, from the ground up, and which others each may import. A folder within one of them (`sign-in/oauth`,
 * `sessions/endings`) is part of it.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const LAYERS = {
  types: [],
  kit: ['types'],
  errors: ['types', 'kit'],
  logger: ['types', 'kit', 'errors'],
  crypto: ['types', 'kit', 'errors'],
  http: ['types', 'kit', 'errors', 'crypto'],
  records: ['types', 'kit', 'errors', 'crypto'],
  config: [...GROUND, 'logger', 'records'],
  // The request at hand, with its configuration.
  request: [...GROUND, 'config'],
  pages: [...GROUND, 'request'],
  // For providers: a module of one service imports what several of them share.
  'provider-kit': ['types', 'kit', 'pages'],
  // Loaded in development alone, where a page or a flow has something to say to a developer.
  development: [...REQUEST, 'logger', 'pages', 'provider-kit'],
  failures: [...REQUEST, 'logger', 'pages', 'development'],
  sessions: [...REQUEST, 'records', 'development'],
  // What every part of a feature is given; how its actions run is part of `actions`.
  features: [...REQUEST, 'records', 'pages', 'sessions'],
  limits: [...REQUEST, 'logger', 'sessions'],
  'sign-in': [
    ...REQUEST,
    'records',
    'pages',
    'development',
    'failures',
    'sessions',
    'features',
    'limits',
  ],
  'sign-out': [...REQUEST, 'pages', 'failures', 'sessions', 'sign-in'],
  actions: [
    ...REQUEST,
    'logger',
    'records',
    'pages',
    'development',
    'failures',
    'sessions',
    'limits',
    'features',
    'sign-in',
    'sign-out',
  ],
  engine: [
    ...REQUEST,
    'logger',
    'pages',
    'development',
    'failures',
    'sessions',
    'limits',
    'features',
    'sign-in',
    'sign-out',
    'actions',
  ],
  // What framework packages build on.
  framework: [
    'types',
    'kit',
    'errors',
    'http',
    'config',
    'request',
    'sessions',
    'actions',
    'engine',
  ],
}

/** The folders of ways to sign in, which do not know each other: `actions/kinds.ts` picks one. */
const WAYS = new Set(['oauth', 'email', 'passkey', 'credentials'])

/** What providers may import of the core: they are data about one service. */
const PROVIDER = { types: ['types', 'kit', 'provider-kit', 'entry'], code: ['kit', 'provider-kit'] }

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
  ['packages/schema', { core: 'types' }],
  ['packages/languages', { core: 'types' }],
  ['packages/adapter-kit', { core: 'types' }],
  ['packages/adapter-conformance', { core: 'code' }],
  ['packages/feature-conformance', { core: 'code' }],
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

/** Tables that are data, and what checks them: code for those who keep them. */
const DATA = '@latchstring/core/adapters'
const KEEPERS = /^(?:adapters\/|packages\/schema\/)/

/** Suites that sign people in through the front door of the core. */
const FROM_OUTSIDE = /^packages\/(?:adapter|feature)-conformance\//

/** Entry points of the core that they stay away from. */
const BESIDE_THE_DOOR = /^@latchstring\/core\/(?:application|errors|framework|jwt|redirect-proxy)$/

/** The folder of a file of the core's `lib`; `entry` for the modules above it. @type {(path: string) => string} */
function findLayer(path) {
  if (path.startsWith(`${LIB}/`)) return path.slice(LIB.length + 1).split('/')[0] ?? ''
  return path.startsWith('packages/core/src/providers/') ? 'providers' : 'entry'
}

/** The way to sign in that a file belongs to. @type {(path: string) => string | undefined} */
function findWay(path) {
  const [room, way = ''] = path.slice(LIB.length + 1).split('/')
  return room === 'sign-in' && WAYS.has(way) ? way : undefined
}

/** @type {(file: string, target: string) => string | undefined} */
function problemWithin(file, target) {
  const [from, to] = [findLayer(file), findLayer(target)]
  if (from === 'entry') return undefined
  if (from === to) {
    const [own, other] = [findWay(file), findWay(target)]
    return other === undefined || other === own
      ? undefined
      : 'Ways to sign in do not know each other: actions/kinds.ts picks one.'
  }
  const may = LAYERS[from] ?? []
  return may.includes(to) ? undefined : `${from} may import: ${may.join(', ') || 'nothing'}.`
}

/** @type {(target: string, isType: boolean) => string | undefined} */
function problemOfProvider(target, isType) {
  const allowed = isType ? PROVIDER.types : PROVIDER.code
  return allowed.includes(findLayer(target)) || findLayer(target) === 'providers'
    ? undefined
    : `A provider is data about one service: it may import ${allowed.join(', ')}.`
}

/** @type {(file: string, specifier: string) => string | undefined} */
function problemOfEntry(file, specifier) {
  if (/^@latchstring\/[^/]+\/(?:src|dist|lib)(?:\/|$)/.test(specifier)) {
    return 'Import the public entry points of a package.'
  }
  return FROM_OUTSIDE.test(file) && BESIDE_THE_DOOR.test(specifier)
    ? 'The suite signs people in through the public entry point of the core.'
    : undefined
}

/** @type {(file: string, specifier: string, isType: boolean) => string | undefined} */
function problemBetween(file, specifier, isType) {
  const [folder, may] = PACKAGES.find(([prefix]) => file.startsWith(prefix)) ?? []
  if (folder === undefined || may === undefined) return undefined
  const what = may[specifier.split('/')[1] ?? '']
  const isData = specifier === DATA && KEEPERS.test(file)
  if (what === 'code' || (what === 'types' && (isType || isData))) return undefined
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
