import type { Application } from './application.ts'
import { type Finding, broken, note, warning } from './finding.ts'
import { type Provider, providerVariable, readProviders } from './providers.ts'
import { memberValue } from './value.ts'
import { type Variables, firstVariable } from './variables.ts'

const DOCS = 'docs/deployment.md#providers-without-settings'

/** Services that are at another address for each customer. */
const WITH_ISSUER: ReadonlySet<string> = new Set(
  'asgardeo auth0 authelia authentik azure-ad-b2c beyondidentity boxyhq-saml casdoor clerk cognito dex frontegg fusionauth kanidm keycloak kinde logto mastodon mattermost nextcloud okta onelogin ory ory-hydra ory-polis osso passage ping-id pocket-id rauthy supabase united-effects zitadel'.split(
    ' ',
  ),
)
/** Services whose clients have no secret, or make one from something else. */
const WITHOUT_SECRET: ReadonlySet<string> = new Set(['apple', 'bluesky', 'steam', 'telegram', 'vk'])
const WITHOUT_ID: ReadonlySet<string> = new Set(['steam', 'mastodon'])

const option = ({ options }: Provider, name: string): boolean =>
  memberValue(options, name) !== undefined || (options?.kind === 'object' && options.open)

interface Needed {
  readonly suffix: string
  readonly option: string
}

function listNeeded(provider: Provider): readonly Needed[] {
  const { kind, module } = provider
  if (kind === 'email') {
    return /^(?:email|nodemailer)$/.test(module) ? [] : [{ suffix: 'KEY', option: 'apiKey' }]
  }
  if (kind !== 'oauth') return []
  return [
    ...(WITHOUT_ID.has(module) ? [] : [{ suffix: 'ID', option: 'clientId' }]),
    ...(WITHOUT_SECRET.has(module) || option(provider, 'client') || option(provider, 'token')
      ? []
      : [{ suffix: 'SECRET', option: 'clientSecret' }]),
    ...(WITH_ISSUER.has(module) ? [{ suffix: 'ISSUER', option: 'issuer' }] : []),
  ]
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

function checkNeeded(
  { variables, production, configured }: Application,
  provider: Provider,
): readonly Finding[] {
  return listNeeded(provider).flatMap((needed) => {
    const name = providerVariable(provider.id, needed.suffix)
    if (option(provider, needed.option) || firstVariable(variables, [name])) return []
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
        why: 'The provider is not offered, and signing in with it fails.',
        fix: `Add ${name}=… to ${production ? 'the environment of the deployment' : '.env.local'}; docs/providers/${provider.module}.md says where to get it.`,
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
      why: 'Whoever can read the repository can sign in as your application.',
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
        why: 'The discovery document is found at this address; without it nobody can sign in with the service.',
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
