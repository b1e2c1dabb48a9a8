import { request as send } from 'node:http'
import { createAuth } from '@latchstring/core'
import GitHub from '@latchstring/core/providers/github'
import { createBrowser } from '@latchstring/test-kit/browser'
import { createLab, type LabServer } from '@latchstring/testing'
import { describe, expect, test, vi } from 'vitest'

type Env = Readonly<Record<string, string>>

/** What a platform makes of a request to one of its hosts before it reaches the port on the machine. */
interface Platform {
  readonly name: string
  readonly workspace: string
  readonly forward: (request: Request, port: string) => Headers
}

const withHost = ({ headers, url }: Request, host: string): Headers => {
  const forwarded = new Headers(headers)
  forwarded.set('host', host)
  forwarded.set('x-forwarded-host', new URL(url).host)
  forwarded.set('x-forwarded-proto', 'https')
  forwarded.set('x-forwarded-for', '203.0.113.7')
  return forwarded
}

const PLATFORMS: readonly Platform[] = [
  {
    name: 'GitHub Codespaces',
    workspace: 'https://octocat-literate-space-{port}.app.github.dev',
    forward(request, port) {
      const headers = withHost(request, `localhost:${port}`)
      // Only the origin of the page's own host is replaced.
      const own = headers.get('origin') === new URL(request.url).origin
      if (own) headers.set('origin', `http://localhost:${port}`)
      return headers
    },
  },
  {
    name: 'Gitpod',
    workspace: 'https://{port}-octocat-space-1a2b3c.ws-eu1.gitpod.io',
    forward: (request) => withHost(request, new URL(request.url).host),
  },
]

/** A request to a port of this machine, with any header `host`. */
function ask(port: string, { method, url }: Request, headers: Headers, body: string) {
  return new Promise<Response>((resolve, reject) => {
    const { pathname, search } = new URL(url)
    const to = { host: '127.0.0.1', port, method, path: pathname + search }
    const sent = send({ ...to, headers: Object.fromEntries(headers) }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.once('end', () => {
        const { statusCode = 500, headers: given } = answer
        const all = new Headers()
        for (const [name, value] of Object.entries(given)) all.set(name, String(value))
        resolve(
          new Response(Buffer.concat(chunks), {
            status: statusCode,
            headers: all,
          }),
        )
      })
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

interface World extends AsyncDisposable {
  readonly application: string
  readonly browser: ReturnType<typeof createBrowser>
  readonly lab: LabServer
}

/** An application at port 3000 and the emulators beside it, behind the hosts of a platform. */
async function open({ workspace, forward }: Platform, env: Env = {}): Promise<World> {
  const emulators = await createLab().listen({ development: true, workspace })
  const auth = createAuth(
    { providers: [GitHub], logger: { error: () => {}, warn: () => {} } },
    {
      env: {
        NODE_ENV: 'development',
        AUTH_SECRET: 'for tests alone, and long enough for one',
        LATCHSTRING_DEV: emulators.origin,
        LATCHSTRING_WORKSPACE: workspace,
        ...env,
      },
    },
  )
  const pattern = new RegExp(workspace.replaceAll('.', '\\.').replace('{port}', '(\\d+)'))
  const browser = createBrowser(async (request) => {
    const [, port = ''] = pattern.exec(request.url) ?? []
    const headers = forward(request, port)
    const body = await request.text()
    if (port !== '3000') return ask(port, request, headers, body)
    const { pathname, search } = new URL(request.url)
    const init = { method: request.method, headers, ...(body === '' ? {} : { body }) }
    return auth.handle(new Request(`http://localhost:3000${pathname}${search}`, init))
  })
  return {
    browser,
    lab: emulators,
    application: workspace.replace('{port}', '3000'),
    [Symbol.asyncDispose]: () => emulators.close(),
  }
}

const location = ({ headers }: Response): string => headers.get('location') ?? ''

async function startSignIn({ browser, application }: World): Promise<string> {
  const csrfToken = await browser.csrf(`${application}/auth`)
  return location(await browser.submit(`${application}/auth/signin/github`, { csrfToken }))
}

describe.each(PLATFORMS)('In a workspace of $name', (platform) => {
  test.each<[string, Env]>([
    ['without AUTH_URL', {}],
    ['with the AUTH_URL that init writes', { AUTH_URL: 'http://localhost:3000' }],
  ])('a person signs in at an emulator and comes back, %s', async (_name, env) => {
    await using world = await open(platform, env)
    const { browser, application } = world
    const consent = await startSignIn(world)
    const labAt = platform.workspace.replace('{port}', new URL(world.lab.origin).port)
    expect(consent).toContain(`${labAt}/github/https/github.com/login/oauth/authorize?`)
    const page = await (await browser.open(consent)).text()
    const [, request = ''] = /name="request" value="([^"]+)"/.exec(page) ?? []
    const decided = await browser.submit(`${labAt}/github/decision`, {
      request: request.replaceAll('&amp;', '&'),
      person: 'alan',
      decision: 'allow',
    })
    const back = location(decided)
    expect(back).toContain(`${application}/auth/callback/github?`)
    expect(location(await browser.follow({ url: back }))).toBe(application)
    const session: unknown = await (await browser.open(`${application}/auth/session`)).json()
    expect(session).toMatchObject({ user: { name: 'Alan Turing' } })
    expect([...browser.cookies.keys()].every((name) => /^__(?:Host|Secure)-/.test(name))).toBe(true)
  })

  test('the page of another site cannot post a form, whatever the platform makes of its origin', async () => {
    const { browser, application, ...world } = await open(platform)
    await using _lab = world
    const csrfToken = await browser.csrf(`${application}/auth`)
    for (const headers of [
      { 'sec-fetch-site': 'cross-site', origin: 'https://other.example' },
      { 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' },
      { 'sec-fetch-site': 'same-origin', origin: 'https://other.example' },
    ]) {
      const answer = await browser.submit(
        `${application}/auth/signin/github`,
        { csrfToken },
        headers,
      )
      expect(location(answer)).not.toContain('/github/https/')
    }
  })

  test.each<[string, Env]>([
    [
      'production',
      { NODE_ENV: 'production', AUTH_URL: 'http://localhost:3000', AUTH_INSECURE_LOOPBACK: 'true' },
    ],
    ['tests', { NODE_ENV: 'test' }],
    [
      'a workspace of another name',
      { LATCHSTRING_WORKSPACE: 'https://mona-{port}.app.github.dev' },
    ],
    ['no workspace', { LATCHSTRING_WORKSPACE: '' }],
    ['every host', { LATCHSTRING_WORKSPACE: 'https://{port}' }],
    ['no port in it', { LATCHSTRING_WORKSPACE: 'https://app.github.dev' }],
    ['an address without https', { LATCHSTRING_WORKSPACE: platform.workspace.replace('s:', ':') }],
  ])('nothing leads to an emulator with %s', async (_name, env) => {
    await using world = await open(platform, env)
    expect(await startSignIn(world).catch(() => '')).not.toContain('/github/https/')
  })

  test('a process of production uses no workspace', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    await using world = await open(platform)
    expect(await startSignIn(world)).not.toContain('/github/https/')
  })
})
