import { type AuthConfig, createAuth } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import { isAuthError } from '@latchstring/core/errors'
import { ENV } from '@latchstring/test-kit/app'
import { type Browser, createBrowser } from '@latchstring/test-kit/browser'
import { overNetwork } from '@latchstring/test-kit/sign-in-at'
import { readSession, requestAuthorization } from '@latchstring/test-kit/story'
import { startWebServer } from '@latchstring/test-kit/web-server'

/** What a relying party answers when a conformance suite has it run a module. */
export interface ModuleOutcome {
  readonly ok: boolean
  readonly module: string
  readonly outcome: 'completed' | 'failed'
  readonly error?: string
  readonly steps: readonly string[]
}

/** A relying party that a conformance suite drives by addresses. */
export interface LogoutTarget {
  readonly origin: string
  /** `GET` with `issuer`, `module`, `variant`, `client_id` and `client_secret` runs one module. */
  readonly startUrl: string
  readonly addresses: Readonly<Record<'redirect' | 'signedOut' | 'backChannel', string>>
  /** Codes with which logout tokens were refused since the last module began. */
  readonly refusals: readonly string[]
  close(): Promise<void>
}

const MAX_STEPS = 8

/** Follows redirects until there is a page. */
async function follow(browser: Browser, url: string, steps: string[]): Promise<Response> {
  let at = url
  for (let count = 0; count < MAX_STEPS; count += 1) {
    const { origin, pathname } = new URL(at)
    steps.push(`GET ${origin}${pathname}`)
    const response = await browser.open(at)
    const location = response.headers.get('location')
    if (location === null) return response
    at = new URL(location, at).href
  }
  throw new Error('There are too many redirects.')
}

/** Starts the relying party. @param adapter - with a feed of endings */
export async function startLogoutTarget(adapter: () => Adapter): Promise<LogoutTarget> {
  const server = await startWebServer()
  const base = `${server.origin}/auth`
  const refusals: string[] = []

  async function signIn(browser: Browser, steps: string[]): Promise<void> {
    const request = await requestAuthorization(browser, 'op', { base, callbackUrl: '/inside' })
    await follow(browser, request.href, steps)
    if ((await readSession(browser, base)) === null) throw new Error('Nobody is signed in.')
    steps.push('signed in')
  }

  async function signOut(browser: Browser, steps: string[]): Promise<void> {
    const csrfToken = await browser.csrf(base)
    const fields = { csrfToken, provider: 'true', callbackUrl: '/bye' }
    const left = await browser.submit(`${base}/signout`, fields)
    if ((await readSession(browser, base)) !== null) throw new Error('The session goes on.')
    steps.push('signed out here')
    await follow(browser, left.headers.get('location') ?? '', steps)
    steps.push('returned')
  }

  function note(error: Error): void {
    if (!isAuthError(error) || error.type !== 'InvalidLogoutToken') return
    refusals.push(error.message.split(':', 1)[0] ?? '')
  }

  async function run(query: URLSearchParams): Promise<ModuleOutcome> {
    const steps: string[] = []
    const module = query.get('module') ?? ''
    refusals.splice(0)
    const config: AuthConfig = {
      providers: [
        {
          id: 'op',
          name: 'Suite',
          type: 'oidc',
          issuer: query.get('issuer') ?? '',
          clientId: query.get('client_id') ?? '',
          clientSecret: query.get('client_secret') ?? '',
        },
      ],
      adapter: adapter(),
      session: { strategy: 'jwt', revocation: true },
      logger: { error: note },
    }
    const { handle } = createAuth(config, { env: { ...ENV, AUTH_URL: server.origin } })
    server.use((request) => (isStart(request) ? start(request) : handle(request)))
    const browser = createBrowser(overNetwork())
    try {
      await signIn(browser, steps)
      await signOut(browser, steps)
      return { ok: true, module, outcome: 'completed', steps }
    } catch (error) {
      return { ok: false, module, outcome: 'failed', error: String(error), steps }
    }
  }

  const isStart = ({ url }: Request): boolean => new URL(url).pathname === '/start'
  const start = async ({ url }: Request): Promise<Response> =>
    Response.json(await run(new URL(url).searchParams))
  server.use(async (request) =>
    isStart(request) ? start(request) : new Response('<form></form>', { status: 404 }),
  )
  return {
    origin: server.origin,
    startUrl: `${server.origin}/start`,
    addresses: {
      redirect: `${base}/callback/op`,
      signedOut: `${base}/signed-out`,
      backChannel: `${base}/backchannel-logout/op`,
    },
    refusals,
    close: () => server.close(),
  }
}
