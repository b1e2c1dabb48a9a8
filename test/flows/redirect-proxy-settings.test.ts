import { type AuthConfig, createAuth } from '@latchstring/core'
import GitHub from '@latchstring/core/providers/github'
import Google from '@latchstring/core/providers/google'
import type { Env } from '@latchstring/core/types'
import { describe, expect, test } from 'vitest'
import { createApp, ENV, SECRETS } from '@latchstring/test-kit/app'
import { createBrowser } from '@latchstring/test-kit/browser'
import { captureConsole } from './src/console-lines.ts'
import { readJsonAs } from '@latchstring/test-kit/json'
import { passwords } from '@latchstring/test-kit/people'
import { readLocation, requestAuthorization } from '@latchstring/test-kit/story'

const STABLE = 'https://login.example'
const PREVIEW = 'https://pr-7.preview.example'
const PROXY = `${STABLE}/auth`

const github = GitHub({ clientId: 'app', clientSecret: 'secret' })

interface Case {
  readonly what: string
  readonly at: string
  readonly config?: Partial<AuthConfig>
  readonly env?: Env
}

const FIXED: Env = { AUTH_URL: STABLE, AUTH_REDIRECT_PROXY_URL: PROXY }

const UNLISTED: readonly Case[] = [
  { what: 'AUTH_URL and the variable of the proxy', at: STABLE, env: FIXED },
  {
    what: 'AUTH_URL and the option',
    at: STABLE,
    env: { AUTH_URL: STABLE },
    config: { redirectProxyUrl: PROXY },
  },
  {
    what: 'a proxy of one provider',
    at: STABLE,
    env: { AUTH_URL: STABLE },
    config: { providers: [GitHub({ ...github.options, redirectProxyUrl: PROXY }), Google] },
  },
  {
    what: '`allowedHosts`',
    at: STABLE,
    env: { AUTH_REDIRECT_PROXY_URL: PROXY },
    config: { allowedHosts: ['login.example', 'other.example'] },
  },
  {
    what: 'a platform that guarantees the host',
    at: STABLE,
    env: { AUTH_REDIRECT_PROXY_URL: PROXY, VERCEL: '1' },
  },
]

const QUIET: readonly Case[] = [
  { what: 'a list', at: STABLE, env: FIXED, config: { redirectProxyOrigins: [PREVIEW] } },
  { what: 'an empty list', at: STABLE, env: FIXED, config: { redirectProxyOrigins: [] } },
  { what: 'a preview', at: PREVIEW, env: { ...FIXED, AUTH_URL: PREVIEW } },
  { what: 'no proxy', at: STABLE, env: { AUTH_URL: STABLE } },
  {
    what: 'no provider that is sent anywhere',
    at: STABLE,
    env: FIXED,
    config: { providers: [passwords()] },
  },
]

/** What an application warns of in several requests and a read on the server. */
async function warnedOf({ at, config, env }: Case, source: string): Promise<readonly string[]> {
  const lines: string[] = []
  const warn = (code: string, detail?: string): void => void lines.push(`${code}: ${detail}`)
  const logger = { warn, error: () => undefined }
  const make = (): AuthConfig => ({ providers: [github], logger, ...config })
  const auth = createAuth(source === 'an object' ? make() : () => make(), {
    env: { NODE_ENV: 'production', AUTH_SECRET: SECRETS.older, ...env },
  })
  for (const path of ['providers', 'csrf', 'providers']) {
    expect((await auth.handle(new Request(`${at}/auth/${path}`))).status).toBe(200)
  }
  await auth.session({ headers: new Headers({ host: new URL(at).host }) })
  return lines.filter((line) => line.startsWith('redirect-proxy-origins'))
}

describe.each(['an object', 'a function'])('A stable deployment with %s', (source) => {
  test.each(UNLISTED)('warns once which setting to add, with $what (OAU-29)', async (given) => {
    const [line, ...others] = await warnedOf(given, source)
    expect(others).toEqual([])
    expect(line).toContain(STABLE)
    expect(line).toContain("redirectProxyOrigins: ['https://*.preview.example.com']")
  })

  test.each(QUIET)('does not warn with $what (OAU-29)', async (given) => {
    expect(await warnedOf(given, source)).toEqual([])
  })
})

