import { isRedirect, findKind } from './kinds.mjs'

/** @typedef {import('./read.mjs').Provider} Provider */

const HEADER = '<!-- Written by npm run docs from the provider: change that, and run it. -->'

/** Guides about what a kind of provider needs beside its configuration. */
const GUIDES = {
  oauth: '',
  oidc: '',
  email:
    'The [guide to sign-in by email](../email.md) says what people see, and how to write a mail of your own.',
  credentials:
    'The [guide to credentials](../credentials.md) says what the application has to do itself.',
  webauthn:
    'The [guide to passkeys](../passkeys.md) says what the application and its database need.',
}

/** @type {(names: readonly string[]) => string} */
const codes = (names) => names.map((name) => `\`${name}\``).join(', ')

/** @type {(paragraphs: readonly (string | false | undefined)[]) => string} */
const join = (paragraphs) => paragraphs.filter(Boolean).join('\n\n')

/** @type {(provider: Provider) => boolean} whether there is somebody to register with, and not only documentation */
export const hasConsole = ({ registration, doc }) =>
  registration !== undefined && !doc.see.includes(registration.console)

/** @type {(provider: Provider) => string | false} */
function deprecation({ module: { deprecated } }) {
  return deprecated !== undefined && `> **Deprecated.** ${deprecated}`
}

/** Where an application is during development. @type {Readonly<Record<string, { origin: string, note: (name: string) => string }>>} */
const DEVELOPMENT = {
  https: {
    origin: 'https://localhost:3000',
    note: (name) =>
      `${name} takes no redirect URI with http, not even during development: start the application with a certificate, as \`next dev --experimental-https\` does, or put a tunnel with https before it and set \`AUTH_URL\` to the address of the tunnel.`,
  },
  public: {
    origin: 'https://<your tunnel>',
    note: (name) =>
      `${name} takes neither http nor \`localhost\`, not even during development: put a tunnel with https and a host name of its own before the application, and set \`AUTH_URL\` to the address of the tunnel.`,
  },
  '127.0.0.1': {
    origin: 'http://127.0.0.1:3000',
    note: (name) =>
      `${name} does not take \`localhost\`: during development, open the application at \`http://127.0.0.1:3000\`.`,
  },
}

/** @type {(provider: Provider) => string} */
function redirectUris({ module: { id, name }, registration }) {
  const { origin = 'http://localhost:3000', note } =
    DEVELOPMENT[registration?.development ?? ''] ?? {}
  return join([
    `${name} sends people back to the redirect URI:`,
    [
      '| Where | Redirect URI |',
      '| --- | --- |',
      `| Next.js | \`https://<your app>/api/auth/callback/${id}\` |`,
      `| Next.js, in development | \`${origin}/api/auth/callback/${id}\` |`,
      `| Elsewhere (base path \`/auth\`) | \`https://<your app>/auth/callback/${id}\` |`,
    ].join('\n'),
    note?.(name),
  ])
}

