import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test, vi } from 'vitest'

const ROOT = new URL('../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8')

/** The cells of the table under a heading of the page. */
function tableUnder(heading: string): readonly (readonly string[])[] {
  const [, after = ''] = read('SECURITY.md').split(`\n## ${heading}\n`)
  const [section = ''] = after.split('\n## ')
  const rows = section.split('\n').filter((line) => line.startsWith('|'))
  const cells = (row: string): string[] =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
  return rows.slice(2).map(cells)
}

const codeIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

interface AnyProvider {
  readonly id: string
  readonly type: string
  readonly requires?: readonly string[]
  readonly profile?: (profile: object, tokens: object) => unknown
}

/** What any service could send to say that it has proven an address, in every place where one says so. */
const email = 'a@example.com'
const PROVEN = {
  sub: 'auth0|1',
  id: '1',
  email,
  confirmed_email: email,
  confirmed_at: '2026-01-01T00:00:00Z',
  confirmed: true,
  emailVerified: true,
  email_verified: true,
  verified: true,
  xms_edov: true,
  emails: [{ email, primary: true, verified: true }],
  kakao_account: { email, is_email_valid: true, is_email_verified: true },
  data: { id: '1', confirmed_email: email, attributes: { email, is_email_verified: true } },
}

/** Some want another value of the same member, or want to know whose claims these are. */
const ALSO_PROVEN = { ...PROVEN, confirmed_email: true, iss: 'https://gitlab.com' }

async function vouches({ profile }: AnyProvider): Promise<boolean> {
  const users: unknown[] = []
  for (const claims of [PROVEN, ALSO_PROVEN]) users.push(await profile?.(claims, {}))
  return users.some(
    (user) =>
      typeof user === 'object' &&
      user !== null &&
      'emailVerified' in user &&
      user.emailVerified === true,
  )
}

const providers: AnyProvider[] = []

beforeAll(async () => {
  for (const name of readdirSync(new URL('packages/core/src/providers', ROOT))) {
    if (name.endsWith('.test.ts')) continue
    const module = await vi.importActual<{ readonly default: (options?: object) => AnyProvider }>(
      `@latchstring/core/providers/${name.replace(/\.ts$/, '')}`,
    )
    providers.push(module.default())
  }
})

describe('The table in SECURITY.md of proofs of addresses', () => {
  const words = new Map(
    tableUnder('Who vouches for an address').map(([word = '', , list = '']) => [
      word,
      codeIn(list),
    ]),
  )

  test('lists each provider that has a profile once (OID-15 LNK-03)', () => {
    const listed = [...words.values()].flat()
    const expected = providers.filter(({ profile }) => profile).map(({ id }) => id)
    expect(listed.toSorted()).toEqual(expected.toSorted())
  })

  test('agrees with the code of each provider on verified addresses (OID-15 LNK-03)', async () => {
    const made: Record<string, string> = {}
    const said: Record<string, string> = {}
    for (const provider of providers.filter(({ profile }) => profile)) {
      const { id, requires = [] } = provider
      const server = requires.includes('issuer') ? 'operator' : 'service'
      made[id] = (await vouches(provider)) ? server : 'none or customer'
      const word = [...words].find(([, ids]) => ids.includes(id))?.[0] ?? 'no word'
      said[id] = word === 'none' || word === 'customer' ? 'none or customer' : word
    }
    expect(said).toEqual(made)
  })
})

/** Files and the interfaces in them whose members an application sets. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  config: [
    'RevocationOptions',
    'DevicesOptions',
    'SessionOptions',
    'AccountOptions',
    'AccountPageOptions',
    'MigrateOptions',
    'ExperimentalOptions',
    'AuthConfig',
  ],
  callbacks: ['Callbacks'],
  jwt: ['JWTOptions'],
  cookies: ['CookieSerializeOptions', 'CookieOption'],
  'provider-own': ['CredentialsConfig', 'EmailConfig'],
  limits: ['Budget', 'LimitsOptions', 'ClientAddressHeader'],
  'provider-common': ['CommonProviderOptions'],
  provider: ['UserinfoEndpoint', 'OAuthBase', 'OAuth2Config', 'OIDCConfig'],
  endpoint: [
    'ClientMetadata',
    'AuthorizationEndpoint',
    'TokenEndpoint',
    'EndSessionEndpoint',
    'RedirectProtocol',
  ],
  webauthn: [
    'WebAuthnConfig',
    'AuthenticationOptions',
    'AuthenticatorSelection',
    'RegistrationOptions',
    'VerifyAuthenticationOptions',
    'VerifyRegistrationOptions',
  ],
  'relying-party': ['RelyingParty'],
}

function membersOf(file: string, name: string): readonly string[] {
  const text = read(`packages/core/src/lib/types/${file}.ts`)
  const body = new RegExp(`interface ${name}\\b[^]*?\\{\\n([^]*?)\\n\\}`).exec(text)?.[1]
  if (body === undefined) throw new Error(`lib/types/${file}.ts has no interface ${name}.`)
  return [...body.matchAll(/^ {2}(?:readonly )?\[?(\w+)\]?\??[:(<]/gm)].map(
    ([, member = '']) => member,
  )
}

/** Options that take nothing away, whatever they are set to. Who adds one decides between this list and the page. */
const HARMLESS = new Set(
  `account acr adapter  allowedHosts apiKey attestationType authenticationOptions
  authenticatorAttachment authenticatorSelection authorization authorize  basePath callbacks client
  clientId clientPrivateKey clientSecret cookieName credentials  default_max_age deprecated derived deviceInfo devices dpop
  enableConditionalUI  endAllOnSignOut endSession events expires extensions features formFields from header hint id
  idToken issuer  logger name options origin ownOptions pages params partitioned  preferredAuthenticatorType
  points priority problem providers pushedAuthorizationRequests raw registrationOptions 
   request requireFresh requireResidentKey require_auth_time requires residentKey revocation salt secret
  sendVerificationRequest server  simpleWebAuthnBrowserVersion strategy style supportedAlgorithmIDs texts theme
  timeout token trustedHops type until updateAge updateOnSignIn url userinfo userinfo_signed_response_alg
  verifyAuthenticationOptions verifyRegistrationOptions variables weakness `.split(/\s+/),
)

describe('The table in SECURITY.md of options that weaken a protection', () => {
  const listed = tableUnder('Options that take a protection away').flatMap(([option = '']) =>
    codeIn(option),
  )
  const words = new Set(listed.flatMap((code) => code.match(/\w+/g) ?? []))
  const members = Object.entries(OPTIONS).flatMap(([file, names]) =>
    names.flatMap((name) => membersOf(file, name)),
  )

  test('names every option that may weaken a protection', () => {
    const missing = members.filter((member) => !words.has(member) && !HARMLESS.has(member))
    expect([...new Set(missing)]).toEqual([])
  })

  test('names only options that exist', () => {
    const known = new Set([...members, ...Object.keys(OPTIONS)])
    const variables = read('packages/core/src/lib/config/env.ts')
    const symbols = read('packages/core/src/lib/types/symbols.ts')
    const last = listed.map((code) => (code.split(/[:=]/)[0] ?? '').match(/\w+/g)?.at(-1) ?? '')
    const unknown = last.filter(
      (word) => !known.has(word) && !variables.includes(word) && !symbols.includes(word),
    )
    expect(unknown).toEqual([])
  })
})
