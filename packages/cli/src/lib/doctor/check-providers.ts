import type { ProviderEntry } from '../provider-catalogue.ts'
import type { Application } from './application.ts'
import { type Finding, broken, note, warning } from './finding.ts'
import { type Provider, providerVariable, readProviders } from './providers.ts'
import { memberValue } from './value.ts'
import { type Variables, firstVariable } from './variables.ts'

const DOCS = 'docs/deployment.md#providers-without-settings'

const option = ({ options }: Provider, name: string): boolean =>
  memberValue(options, name) !== undefined || (options?.kind === 'object' && options.open)

/** The options that the variables of a provider are read for, by the end of their names. */
const OPTIONS = {
  ID: 'clientId',
  SECRET: 'clientSecret',
  ISSUER: 'issuer',
  KEY: 'apiKey',
} as const

interface Needed {
  readonly suffix: string
  readonly option: string
}

/** The variables without which a provider of the library does not work. */
export function listNeeded({
  variables,
  requires = [],
}: Pick<ProviderEntry, 'variables' | 'requires'>): readonly Needed[] {
  const isRead = (suffix: string): boolean =>
    variables.some((variable) => variable.endsWith(`_${suffix}`))
  return Object.entries(OPTIONS).flatMap(([suffix, name]) => {
    // Another issuer than the usual one is a choice, and so is the key of a service that has no clients.
    const isChoice =
      (suffix === 'ISSUER' && !requires.includes(name)) || (suffix === 'SECRET' && !isRead('ID'))
    return isRead(suffix) && !isChoice ? [{ suffix, option: name }] : []
  })
}

/** The usual ones, for a provider of another library. */
const USUAL_VARIABLES = { variables: ['_ID', '_SECRET'] }

function isGiven(provider: Provider, name: string): boolean {
  if (option(provider, name)) return true
  // A client that authenticates in another way has no secret.
  return name === 'clientSecret' && (option(provider, 'client') || option(provider, 'token'))
}

