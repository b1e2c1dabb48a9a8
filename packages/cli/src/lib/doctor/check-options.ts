import { nearest } from '../nearest.ts'
import type { Application } from './application.ts'
import { type Finding, broken, note, warning } from './finding.ts'
import { type ConfiguredFeature, readFeatures } from './features.ts'
import { findCalls } from './module.ts'
import { type Provider, readProviders, readsAllProviders } from './providers.ts'
import { child, children, nameText, unwrap } from './syntax.ts'
import { type Value, memberText, memberValue } from './value.ts'

const splitNames = (text: string): readonly string[] => text.split(' ')

/** Options by the object that has them; the outermost has no name. */
export const KNOWN: Readonly<Record<string, readonly string[]>> = {
  '': splitNames(
    'providers adapter adapterRequires features basePath secret weakSecret audience session account jwt callbacks events pages cookies theme texts limits clientAddress debug logger experimental migrate redirectProxyUrl redirectProxyOrigins skipCSRFCheck trustHost allowedHosts useSecureCookies raw',
  ),
  session: splitNames(
    'strategy maxAge updateAge absoluteMaxAge endAllOnSignOut revocation devices endOn generateSessionToken',
  ),
  callbacks: splitNames('signIn redirect jwt session deviceInfo authorized'),
  pages: splitNames('signIn signOut error verifyRequest newUser'),
}

const DOCS = 'docs/callbacks-and-events.md'

function checkNames(options: Value, group: string, file: string): readonly Finding[] {
  const value = group === '' ? options : memberValue(options, group)
  const known = KNOWN[group]
  if (value?.kind !== 'object' || known === undefined) return []
  const path = group === '' ? '' : `${group}.`
  return [...value.members.keys()].flatMap((name) => {
    const meant = nearest(name, known)
    // The check of missing options names it already.
    const said = meant === 'providers' && !value.members.has('providers')
    // Pages of features have their paths as names.
    const isFeature = group === 'pages' && name.includes('/')
    if (known.includes(name) || isFeature || said) return []
    const level = meant === undefined ? warning : broken
    return [
      level({
        id: 'option-unknown',
        what: `\`${path}${name}\` is not an option.`,
        why: 'It has no effect, and what it was meant to do does not happen.',
        fix:
          meant === undefined
            ? `Remove it. Possible are: ${known.join(', ')}.`
            : `Did you mean \`${path}${meant}\`? Rename it.`,
        docs: DOCS,
        file,
      }),
    ]
  })
}

function checkForm({ configured, modules, isNext }: Application): readonly Finding[] {
  if (configured === undefined) {
    const calls = [...modules.values()].some((module) =>
      [...module.imports.values()].some(({ from }) => from.startsWith('@latchstring/')),
    )
    // Elsewhere the configuration may be an object that a file exports.
    return [
      (isNext ? warning : note)({
        id: 'configuration-not-found',
        what: 'No file calls Latchstring(…) or createAuth(…).',
        why: calls
          ? 'The application imports the library; where it is configured cannot be read from the text.'
          : 'Nothing in this folder uses the library.',
        fix: 'Name the file: latchstring doctor --file src/auth.ts. A new application is set up as in the guide.',
        docs: 'docs/getting-started-next.md#2-configure',
      }),
    ]
  }
  const { form, options, file } = configured
  if (form === 'function' && options.kind === 'other' && configured.returnsNothing) {
    return [
      broken({
        id: 'function-form',
        what: 'The function that makes the configuration returns nothing.',
        why: 'Every request fails: there are no options.',
        fix: 'Write `return` before the object, or put the object into brackets: () => ({ … }).',
        docs: 'docs/configuration-per-request.md',
        file,
      }),
    ]
  }
  if (options.kind !== 'object' || options.open || options.members.has('providers')) return []
  const meant = nearest('providers', [...options.members.keys()])
  return [
    broken({
      id: 'providers-missing',
      what: 'The configuration has no `providers`.',
      why: 'Every request fails, because there is no way to sign in.',
      fix:
        meant === undefined ? 'Add providers: [GitHub].' : `Rename \`${meant}\` to \`providers\`.`,
      docs: 'docs/getting-started-next.md#2-configure',
      file,
    }),
  ]
}