const WRONG = [
  'login.example/auth',
  '/auth',
  'http://login.example/auth',
  `${PROXY}?x=1`,
  `${PROXY}#x`,
  'https://me:secret@login.example/auth',
  'ftp://login.example/auth',
]

describe('An invalid URL of a redirect proxy', () => {
  test.each(WRONG.flatMap((url) => ['option', 'variable'].map((by) => [url, by] as const)))(
    '%s breaks the configuration, as the %s (OAU-29)',
    async (url, by) => {
      const lines = captureConsole()
      const option = by === 'option' ? { redirectProxyUrl: url } : {}
      const variable = by === 'variable' ? { AUTH_REDIRECT_PROXY_URL: url } : {}
      const config = { providers: [github], ...option }
      const auth = createAuth(config, { env: { ...ENV, AUTH_URL: PREVIEW, ...variable } })
      const response = await auth.handle(new Request(`${PREVIEW}/auth/session`))
      expect(response.status).toBe(500)
      expect(lines.join('\n')).toMatch(
        /`redirectProxyUrl` \(AUTH_REDIRECT_PROXY_URL\) is not an https URL/,
      )
    },
  )

  test.each(WRONG)('%s leaves out its provider (OAU-29, decision 033)', async (url) => {
    const lines = captureConsole()
    const broken = GitHub({ ...github.options, redirectProxyUrl: url })
    const config = { providers: [broken, passwords()] }
    const auth = createAuth(config, { env: { ...ENV, AUTH_URL: PREVIEW } })
    const response = await auth.handle(new Request(`${PREVIEW}/auth/providers`))
    expect(Object.keys(await readJsonAs<object>(response))).toEqual(['credentials'])
    expect(lines.join('\n')).toMatch(
      /`redirectProxyUrl` of the provider "github" is not an https URL/,
    )
  })

  test('that is empty is ignored, and that of a provider has precedence over that of the application (OAU-29)', async () => {
    const own = { redirectProxyUrl: 'http://localhost:3000/auth' }
    const providers = [
      GitHub({ ...github.options, redirectProxyUrl: '' }),
      GitHub({ ...github.options, ...own, id: 'own' }),
    ]
    const app = createApp(
      { providers, redirectProxyUrl: '' },
      { env: { ...ENV, AUTH_URL: PREVIEW, AUTH_REDIRECT_PROXY_URL: PROXY } },
    )
    const addressOf = async (id: string): Promise<string | null> => {
      const request = await requestAuthorization(app.openBrowser(), id, { base: `${PREVIEW}/auth` })
      return request.searchParams.get('redirect_uri')
    }
    expect(await addressOf('github')).toBe(`${PROXY}/callback/github`)
    expect(await addressOf('own')).toBe('http://localhost:3000/auth/callback/own')
  })

  test('may have a trailing slash (OAU-29)', async () => {
    const app = createApp(
      { providers: [github], redirectProxyUrl: `${PROXY}/` },
      { env: { ...ENV, AUTH_URL: PREVIEW } },
    )
    const request = await requestAuthorization(app.openBrowser(), 'github', {
      base: `${PREVIEW}/auth`,
    })
    expect(request.searchParams.get('redirect_uri')).toBe(`${PROXY}/callback/github`)
  })
})

test('A provider that lacks settings on the stable deployment forwards no response, and says why (OAU-29, decision 033)', async () => {
  const ends = { redirectProxyUrl: PROXY, redirectProxyOrigins: [PREVIEW] }
  const preview = createApp(
    { providers: [github], ...ends },
    { env: { ...ENV, AUTH_URL: PREVIEW } },
  )
  const stable = createApp(
    { providers: [GitHub, passwords()], ...ends },
    { env: { ...ENV, AUTH_URL: STABLE } },
  )
  const request = await requestAuthorization(preview.openBrowser(), 'github', {
    base: `${PREVIEW}/auth`,
  })
  const state = request.searchParams.get('state') ?? ''
  const query = new URLSearchParams({ code: 'x', state }).toString()
  const end = readLocation(
    await createBrowser(stable.auth.handle).follow({ url: `${PROXY}/callback/github?${query}` }),
  )
  expect(end.origin + end.pathname).toBe(`${STABLE}/auth/error`)
  expect(end.searchParams.get('error')).toBe('Configuration')
  expect(end.href).not.toContain('code=')
  expect(stable.errors.at(-1)?.message).toMatch(/"github" has no `clientId`.*AUTH_GITHUB_ID/)
})