/** Variables that look as if they were meant: `GITHUB_ID`, `AUTH_GITHUB_CLIENT_ID`, `GITHUB_CLIENT_SECRET`. */
function findLookAlike(
  variables: Variables,
  { id, module }: Provider,
  suffix: string,
): string | undefined {
  const words = [id, module].map((name) => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_'))
  // `google-id` is also written without what follows the name of the company.
  const names = new Set(words.flatMap((word) => [word, word.split('_')[0] ?? word]))
  const ends = [suffix, `CLIENT_${suffix}`, `CLIENT${suffix}`, `OAUTH_${suffix}`, `API_${suffix}`]
  const starts = ['', 'AUTH_', 'NEXTAUTH_', 'NEXT_PUBLIC_', 'OAUTH_', 'NEXT_AUTH_']
  const candidates = [...names].flatMap((name) =>
    starts.flatMap((start) => ends.map((end) => `${start}${name}_${end}`)),
  )
  return firstVariable(variables, candidates)?.name
}

/** A provider of the library without a single one of its keys, which has an emulator in development. */
function isKeyless({ variables, production }: Application, provider: Provider): boolean {
  if (production || provider.entry === undefined) return false
  if (firstVariable(variables, ['LATCHSTRING_DEV'])?.value === 'off') return false
  const needed = listNeeded(provider.entry)
  return (
    needed.length > 0 &&
    needed.every(
      ({ suffix, option: name }) =>
        !isGiven(provider, name) &&
        firstVariable(variables, [providerVariable(provider.id, suffix)]) === undefined &&
        findLookAlike(variables, provider, suffix) === undefined,
    )
  )
}

function tellKeyless(
  { configured, envFile }: Application,
  { id, module, entry }: Provider,
): Finding {
  const names = listNeeded(entry ?? USUAL_VARIABLES).map(({ suffix }) =>
    providerVariable(id, suffix),
  )
  return note({
    id: 'provider-without-keys',
    what: `${id}: client ID and secret are missing (${names.join(', ')}).`,
    why: 'In development it is offered at its emulator while `latchstring dev` runs. In production it is not offered.',
    fix: `Start with npx @latchstring/cli dev. For the real service, set ${names.join(', ')} in ${envFile}; docs/providers/${module}.md says where to get them.`,
    docs: 'docs/command-line.md#latchstring-dev',
    ...(configured === undefined ? {} : { file: configured.file }),
  })
}

function checkNeeded(application: Application, provider: Provider): readonly Finding[] {
  if (isKeyless(application, provider)) return [tellKeyless(application, provider)]
  const { variables, production, configured, envFile } = application
  return listNeeded(provider.entry ?? USUAL_VARIABLES).flatMap((needed) => {
    const name = providerVariable(provider.id, needed.suffix)
    if (isGiven(provider, needed.option) || firstVariable(variables, [name])) return []
    const likely = findLookAlike(variables, provider, needed.suffix)
    if (likely !== undefined) {
      return [
        broken({
          id: 'provider-variable-name',
          what: `${likely} is set, and the provider "${provider.id}" reads ${name}.`,
          why: 'Without it the provider is not offered.',
          fix: `Rename ${likely} to ${name}.`,
          docs: DOCS,
          ...(configured === undefined ? {} : { file: configured.file }),
        }),
      ]
    }
    const empty = variables.has(name)
    return [
      broken({
        id: 'provider-variable-missing',
        what: `The provider "${provider.id}" has no \`${needed.option}\`: ${name} is ${empty ? 'empty' : 'not set'}.`,
        why:
          needed.option === 'clientSecret'
            ? 'Signing in with it fails: a service refuses a client without its secret, unless it is registered as a public one.'
            : 'The provider is not offered, and signing in with it fails.',
        fix: `Add ${name}=… to ${production ? 'the environment of the deployment' : envFile}; docs/providers/${provider.module}.md says where to get it.`,
        docs: DOCS,
        ...(configured === undefined ? {} : { file: configured.file }),
      }),
    ]
  })
}

function checkValue(variables: Variables, name: string): readonly Finding[] {
  const variable = firstVariable(variables, [name])
  if (variable === undefined) return []
  const { value, file } = variable
  const wrong =
    (/^["'“”‘’`]|["'“”‘’`]$/.test(value.trim()) && 'quotes that belong to the value') ||
    (/\s/.test(value) && 'spaces') ||
    (/[;,]$/.test(value) && `a ${value.endsWith(';') ? 'semicolon' : 'comma'} at its end`) ||
    (/^(?:…|\.{3}|x{3,}|<.*>|your[-_ ].*)$/i.test(value) && 'only a placeholder')
  if (wrong === false) return []
  return [
    broken({
      id: 'variable-form',
      what: `${name} has ${wrong}.`,
      why: 'The service compares it letter by letter, and refuses it (invalid_client).',
      fix: `Write ${name}= followed by the value alone, without spaces around it, in straight quotes or none.`,
      docs: DOCS,
      ...(file === undefined ? {} : { file }),
    }),
  ]
}

function checkSame({ variables }: Application, { id }: Provider): readonly Finding[] {
  const clientId = firstVariable(variables, [providerVariable(id, 'ID')])
  const secret = firstVariable(variables, [providerVariable(id, 'SECRET')])
  if (clientId === undefined || clientId.value !== secret?.value) return []
  return [
    broken({
      id: 'provider-id-is-secret',
      what: `${clientId.name} and ${secret.name} have the same value.`,
      why: 'One of them was pasted twice: the service refuses the client, or the secret is sent to browsers as client id.',
      fix: `Copy both from the console of the service; docs/providers/${id}.md says where they are.`,
      docs: DOCS,
    }),
  ]
}

function checkWritten({ configured }: Application, provider: Provider): readonly Finding[] {
  if (memberValue(provider.options, 'clientSecret')?.kind !== 'text') return []
  return [
    warning({
      id: 'client-secret-in-source',
      what: `The \`clientSecret\` of "${provider.id}" is written into the source.`,
      why: 'Anyone who can read the repository can sign in as your application.',
      fix: `Remove it, and set ${providerVariable(provider.id, 'SECRET')}. Renew it at the service.`,
      docs: DOCS,
      ...(configured === undefined ? {} : { file: configured.file }),
    }),
  ]
}

function checkIssuer({ variables }: Application, provider: Provider): readonly Finding[] {
  const name = providerVariable(provider.id, 'ISSUER')
  const issuer = firstVariable(variables, [name])
  if (issuer === undefined) return []
  const value = issuer.value.trim()
  if (!URL.canParse(value)) {
    return [
      broken({
        id: 'issuer-invalid',
        what: `${name} is not an absolute URL.`,
        why: 'The discovery document is found at this address; without it no sign-in with the service works.',
        fix: `Write ${name}=https://, followed by host and path as the service shows them.`,
        docs: 'docs/openid-connect.md#with-discovery',
      }),
    ]
  }
  if (!value.includes('/.well-known/')) return []
  return [
    broken({
      id: 'issuer-discovery',
      what: `${name} is the address of the discovery document, and not the issuer.`,
      why: 'The library adds /.well-known/openid-configuration by itself, and compares the issuer with that of the tokens.',
      fix: `Write ${name}=${new URL(value.slice(0, value.indexOf('/.well-known/'))).href.replace(/\/$/, '')}`,
      docs: 'docs/openid-connect.md#with-discovery',
    }),
  ]
}

function checkDuplicates(providers: readonly Provider[]): readonly Finding[] {
  const ids = providers.map(({ id }) => id)
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) < index))].map((id) =>
    broken({
      id: 'provider-twice',
      what: `Two providers have the id "${id}".`,
      why: 'Nothing works until they differ (DuplicateProvider).',
      fix: `Remove one, or give it an id of its own: { id: '${id}-2' }. Its variables and its redirect URI have that id, too.`,
      docs: 'docs/errors.md#duplicateprovider',
    }),
  )
}

/** Names that other libraries read and this one does not, where no provider explains them. */
function checkOldNames({ variables }: Application): readonly Finding[] {
  const names = ['NEXTAUTH_URL', 'NEXTAUTH_SECRET'].filter(
    (name) => firstVariable(variables, [name])?.file !== undefined,
  )
  return names.map((name) =>
    note({
      id: 'nextauth-variable',
      what: `${name} is a variable of next-auth.`,
      why: 'It is still read when the new name is not set; both together are easily changed apart.',
      fix: `Rename it to ${name.replace('NEXTAUTH', 'AUTH')}.`,
      docs: 'docs/moving-from-next-auth.md',
    }),
  )
}

/** Variables and options of providers. */
export function checkProviders(application: Application): readonly Finding[] {
  const providers = readProviders(application)
  const names = providers.flatMap(({ id }) =>
    ['ID', 'SECRET', 'ISSUER', 'KEY'].map((suffix) => providerVariable(id, suffix)),
  )
  return [
    ...providers.flatMap((provider) => [
      ...checkNeeded(application, provider),
      ...checkSame(application, provider),
      ...checkWritten(application, provider),
      ...checkIssuer(application, provider),
    ]),
    ...[...new Set(names)].flatMap((name) => checkValue(application.variables, name)),
    ...checkDuplicates(providers),
    ...checkOldNames(application),
  ]
}
