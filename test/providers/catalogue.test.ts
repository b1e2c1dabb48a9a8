import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mailServices } from '@latchstring/testing'
import type { ProviderObject } from '@latchstring/core/providers'
import { BASE, createApp, ENV } from '@latchstring/test-kit/app'
import { requestAuthorization } from '@latchstring/test-kit/story'
import { describe, expect, test } from 'vitest'
import { loadCases } from './src/cases.ts'
import { createMapStore } from './src/map-store.ts'
import catalogue from './src/catalogue.json' with { type: 'json' }
import displayNames from './src/display-names.json' with { type: 'json' }
import factoryNames from './src/factory-names.json' with { type: 'json' }
import notBuilt from './src/not-built.json' with { type: 'json' }
import withoutService from './src/without-service.json' with { type: 'json' }

const PROVIDERS = new URL('../../packages/core/src/providers/', import.meta.url)

interface Module {
  readonly default: (options: object) => ProviderObject
}

async function moduleOf(file: string): Promise<Module> {
  // Provider modules have a factory as their default export; another test looks at that.
  return (await import(new URL(file, PROVIDERS).pathname)) as Module
}

async function idOf(file: string): Promise<string> {
  const { default: factory } = await moduleOf(file)
  return factory({}).id
}

const files = readdirSync(PROVIDERS).filter((name) => !name.endsWith('.test.ts'))
const built = new Set(await Promise.all(files.map(idOf)))
const cases = await loadCases()
const proven = new Set([
  ...cases.map(({ subject }) => subject?.service.id),
  ...Object.keys(mailServices),
  ...Object.keys(withoutService),
])
const reasons: Readonly<Record<string, string>> = notBuilt

describe('Every provider of next-auth', () => {
  test.each(catalogue)('%s exists and is tested, or has a reason', (id) => {
    if (id in reasons) expect([reasons[id]?.trim(), built.has(id)]).toEqual([reasons[id], false])
    else
      expect({ built: built.has(id), proven: proven.has(id) }).toEqual({
        built: true,
        proven: true,
      })
  })
})

describe('Every other provider', () => {
  test.each([...built].filter((id) => !catalogue.includes(id)).toSorted())('%s is tested', (id) => {
    expect(proven).toContain(id)
  })
})

test('no existing provider is listed as missing', () => {
  expect(Object.keys(reasons).filter((id) => built.has(id))).toEqual([])
})

test.each(Object.entries(withoutService))(
  'the provider %s without a service has its tests in %s',
  (_, file) => {
    expect(existsSync(new URL(`../../${file}`, import.meta.url))).toBe(true)
  },
)

describe('A required option', () => {
  const typeTests = ['required-issuers', 'required-options']
    .map((name) => new URL(`../types/consumer/${name}.ts`, import.meta.url))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')

  test.each(files)('of %s has a type test', async (file) => {
    const { default: factory } = await moduleOf(file)
    const { requires = [] } = factory({})
    const untested = requires.filter((option) => !typeTests.includes(`\`${option}\` is`))
    expect(untested).toEqual([])
    if (requires.length > 0)
      expect(typeTests).toContain(`@latchstring/core/providers/${file.slice(0, -3)}'`)
  })
})

test.each(
  cases.flatMap(({ id, subject }) =>
    subject ? [[`${id}.ts`, subject.required ?? []] as const] : [],
  ),
)('%s is tested without each option it requires', async (file, required) => {
  const { default: factory } = await moduleOf(file)
  expect(required).toEqual(expect.arrayContaining([...(factory({}).requires ?? [])]))
})

test.each(Object.entries(factoryNames))(
  '%s has the factory %s, as the catalogue calls it',
  async (file, name) => {
    expect((await moduleOf(`${file}.ts`)).default.name).toBe(name)
  },
)

test.each(Object.entries(displayNames))(
  '%s is shown as %s, as the catalogue calls it',
  async (file, name) => {
    expect((await moduleOf(`${file}.ts`)).default({}).name).toBe(name)
  },
)

/** What makes a store one for mails, which are never sent here. */
const MAIL_METHODS = {
  createVerificationToken: () => null,
  useVerificationToken: () => null,
}

/** What an application with one provider says at its start. */
async function startWith(
  provider: ProviderObject | ((options: object) => ProviderObject),
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly warnings: readonly string[]; readonly send: (id: string) => Promise<URL> }> {
  const warnings: string[] = []
  const logger = {
    error: () => undefined,
    warn: (code: string, detail = '') => void warnings.push(`${code}: ${detail}`),
  }
  const app = createApp(
    { providers: [provider], adapter: { ...createMapStore().adapter, ...MAIL_METHODS }, logger },
    { env: { ...ENV, ...env } },
  )
  const browser = app.openBrowser()
  await browser.open(`${BASE}/providers`)
  return { warnings, send: (id) => requestAuthorization(browser, id) }
}

/** Texts for everything that a provider may need. */
const NEEDED = {
  clientId: 'id',
  clientSecret: 'secret',
  apiKey: 'key',
  from: 'a@example.com',
  server: 'smtp://mail.example',
  transactionalId: 't',
  shop: 'shop.example.com',
  accountID: '1',
  connection: 'conn_1',
  userinfo: 'https://user.example/me',
}

/** Options that are not any text. */
const VALUES: Readonly<Record<string, unknown>> = { scopes: ['x'], platformType: 'WebsiteApp' }

