/**
 * Who may import whom, written a second time and from the reader's side: the linter's own
 * configuration says what is refused, this table says what is meant, and check-lint-bites compares.
 */

const below = ['types', 'errors', 'logger', 'crypto', 'http', 'config']

/**
 * @typedef {object} Layer
 * @property {string} name
 * @property {readonly string[]} may the layers it may import
 * @property {boolean} context whether it may import the request's context
 */

/** @type {readonly Layer[]} the folders of packages/core/src/lib */
export const layers = [
  { name: 'types', may: [], context: false },
  // For providers alone: importing one brings its own mark, and no other.
  { name: 'marks', may: [], context: false },
  // For providers alone as well: what several of them read out of a profile in the same way.
  { name: 'profile', may: ['types'], context: false },
  { name: 'errors', may: ['types'], context: false },
  { name: 'logger', may: ['types', 'errors'], context: false },
  { name: 'crypto', may: ['types', 'errors'], context: false },
  { name: 'http', may: ['types', 'errors', 'crypto'], context: false },
  { name: 'config', may: ['types', 'errors', 'logger', 'crypto', 'http'], context: false },
  { name: 'events', may: below, context: false },
  { name: 'transaction', may: [...below, 'events'], context: true },
  { name: 'session', may: [...below, 'events'], context: true },
  { name: 'accounts', may: [...below, 'events'], context: true },
  { name: 'oauth', may: [...below, 'transaction'], context: true },
  { name: 'webauthn', may: [...below, 'transaction'], context: true },
  { name: 'pages', may: below.filter((name) => name !== 'config'), context: true },
  { name: 'mail', may: [...below.filter((name) => name !== 'config'), 'pages'], context: true },
  { name: 'csrf', may: [...below, 'session'], context: true },
  { name: 'answers', may: [...below, 'pages'], context: true },
  {
    name: 'flows',
    may: [
      ...below,
      'events',
      'transaction',
      'session',
      'accounts',
      'oauth',
      'webauthn',
      'pages',
      'mail',
      'csrf',
      'answers',
    ],
    context: true,
  },
]

/** @type {(name: string) => Layer | undefined} */
export const layerOf = (name) => layers.find((layer) => layer.name === name)

/**
 * @typedef {object} Import
 * @property {string} specifier
 * @property {'value' | 'type'} kind
 * @property {boolean} allowed
 */

/** @type {(specifier: string, allowed: boolean) => Import} */
const value = (specifier, allowed) => ({ specifier, kind: 'value', allowed })

/** @type {(specifier: string, allowed: boolean) => Import} */
const type = (specifier, allowed) => ({ specifier, kind: 'type', allowed })

/** @type {(edge: Import, index: number) => string} */
export const importLine = ({ specifier, kind }, index) =>
  `import ${kind === 'type' ? 'type ' : ''}{ n${index} } from '${specifier}'`

/** @type {(up: string, layer: Layer) => readonly Import[]} */
const outward = (up, { name, may, context }) => [
  ...layers
    .filter((other) => other.name !== name)
    .map((other) => value(`${up}${other.name}/file.ts`, may.includes(other.name))),
  value(`${up}clock.ts`, true),
  value(`${up}symbols.ts`, true),
  value(`${up}json.ts`, true),
  value(`${up}context.ts`, context),
  value(`${up}return-to.ts`, context),
  value(`${up}auth.ts`, false),
  value(`${up}../index.ts`, false),
  value(`${up}../providers/github.ts`, false),
  value('@latchstring/core', false),
  value('@latchstring/client', false),
  value('#primitives', name === 'crypto'),
  value('jose', true),
]

const lib = 'packages/core/src/lib'