function checkStore(
  { configured }: Application,
  providers: readonly Provider[],
  features: readonly ConfiguredFeature[],
): readonly Finding[] {
  const options = configured?.options
  if (configured === undefined || options?.kind !== 'object' || options.open) return []
  if (options.members.has('adapter')) return []
  const session = options.members.get('session')
  const needs = [
    ...(memberText(session, 'strategy') === 'database' ? ['`session.strategy` is "database"'] : []),
    ...providers.flatMap(({ id, kind }) =>
      kind === 'email' || kind === 'webauthn' ? [`the provider "${id}" stores users`] : [],
    ),
    ...features.map(({ package: { id } }) => `the feature "${id}" stores rows`),
  ]
  const [first] = needs
  return first === undefined
    ? []
    : [
        broken({
          id: 'adapter-missing',
          what: `There is no \`adapter\`, and ${first}.`,
          why: 'Every request fails with MissingAdapter.',
          fix: 'Install a store, such as npm install @latchstring/adapter-sql, set adapter: openSqlAdapter(url, { records: true }), and create the tables: npx @latchstring/cli migrate --apply --records all',
          docs: 'docs/storage-sql.md#create-the-tables',
          file: configured.file,
        }),
      ]
}

/** Adapters that are published for Auth.js declare no capabilities. */
function checkCapabilities(
  { configured }: Application,
  providers: readonly Provider[],
): readonly Finding[] {
  const adapter = memberValue(configured?.options, 'adapter')
  if (configured === undefined || adapter?.kind !== 'call' || !adapter.from.startsWith('@auth/')) {
    return []
  }
  if (memberValue(configured.options, 'adapterRequires') !== undefined) return []
  const kinds = new Set(providers.map(({ kind }) => kind))
  const passkeys = kinds.has('webauthn')
  return [
    (passkeys ? broken : note)({
      id: 'adapter-capabilities',
      what: `The adapter ${adapter.from} does not say what its store guarantees.`,
      why: passkeys
        ? 'Passkeys need methods and guarantees that it may lack (MissingAdapterMethods).'
        : 'Two first sign-ins of a person at the same moment may make two users, and a link may be used twice.',
      fix: `Use ${adapter.from.includes('prisma') ? '@latchstring/adapter-prisma' : '@latchstring/adapter-sql'} over the same tables, or set \`adapterRequires\` to what you need.`,
      docs: 'docs/adapters.md#declare-capabilities',
      file: configured.file,
    }),
  ]
}

function checkKinds(
  { configured }: Application,
  providers: readonly Provider[],
): readonly Finding[] {
  if (configured === undefined) return []
  const { file, options } = configured
  const experimental = memberValue(options, 'experimental')
  const enabled = memberValue(experimental, 'enableWebAuthn')
  const open = options.kind !== 'object' || options.open
  return providers.flatMap(({ id, kind, options: own }) => {
    if (
      kind === 'credentials' &&
      own?.kind === 'object' &&
      !own.open &&
      !own.members.has('authorize')
    ) {
      return [
        broken({
          id: 'authorize-missing',
          what: `The provider "${id}" has no \`authorize\` function.`,
          why: 'It is left out with MissingAuthorize: nothing says which passwords are right.',
          fix: 'Add authorize: async (credentials) => …, which returns the user or null.',
          docs: 'docs/credentials.md',
          file,
        }),
      ]
    }
    if (kind !== 'webauthn' || open || (enabled?.kind === 'flag' && enabled.flag)) return []
    return [
      broken({
        id: 'webauthn-not-enabled',
        what: `The provider "${id}" is an experimental feature that is not enabled.`,
        why: 'Every request fails with ExperimentalFeatureNotEnabled.',
        fix: 'Set experimental: { enableWebAuthn: true }.',
        docs: 'docs/passkeys.md',
        file,
      }),
    ]
  })
}

