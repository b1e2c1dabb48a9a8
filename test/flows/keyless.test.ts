import { openSqlAdapter } from '@latchstring/adapter-sql'
import { createAuth, type AuthConfig } from '@latchstring/core'
import Auth0 from '@latchstring/core/providers/auth0'
import GitHub from '@latchstring/core/providers/github'
import Google from '@latchstring/core/providers/google'
import Resend from '@latchstring/core/providers/resend'
import { createBrowser } from '@latchstring/test-kit/browser'
import { createLab, type LabServer } from '@latchstring/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

const SECRET = 'for tests alone, and long enough for one'
const LOCAL = 'http://localhost:3000'
const adapter = openSqlAdapter(':memory:')
let lab: LabServer

beforeAll(async () => {
  lab = await createLab().listen({ development: true })
  await adapter.migrate()
})
afterAll(() => lab.close())

type Env = Readonly<Record<string, string>>
type Headers = Readonly<Record<string, string>>

const development = (more: Env = {}): Env => ({
  NODE_ENV: 'development',
  AUTH_SECRET: SECRET,
  LATCHSTRING_DEV: lab.origin,
  ...more,
})

const quiet = { error: () => {}, warn: () => {} }

/** What an application offers, and what its sign-in page says. */
async function look(
  env: Env,
  {
    config = {},
    form = 'object',
    origin = LOCAL,
    headers = {},
  }: {
    readonly config?: Partial<AuthConfig>
    readonly form?: 'object' | 'function'
    readonly origin?: string
    readonly headers?: Headers
  } = {},
): Promise<{
  readonly offered: readonly string[]
  readonly page: string
  readonly action: string
}> {
  const whole = { providers: [GitHub], logger: quiet, ...config }
  const auth = createAuth(form === 'object' ? whole : () => ({ ...whole }), { env })
  const ask = (path: string): Promise<Response> =>
    auth.handle(
      new Request(`${origin}/auth/${path}`, {
        headers: { host: new URL(origin).host, ...headers },
      }),
    )
  const listed = await ask('providers')
  const offered: unknown = listed.ok ? await listed.json() : {}
  const browser = createBrowser((request) => auth.handle(request))
  const csrf = await browser.open(`${origin}/auth/csrf`, headers)
  // The action answers with it, or with nothing where the host is not trusted.
  const { csrfToken = '' } = (await csrf.json().catch(() => ({}))) as { csrfToken?: string }
  const started = await browser.submit(`${origin}/auth/signin/github`, { csrfToken }, headers)
  return {
    offered: Object.keys(offered ?? {}),
    page: await (await ask('signin')).text(),
    action: started.headers.get('location') ?? '',
  }
}

const CONFIGS: readonly (readonly [string, Partial<AuthConfig>])[] = [
  ['jwt', {}],
  ['database', { adapter, session: { strategy: 'database' } }],
  ['trustHost', { trustHost: true }],
  ['allowedHosts', { allowedHosts: ['localhost:3000', 'app.example'] }],
  ['debug', { debug: true, logger: { ...quiet, debug: () => {} } }],
]
const FORMS = ['object', 'function'] as const

describe('A provider without keys, in development on this machine', () => {
  test.each(CONFIGS)('is offered and leads to its emulator with %s', async (_name, config) => {
    for (const form of FORMS) {
      const { offered, action, page } = await look(development(), { config, form })
      expect(offered).toEqual(['github'])
      expect(action).toContain(`${lab.origin}/github/https/github.com/login/oauth/authorize?`)
      expect(page).toContain('GitHub has no keys: this goes to the emulator.')
      expect(page).toContain('<code>AUTH_GITHUB_ID=…</code><br /><code>AUTH_GITHUB_SECRET=…</code>')
    }
  })

  test('leads to the real service once it has keys, without a notice', async () => {
    const keys = { AUTH_GITHUB_ID: 'id', AUTH_GITHUB_SECRET: 'secret' }
    const { action, page } = await look(development(keys))
    expect(action).toMatch(/^https:\/\/github\.com\//)
    expect(page).not.toContain('emulator')
  })

  test('does not lead to its emulator while half of its keys are set, because that is a mistake', async () => {
    const { action } = await look(development({ AUTH_GITHUB_ID: 'id' }))
    expect(action).not.toContain(lab.origin)
  })

  test('is left out with the command to run where nothing listens', async () => {
    const closed = await createLab().listen({ development: true })
    await closed.close()
    const { offered, page } = await look(development({ LATCHSTRING_DEV: closed.origin }))
    expect(offered).toEqual([])
    expect(page).toContain('run &quot;npx @latchstring/cli dev&quot;')
  })

  test('sends its mails to the mailbox, if it is one for mail', async () => {
    const store = openSqlAdapter(':memory:')
    await store.migrate()
    const auth = createAuth(
      { providers: [Resend], adapter: store, logger: quiet },
      { env: development() },
    )
    const browser = createBrowser((request) => auth.handle(request))
    const csrfToken = await browser.csrf(`${LOCAL}/auth`)
    await browser.submit(`${LOCAL}/auth/signin/resend`, { csrfToken, email: 'ada@example.com' })
    const mailbox = await (await fetch(`${lab.origin}/mail`)).text()
    const [, link = ''] = /href="(http:\/\/localhost:3000\/[^"]+)"/.exec(mailbox) ?? []
    await browser.open(link.replaceAll('&amp;', '&'))
    const session: unknown = await (await browser.open(`${LOCAL}/auth/session`)).json()
    expect(session).toMatchObject({ user: { email: 'ada@example.com' } })
  })
})