/** @type {readonly { readonly file: string, readonly imports: readonly Import[] }[]} */
const coreBoundaries = [
  ...layers
    .filter(({ name }) => name !== 'flows')
    .map((layer) => ({
      file: `${lib}/${layer.name}/edges.ts`,
      imports: [value('./sibling.ts', true), ...outward('../', layer)],
    })),
  ...layers
    .filter(({ name }) => name === 'pages')
    .map((layer) => ({
      file: `${lib}/pages/texts/edges.ts`,
      imports: [value('../html.ts', true), ...outward('../../', layer)],
    })),
  ...layers
    .filter(({ name }) => name === 'flows')
    .flatMap((layer) => [
      {
        file: `${lib}/flows/edges.ts`,
        imports: [
          value('./complete-sign-in.ts', true),
          value('./sign-out.ts', false),
          value('./callback/oauth.ts', false),
          ...outward('../', layer),
        ],
      },
      {
        file: `${lib}/flows/callback/edges.ts`,
        imports: [
          value('../complete-sign-in.ts', true),
          value('../sign-out.ts', false),
          value('./email.ts', false),
          value('../sign-in/oauth.ts', false),
          ...outward('../../', layer),
        ],
      },
      {
        file: `${lib}/flows/routes.ts`,
        imports: [
          value('./sign-out.ts', true),
          value('./callback/oauth.ts', true),
          ...outward('../', layer),
        ],
      },
    ]),
  {
    file: `${lib}/context.ts`,
    imports: [
      ...layers.map(({ name }) => value(`./${name}/file.ts`, below.includes(name))),
      value('./auth.ts', false),
      value('../index.ts', false),
    ],
  },
  {
    file: `${lib}/symbols.ts`,
    imports: [
      ...layers.map(({ name }) => value(`./${name}/file.ts`, name === 'types')),
      value('./context.ts', false),
      value('./auth.ts', false),
    ],
  },
  {
    file: 'packages/core/src/providers/edges.ts',
    imports: [
      type('../lib/types/provider.ts', true),
      value('../lib/types/provider.ts', false),
      value('../lib/symbols.ts', true),
      value('../lib/marks/file.ts', true),
      value('../lib/mail/file.ts', true),
      value('../lib/profile/file.ts', true),
      type('../lib/profile/file.ts', true),
      value('../lib/pages/file.ts', false),
      value('../lib/session/expose.ts', false),
      type('../types.ts', true),
      value('../index.ts', false),
      value('../lib/crypto/random.ts', false),
      type('../lib/crypto/random.ts', false),
      value('@latchstring/client', false),
    ],
  },
]

/** @type {(packages: readonly string[], may: Readonly<Record<string, 'types' | 'code'>>) => Import[]} */
const onPackages = (packages, may) =>
  packages.flatMap((name) => [
    value(`@latchstring/${name}`, may[name] === 'code'),
    type(`@latchstring/${name}`, may[name] !== undefined),
    type(`@latchstring/${name}/src/lib/file.ts`, false),
  ])

const workspace = ['core', 'client', 'react', 'next', 'adapter-kit', 'adapter-sql', 'test-idp']

/** @type {typeof coreBoundaries} */
const packageBoundaries = [
  {
    file: 'packages/client/src/edges.ts',
    imports: [...onPackages(workspace, { core: 'types' }), value('../../core/src/index.ts', false)],
  },
  {
    file: 'packages/react/src/edges.tsx',
    imports: onPackages(workspace, { core: 'types', client: 'code' }),
  },
  {
    file: 'packages/adapter-conformance/src/edges.ts',
    imports: [
      ...onPackages(workspace, { core: 'code' }),
      type('@latchstring/core/adapters', true),
      value('@latchstring/core/framework', false),
    ],
  },
  {
    file: 'packages/adapter-kit/src/edges.ts',
    imports: onPackages(workspace, { core: 'types', 'adapter-kit': 'code' }),
  },
  {
    file: 'adapters/sql/src/edges.ts',
    imports: onPackages(workspace, { core: 'types', 'adapter-kit': 'code' }),
  },
  {
    file: 'adapters/kysely/src/edges.ts',
    imports: onPackages(workspace, { core: 'types', 'adapter-kit': 'code', 'adapter-sql': 'code' }),
  },
  {
    file: 'frameworks/next/src/edges.ts',
    imports: [
      ...onPackages(workspace, { core: 'code', react: 'code' }),
      value('@latchstring/core/framework', true),
      value('../../../packages/core/src/index.ts', false),
    ],
  },
]

/** One file for each place in the tree, with everything it may and may not import. */
export const boundaries = [...coreBoundaries, ...packageBoundaries]