/** A number of the text, or the default; `undefined` where it comes from elsewhere. */
function readNumber(value: Value | undefined, usual: number): number | undefined {
  if (value === undefined) return usual
  return value.kind === 'number' ? value.number : undefined
}

/** For how long copies of an ended session are accepted. */
function checkEndings({ configured }: Application): readonly Finding[] {
  const session = memberValue(configured?.options, 'session')
  const endings = memberValue(session, 'revocation')
  const isOn = endings?.kind === 'object' || (endings?.kind === 'flag' && endings.flag)
  if (configured === undefined || !isOn || memberText(session, 'strategy') !== 'jwt') return []
  const window = readNumber(memberValue(endings, 'window'), 30)
  const grace = readNumber(memberValue(endings, 'graceWithoutStore'), 300)
  if (window === undefined || grace === undefined) return []
  return [
    note({
      id: 'ended-sessions',
      what: `An ended session is refused at once by the process that ended it, and within ${window} seconds by all others.`,
      why: `While the store is away, what is known already counts for ${grace} seconds. After that, reading a session answers 503.`,
      fix: 'Nothing is wrong. To promise something else, set `session.revocation` to { window, graceWithoutStore }, in seconds.',
      docs: 'docs/sessions.md#end-sessions',
      file: configured.file,
    }),
  ]
}

function checkImports(
  { configured, modules }: Application,
  providers: readonly Provider[],
): readonly Finding[] {
  if (configured === undefined || !configured.from.startsWith('@latchstring/')) return []
  return providers
    .filter(({ from }) => !from.startsWith('@latchstring/'))
    .map(({ from, module }) =>
      broken({
        id: 'provider-import',
        what: `The provider is imported from ${from}.`,
        why: 'It is a description for another library, which this one checks differently.',
        fix: `Import it from ${modules.get(configured.file) && configured.from === '@latchstring/next' ? '@latchstring/next' : '@latchstring/core'}/providers/${module}.`,
        docs: 'docs/moving-from-next-auth.md#1-change-the-imports',
        file: configured.file,
      }),
    )
}

/** Ids in `signIn('…')` that no provider has. */
function checkCalls(application: Application, providers: readonly Provider[]): readonly Finding[] {
  const { features, all } = readFeatures(application)
  if (!readsAllProviders(application) || !all) return []
  const forms = features.flatMap(({ package: { provider } }) => provider ?? [])
  const ids = [...providers.map(({ id }) => id), ...forms]
  return [...application.modules.values()].flatMap((module) =>
    findCalls(module).flatMap((call) => {
      const callee = nameText(unwrap(child(call, 'callee'))) ?? ''
      const id = nameText(children(call, 'arguments')[0])
      const literal = children(call, 'arguments')[0]?.type === 'Literal'
      if (module.imports.get(callee)?.name !== 'signIn' || !literal || id === undefined) return []
      if (ids.includes(id)) return []
      const meant = nearest(id, ids)
      return [
        broken({
          id: 'sign-in-unknown-provider',
          what: `signIn(${JSON.stringify(id)}) names a provider that is not configured.`,
          why: 'The call fails with InvalidProvider.',
          fix:
            meant === undefined
              ? `Write one of: ${ids.join(', ')}.`
              : `Did you mean ${JSON.stringify(meant)}?`,
          docs: 'docs/errors.md#invalidprovider',
          file: module.file,
        }),
      ]
    }),
  )
}

/** Options of the configuration: names, form, and what belongs together. */
export function checkOptions(application: Application): readonly Finding[] {
  const { configured } = application
  const providers = readProviders(application)
  const { features } = readFeatures(application)
  const ours = configured?.from.startsWith('@latchstring/') === true
  return [
    ...checkForm(application),
    ...(configured && ours
      ? Object.keys(KNOWN).flatMap((group) =>
          checkNames(configured.options, group, configured.file),
        )
      : []),
    ...checkStore(application, providers, features),
    ...checkCapabilities(application, providers),
    ...checkKinds(application, providers),
    ...checkEndings(application),
    ...checkImports(application, providers),
    ...checkCalls(application, providers),
  ]
}