/** Everything in which a deployment differs from development on this machine; each alone has to be enough. */
const PRODUCTION: readonly (readonly [string, Env, { origin?: string; headers?: Headers }])[] = [
  ['NODE_ENV production', { NODE_ENV: 'production' }, {}],
  ['NODE_ENV empty', { NODE_ENV: '' }, {}],
  ['NODE_ENV test', { NODE_ENV: 'test' }, {}],
  ['NODE_ENV staging', { NODE_ENV: 'staging' }, {}],
  ['NODE_ENV in capitals', { NODE_ENV: 'Development' }, {}],
  [
    'NODE_ENV production and AUTH_INSECURE_LOOPBACK',
    { NODE_ENV: 'production', AUTH_INSECURE_LOOPBACK: 'true', AUTH_URL: LOCAL },
    {},
  ],
  ['a public AUTH_URL', { AUTH_URL: 'http://app.example' }, {}],
  ['a public AUTH_URL over https', { AUTH_URL: 'https://app.example' }, {}],
  ['https on this machine', { AUTH_URL: 'https://localhost:3000' }, {}],
  ['a public host', {}, { origin: 'http://app.example' }],
  ['a public host over https', {}, { origin: 'https://app.example' }],
  ['an address of the network', {}, { origin: 'http://192.168.0.4:3000' }],
  ['a look-alike of localhost', {}, { origin: 'http://localhost.app.example' }],
  ['a public host behind a local AUTH_URL', { AUTH_URL: LOCAL }, { origin: 'http://app.example' }],
  ['a forwarded host', {}, { headers: { 'x-forwarded-host': 'app.example' } }],
  [
    'a forwarded host before a local one',
    {},
    { headers: { 'x-forwarded-host': 'app.example, localhost:3000' } },
  ],
  [
    'a forwarded host behind a local AUTH_URL',
    { AUTH_URL: LOCAL },
    { headers: { 'x-forwarded-host': 'app.example' } },
  ],
  ['a forwarded protocol', {}, { headers: { 'x-forwarded-proto': 'https' } }],
  ['a forwarded client', {}, { headers: { 'x-forwarded-for': '203.0.113.7' } }],
  ['a real client', {}, { headers: { 'x-real-ip': '203.0.113.7' } }],
  ['a header Forwarded', {}, { headers: { forwarded: 'for=203.0.113.7' } }],
  ['emulators elsewhere', { LATCHSTRING_DEV: 'http://emulators.example:4400' }, {}],
  ['emulators over https', { LATCHSTRING_DEV: 'https://localhost:4400' }, {}],
  [
    'emulators under a name of this machine',
    { LATCHSTRING_DEV: 'http://localhost@app.example' },
    {},
  ],
  ['emulators at a path', { LATCHSTRING_DEV: 'http://localhost:4400/path' }, {}],
  ['emulators turned off', { LATCHSTRING_DEV: 'off' }, {}],
]