/** @type {(provider: Provider) => string | false} */
function register(provider) {
  const { registration } = provider
  if (registration === undefined) return false
  // What is in angle brackets is to be filled in, and no markup.
  const told = registration.steps.map((step) =>
    step.replaceAll('<', '&lt;').replaceAll(/(?<!`)\bAUTH_[A-Z\d_]+/g, '`$&`'),
  )
  const steps = hasConsole(provider) ? [`Open <${registration.console}>.`, ...told] : told
  return join([
    hasConsole(provider) ? '## Register the application' : '## Prepare the application',
    steps.map((step, index) => `${index + 1}. ${step}`).join('\n'),
    isRedirect(provider) && redirectUris(provider),
  ])
}

/** @type {(provider: Provider) => string | false} */
function environment({ doc: { variables } }) {
  if (variables.length === 0) return false
  const lines = variables.map((name) => `${name}=…`)
  return join(['## Environment', ['```sh', ...lines, '```'].join('\n')])
}

/** @type {(provider: Provider) => readonly string[]} members that nothing works without */
const requiredBy = ({ module, behaviour }) => [
  ...new Set([...(module.requires ?? []), ...(behaviour?.required ?? [])]),
]

/** Ends of the variables that members are read from. @type {Readonly<Record<string, string>>} */
const VARIABLES = { clientId: '_ID', clientSecret: '_SECRET', issuer: '_ISSUER', apiKey: '_KEY' }

/** @type {(provider: Provider) => boolean} whether the environment is enough */
export function worksBare(provider) {
  const { variables } = provider.doc
  const isRead = (/** @type {string} */ member) =>
    variables.some((name) => name.endsWith(VARIABLES[member] ?? ' '))
  return (
    isRedirect(provider) &&
    !provider.registration?.configuredInCode &&
    requiredBy(provider).every(isRead)
  )
}

/** What a kind of provider needs beside itself. */
const SURROUNDINGS = {
  oauth: { imports: [], options: [] },
  oidc: { imports: [], options: [] },
  credentials: { imports: [], options: [] },
  email: {
    imports: ["import { openSqlAdapter } from '@latchstring/adapter-sql'"],
    options: ["adapter: openSqlAdapter('file:./data.db', { records: true }),"],
  },
  webauthn: {
    imports: ["import { openSqlAdapter } from '@latchstring/adapter-sql'"],
    options: [
      "adapter: openSqlAdapter('file:./data.db', { records: true }),",
      'experimental: { enableWebAuthn: true },',
    ],
  },
}

/** @type {(provider: Provider) => string} an `auth.ts` for Next.js, made of the example of the provider */
function nextModule(provider) {
  const { file, module, factory, doc } = provider
  const [before = '', list = ''] = doc.example.split('export const providers = ')
  const { imports, options } = SURROUNDINGS[module.type]
  const bare = worksBare(provider)
  const own = `import ${factory} from '@latchstring/next/providers/${file}'`
  const head = bare ? own : before.replaceAll('@latchstring/core/', '@latchstring/next/').trim()
  return [
    '```ts',
    '// auth.ts',
    ...imports,
    "import Latchstring from '@latchstring/next'",
    head,
    '',
    'export const { handlers, auth, signIn, signOut } = Latchstring({',
    ...options,
    `providers: ${bare ? `[${factory}]` : list.trim()},`,
    '})',
    '```',
  ].join('\n')
}

/** @type {(provider: Provider) => string} */
function use(provider) {
  const { doc, module } = provider
  const hasOptions = worksBare(provider) && !doc.example.endsWith(`[${provider.factory}]`)
  return join([
    '## Use it',
    nextModule(provider),
    hasOptions ? 'With options, and without Next.js:' : 'Without Next.js:',
    ['```ts', doc.example, '```'].join('\n'),
    doc.options !== 'overrides of any member' && `Options: ${doc.options}.`,
    GUIDES[module.type],
  ])
}

/** @type {(behaviour: NonNullable<Provider['behaviour']>) => string} */
function describeAddress({ email, emailVerified }) {
  if (email === null) return 'no'
  return emailVerified ? 'yes, with whether it is verified' : 'yes, but not whether it is verified'
}

/** Stands for the client id of an application in the cases. */
const CLIENT_OF_LAB = /^lab-client-of-/

/**
 * Scopes as a list, whatever separates them.
 *
 * @type {(scope: string, listed: (names: readonly string[]) => string) => string}
 */
function renderScopes(scope, listed) {
  const names = scope.split(/[\s,]+/)
  const own = names.filter((name) => !CLIENT_OF_LAB.test(name))
  return own.length === names.length ? listed(own) : `${listed(own)} and the client id`
}

/** @type {(behaviour: NonNullable<Provider['behaviour']>) => string} */
function renderChecks({ checks, pkceIgnored }) {
  const note = pkceIgnored && checks.includes('pkce')
  return note
    ? `${codes(checks)}. It is not known that the service checks \`pkce\`.`
    : codes(checks)
}

/** @type {(provider: Provider) => string} */
function facts(provider) {
  const { module, behaviour } = provider
  const required = requiredBy(provider)
  const rows = [
    ['Id', `\`${module.id}\``],
    ['Kind', findKind(provider)],
    module.issuer !== undefined && ['Issuer', `\`${module.issuer}\``],
    required.length > 0 && ['Needs', codes(required)],
    behaviour && ['Scopes', behaviour.scope ? renderScopes(behaviour.scope, codes) : 'none'],
    behaviour && ['Checks', renderChecks(behaviour)],
    behaviour && ['Client authentication', `\`${behaviour.authentication}\``],
    behaviour && ['Email address', describeAddress(behaviour)],
  ].filter((row) => Array.isArray(row))
  return join(['## At a glance', rows.map(([name, value]) => `- ${name}: ${value}`).join('\n')])
}

/** @type {(provider: Provider) => string | false} */
const notes = ({ doc }) => doc.notes.length > 0 && join(['## Good to know', ...doc.notes])

/** The example with further options in its list, or a list with nothing else. @type {(provider: Provider, options: string) => string} */
function exampleWith(provider, options) {
  const { doc, factory } = provider
  const end = /,?\s*\}\s*\)\s*,?\s*\]\s*$/
  if (worksBare(provider) || !end.test(doc.example)) {
    return `export const providers = [${factory}(${options})]`
  }
  const statements = doc.example.replaceAll(/^import [^]*? from '.*'$/gm, '').trim()
  return statements.replace(end, `, ...${options} })]`)
}

/** @type {(provider: Provider) => string | false} */
function testing(provider) {
  const { file, module, factory, emulator } = provider
  const { name } = module
  if (emulator === undefined) return false
  const short = `${factory[0]?.toLowerCase()}${factory.slice(1)}`
  const variable = short === factory ? 'emulator' : short
  return join([
    '## Test it',
    `\`@latchstring/testing\` has an emulator of ${name}, which needs neither network nor account, and refuses what ${name} refuses. [Testing sign-in](../testing-sign-in.md) goes through a test.`,
    [
      '```ts',
      `import ${factory} from '@latchstring/core/providers/${file}'`,
      "import { createLab } from '@latchstring/testing'",
      '',
      `const ${variable} = await createLab().${emulator}('${file}')`,
      exampleWith(provider, `${variable}.options`),
      '```',
    ].join('\n'),
  ])
}

/** @type {(see: readonly string[]) => string} */
const sources = (see) =>
  see
    .map(
      (address, index) => `[${index === 0 ? 'Documentation of the service' : 'more'}](${address})`,
    )
    .join(', ')

/** @type {(provider: Provider) => string} the page of a provider, Markdown */
export function renderPage(provider) {
  const { module, doc } = provider
  return `${join([
    HEADER,
    `# ${module.name}`,
    deprecation(provider),
    `${doc.summary} ${sources(doc.see)}.`,
    register(provider),
    environment(provider),
    use(provider),
    notes(provider),
    facts(provider),
    testing(provider),
    '[All providers](index.md)',
  ])}\n`
}