describe('An option that a provider does not read', () => {
  const others = files.filter((file) => !/^(?:webauthn|passkey)\.ts$/.test(file))

  test.each(others)('of %s is named at the start', async (file) => {
    const { default: factory } = await moduleOf(file)
    const { warnings } = await startWith(factory({ ...NEEDED, tenatId: 'x', unheardOf: true }))
    expect(warnings).toContainEqual(
      expect.stringMatching(/^unknown-option: `unheardOf` is not an option of the provider/),
    )
    expect(warnings).toContainEqual(expect.stringMatching(/^unknown-option: `tenatId`/))
  })

  test.each(others)('of %s is none that its factory reads', async (file) => {
    const { default: factory } = await moduleOf(file)
    const read = new Set<string>()
    const options = new Proxy(NEEDED, {
      get(target, name) {
        if (typeof name === 'string') read.add(name)
        const found: unknown = Reflect.get(target, name)
        return found
      },
    })
    factory(options)
    const given = Object.fromEntries([...read].map((name) => [name, VALUES[name] ?? 'x']))
    const { warnings } = await startWith(factory({ ...NEEDED, ...given }))
    const named = warnings.flatMap((one) => /^unknown-option: `(\w+)`/.exec(one)?.[1] ?? [])
    expect(named.filter((name) => read.has(name))).toEqual([])
  })

  test('is refused where it differs from one in its letter case alone', async () => {
    const { default: factory } = await moduleOf('gitlab.ts')
    const { warnings } = await startWith(factory({ ...NEEDED, baseURL: 'https://git.example.com' }))
    expect(warnings).toContainEqual(
      expect.stringMatching(/^provider-left-out: .* no option `baseURL`. Write `baseUrl`/),
    )
  })

  test('is named inside of an endpoint, too', async () => {
    const { default: factory } = await moduleOf('github.ts')
    const { warnings } = await startWith(factory({ ...NEEDED, token: { parms: { a: 'b' } } }))
    expect(warnings).toContainEqual(expect.stringMatching(/`token.parms`.*`token.params`/))
  })

  test('is not looked for in an object that the application wrote', async () => {
    const own = { ...NEEDED, id: 'own', name: 'Own', type: 'oauth', ofMyOwn: true } as const
    const urls = { authorization: 'https://own.example/a', token: 'https://own.example/t' }
    const { warnings } = await startWith({ ...own, ...urls })
    expect(warnings.filter((one) => one.startsWith('unknown-option'))).toEqual([])
  })
})

describe('An issuer from the environment', () => {
  test.each(files)('of %s is asked or refused, never ignored', async (file) => {
    const { default: factory } = await moduleOf(file)
    const { id, type } = factory({})
    // Bluesky asks the issuer for its endpoints, as OpenID Connect does.
    if (type !== 'oauth' || id === 'bluesky') return
    const variable = `AUTH_${id.toUpperCase().replaceAll('-', '_')}_ISSUER`
    const { userinfo, ...needed } = NEEDED
    const given = file === 'netsuite.ts' ? { ...needed, userinfo } : needed
    const { warnings, send } = await startWith(factory(given), {
      [variable]: 'https://issuer.example',
    })
    const refusal = warnings.find((one) => one.startsWith('provider-left-out'))
    if (refusal !== undefined) expect(refusal).toContain(variable)
    else expect((await send(id)).hostname).toBe('issuer.example')
  })
})

describe('A variable that a provider does not read', () => {
  test.each([
    ['gitlab.ts', 'AUTH_GITLAB_BASE_URL', /does not read AUTH_GITLAB_BASE_URL.*`baseUrl`/],
    ['gitlab.ts', 'AUTH_GITLAB_CLIENT_ID', /Did you mean AUTH_GITLAB_ID\?/],
    ['gitlab.ts', 'AUTH_GITLAB_ISUER', /Did you mean AUTH_GITLAB_ISSUER\?/],
    ['github.ts', 'AUTH_GITHUB_URL', /It reads AUTH_GITHUB_ID, AUTH_GITHUB_SECRET/],
    [
      'microsoft-entra-id.ts',
      'AUTH_MICROSOFT_ENTRA_ID_TENANT',
      /AUTH_MICROSOFT_ENTRA_ID_TENANT_ID/,
    ],
  ])('of %s is named at the start: %s', async (file, name, sentence) => {
    const { default: factory } = await moduleOf(file)
    const { clientId, clientSecret } = NEEDED
    const { warnings } = await startWith(factory({ clientId, clientSecret }), {
      [name]: 'x.example',
    })
    const variables = warnings.filter((one) => one.startsWith('unread-variable'))
    expect(variables).toEqual([expect.stringMatching(sentence)])
  })

  test.each([
    ['AUTH_GITLAB_GROUP', 'of the application, which may read it itself'],
    ['AUTH_GITLAB_OIDC_ID', 'of another provider'],
    ['AUTH_GITLAB_HOST', 'that the application made an option of'],
  ])('is not %s, which is one %s', async (name) => {
    const { default: factory } = await moduleOf('gitlab.ts')
    const options = { clientId: 'id', clientSecret: 's', baseUrl: 'https://git.example.com' }
    const { warnings } = await startWith(factory(options), { [name]: 'git.example.com' })
    expect(warnings.filter((one) => one.startsWith('unread-variable'))).toEqual([])
  })
})