describe('A provider without keys never leads to an emulator', () => {
  test.each(PRODUCTION)('with %s, whatever the configuration says', async (_name, env, where) => {
    for (const [, config] of CONFIGS) {
      for (const form of FORMS) {
        const { offered, action, page } = await look(development(env), { config, form, ...where })
        expect(offered).toEqual([])
        expect(action).not.toContain(lab.origin)
        expect(page).not.toContain('this goes to the emulator')
      }
    }
  })

  test('for a public address without a header host, although AUTH_URL is local', async () => {
    const auth = createAuth(
      { providers: [GitHub], logger: quiet },
      { env: development({ AUTH_URL: LOCAL }) },
    )
    for (const [origin, offered] of [
      ['http://app.example', []],
      [LOCAL, ['github']],
    ] as const) {
      const listed = await auth.handle(new Request(`${origin}/auth/providers`))
      const found: unknown = await listed.json()
      expect(Object.keys(found ?? {})).toEqual(offered)
    }
  })

  test('where NODE_ENV of the process is production, with any variables of the application', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    expect((await look(development())).offered).toEqual([])
  })

  test('where the application wrote the provider itself', async () => {
    const { options: _options, ...written } = GitHub({})
    const { offered } = await look(development(), { config: { providers: [written] } })
    expect(offered).toEqual([])
  })
})

const ELSEWHERE = 'The emulator is for http://localhost alone: open the application there.'
const stranger = (name: string): string =>
  `The emulator is for this machine alone, and the header <code>${name}</code> of the request names another.`

/** The words of the page, without its markup. */
const words = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ')

describe('The sign-in page in development says why there is no emulator', () => {
  test.each<[string, string, Env, { origin?: string; headers?: Headers }]>([
    ['the host is public', ELSEWHERE, {}, { origin: 'http://app.example' }],
    ['AUTH_URL has https', ELSEWHERE, { AUTH_URL: 'https://localhost:3000' }, {}],
    [
      'the header forwarded is set',
      stranger('forwarded'),
      {},
      { headers: { forwarded: 'for=203.0.113.7' } },
    ],
    [
      'the protocol was another one',
      stranger('x-forwarded-proto'),
      { AUTH_URL: LOCAL },
      { headers: { 'x-forwarded-proto': 'https' } },
    ],
    [
      'one of the clients is elsewhere',
      stranger('x-forwarded-for'),
      {},
      { headers: { 'x-forwarded-for': '127.0.0.1, 203.0.113.7' } },
    ],
    [
      'the client is elsewhere',
      stranger('x-real-ip'),
      {},
      { headers: { 'x-real-ip': '203.0.113.7' } },
    ],
    [
      'the host is not that of AUTH_URL',
      stranger('host'),
      { AUTH_URL: LOCAL },
      { origin: 'http://app.example' },
    ],
    [
      'LATCHSTRING_DEV is not an address',
      'LATCHSTRING_DEV is not an address of this machine such as http://127.0.0.1:4400. Remove it, or correct it.',
      { LATCHSTRING_DEV: 'off' },
      {},
    ],
    [
      'nothing listens',
      'To sign in at an emulator, run "npx @latchstring/cli dev" and reload the sign-in page: at http://127.0.0.1:1 it does not answer.',
      { LATCHSTRING_DEV: 'http://127.0.0.1:1' },
      {},
    ],
  ])('because %s, and the log says it too', async (_name, why, env, where) => {
    const warn = vi.fn()
    const config = { logger: { ...quiet, warn } }
    const { page } = await look(development(env), { config, ...where })
    const says = `GitHub has no keys. ${words(why.replaceAll(/<\/?code>/g, '`'))}`
    expect(words(page)).toContain(`${says} Or put into .env.local or .env:AUTH_GITHUB_ID=…`)
    expect(JSON.stringify(warn.mock.calls).replaceAll('\\"', '"')).toContain(says)
  })

  test.each<Headers>([
    { 'x-forwarded-for': '127.0.0.1, ::1' },
    { 'x-forwarded-for': '::ffff:127.0.0.1' },
    { 'x-real-ip': '::1', 'x-forwarded-proto': 'http', 'x-forwarded-host': 'localhost:3000' },
  ])('and not where a proxy of this machine set %o', async (headers) => {
    const { offered, page } = await look(development(), { headers })
    expect(offered).toEqual(['github'])
    expect(words(page)).toContain(
      'GitHub has no keys: this goes to the emulator. For the real service, put into .env.local or .env:',
    )
  })
})

describe('A provider with some of its keys, in development', () => {
  test.each<[string, Env]>([
    ['a client id', { AUTH_GITHUB_ID: 'id' }],
    ['a client secret', { AUTH_GITHUB_SECRET: 'secret' }],
  ])('has no emulator with %s alone', async (_name, keys) => {
    const { action, page } = await look(development(keys))
    expect(action).not.toContain(lab.origin)
    expect(page).not.toContain('has no keys')
  })

  test.each(['', null, undefined])('has one where they are %o', async (clientId) => {
    // As JavaScript may have it.
    const options = { clientId, clientSecret: clientId } as { clientId?: string }
    const { offered } = await look(development(), { config: { providers: [GitHub(options)] } })
    expect(offered).toEqual(['github'])
  })
})

describe('The line at the start, in development', () => {
  const AT_EMULATOR = '(no keys: at the emulator of `npx @latchstring/cli dev`)'
  const KEYS = {
    AUTH_AUTH0_ID: 'id',
    AUTH_AUTH0_SECRET: 's',
    AUTH_AUTH0_ISSUER: 'https://a.example',
  }
  const AUTH0 = `auth0 (callback URL ${LOCAL}/auth/callback/auth0)`

  /** What follows "Providers:" in the lines that requests for these actions log. */
  async function tell(
    paths: readonly string[],
    env: Env = {},
    { form = 'object', headers = {} }: { readonly form?: string; readonly headers?: Headers } = {},
  ): Promise<readonly (string | undefined)[]> {
    const info = vi.fn((_code: string, _text?: string) => {})
    const providers = [GitHub, Auth0, Google({ clientSecret: 'half' })]
    const whole = { providers, logger: { ...quiet, info } }
    const config = form === 'object' ? whole : () => ({ ...whole })
    const auth = createAuth(config, { env: development({ ...KEYS, ...env }) })
    for (const path of paths) {
      const init = { headers: { host: 'localhost:3000', ...headers } }
      await auth.handle(new Request(`${LOCAL}/auth/${path}`, init))
    }
    const lines = info.mock.calls.filter(([code]) => code === 'started')
    return lines.map(([, text = '']) => / Providers: (.*)\. Sessions: /.exec(text)?.[1])
  }

  test.each(FORMS)(
    'says that a provider without keys is at its emulator, once, whatever is asked for first, with %s',
    async (form) => {
      for (const paths of [
        ['session', 'signin', 'session'],
        ['signin', 'session'],
      ]) {
        expect(await tell(paths, {}, { form })).toEqual([
          `${AUTH0}, github ${AT_EMULATOR}, google (left out)`,
        ])
      }
    },
  )

  test('says that it is left out once it is known that there is no emulator', async () => {
    expect(await tell(['session', 'signin'], { LATCHSTRING_DEV: 'http://127.0.0.1:1' })).toEqual([
      `${AUTH0}, github ${AT_EMULATOR}, google (left out)`,
      `${AUTH0}, github (left out), google (left out)`,
    ])
  })

  test.each<readonly [string, Env, Headers]>([
    ['emulators are turned off', { LATCHSTRING_DEV: 'off' }, {}],
    ['the request is from elsewhere', {}, { 'x-real-ip': '203.0.113.7' }],
  ])('names no emulator where %s', async (_name, env, headers) => {
    const without = [`${AUTH0}, github (left out), google (left out)`]
    for (const path of ['session', 'signin']) {
      expect(await tell([path], env, { headers })).toEqual(without)
    }
  })

  test('names the callback URL of a provider with keys', async () => {
    const keys = { AUTH_GITHUB_ID: 'id', AUTH_GITHUB_SECRET: 'secret' }
    const GITHUB = `github (callback URL ${LOCAL}/auth/callback/github)`
    expect(await tell(['session', 'signin'], keys)).toEqual([
      `${GITHUB}, ${AUTH0}, google (left out)`,
    ])
  })
})

describe('Several providers without keys, in development', () => {
  test('have a notice each, on their buttons, beside one with keys', async () => {
    const adapterless = [Google, Auth0, Resend, GitHub({ clientId: 'x', clientSecret: 'y' })]
    const without = await look(development(), { config: { providers: adapterless } })
    expect(without.offered).toEqual(['google', 'auth0', 'github'])
    expect(without.page).toContain('AUTH_AUTH0_ISSUER=…')
    expect(without.page).not.toContain('AUTH_GOOGLE_ISSUER')
    expect(without.page).not.toContain('GitHub has no keys')
    const { offered, page } = await look(development(), {
      config: { providers: adapterless, adapter },
    })
    expect(offered).toEqual(['google', 'auth0', 'resend', 'github'])
    expect(words(page)).toContain(`Resend has no keys: its mails go to ${lab.origin}/mail.`)
    expect(page).toContain('<code>AUTH_RESEND_KEY=…</code>')
    expect(page).not.toContain('AUTH_RESEND_ID')
  })
})
