import { NextRequest } from 'next/server.js'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Listener, startNodeServer } from '../../../test/kit/src/node-http.ts'
import type { NextCookie } from './lib/cookies.ts'
import Latchstring, { type FrameworkAuthConfig, skipCSRFCheck } from './index.ts'
import Credentials from './providers/credentials.ts'
import GitHub from './providers/github.ts'

// The core is the real one here. Functions of Next.js that work only inside a request are doubles.

const next = vi.hoisted(() => ({
  headers: async () => new Headers(),
  jar: { set: (cookie: NextCookie): unknown => cookie, delete: (): unknown => undefined },
}))

vi.mock('next/headers.js', () => ({
  headers: () => next.headers(),
  cookies: async () => next.jar,
}))

const HOST = 'app.test:3000'
const ORIGIN = `http://${HOST}`
const FORWARDED = { host: HOST, 'x-forwarded-host': HOST, 'x-forwarded-proto': 'http' }

/** What was set by `cookies()` of Next.js. */
let set: NextCookie[]

beforeEach(() => {
  vi.stubEnv('AUTH_SECRET', 'k8Zq1vR4xW7yB0nM3cF6hJ9lP2sT5uXe')
  set = []
  next.headers = async () => new Headers(FORWARDED)
  next.jar = { set: (cookie: NextCookie) => set.push(cookie), delete: () => undefined }
})

const outside = (): void => {
  next.headers = async () => {
    throw new Error('`headers` was called outside a request scope')
  }
}

const people = Credentials({
  credentials: { username: {}, password: { type: 'password' } },
  authorize: ({ username, password }) =>
    password === 'right' ? { id: '1', name: String(username) } : null,
})

const open = (config: Partial<FrameworkAuthConfig> = {}): ReturnType<typeof Latchstring> =>
  Latchstring({
    providers: [people, GitHub({ clientId: 'id', clientSecret: 'secret' })],
    logger: { error: () => undefined, warn: () => undefined },
    ...config,
  })

/** Asks a page of the Pages Router. */
async function ask(listener: Listener, cookie = ''): Promise<Response> {
  const server = await startNodeServer(listener)
  onTestFinished(() => server.close())
  return fetch(`${server.origin}/sign-in`, { headers: { ...FORWARDED, cookie } })
}

/** Posts a form of the sign-in page, with the cookies that the browser has got. */
const post = (
  { handlers }: ReturnType<typeof Latchstring>,
  csrfToken: string,
  cookie: string,
): Promise<Response> =>
  handlers.POST(
    new NextRequest('http://localhost:3000/api/auth/callback/credentials', {
      method: 'POST',
      headers: {
        ...FORWARDED,
        origin: ORIGIN,
        cookie,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({
        csrfToken,
        callbackUrl: '/desk',
        username: 'Ada',
        password: 'right',
      }).toString(),
    }),
  )

const pairsOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((header) => header.split(';')[0])
    .join('; ')

describe('getCsrfToken', () => {
  test.each([
    ['the context of getServerSideProps', true],
    ['request and response', false],
  ])(
    'with %s sets the cookie of a first visitor, whose form is then accepted',
    async (_, byContext) => {
      const auth = open()
      const page = await ask(async (req, res) => {
        res.setHeader('Set-Cookie', 'theme=dark')
        const { getCsrfToken } = auth
        res.end(byContext ? await getCsrfToken({ req, res }) : await getCsrfToken(req, res))
      })
      const token = await page.text()
      expect(page.headers.get('cache-control')).toBe('private, no-store')
      expect(pairsOf(page)).toContain('theme=dark; ')
      const done = await post(auth, token, pairsOf(page))
      expect(done.headers.get('location')).toBe(`${ORIGIN}/desk`)
      expect(pairsOf(done)).toContain('latchstring.session-token=')
      const refused = await post(auth, token, '')
      expect(pairsOf(refused)).not.toContain('latchstring.session-token=')
    },
  )

  test('gives a browser the token that it has, and sets no cookie', async () => {
    const auth = open()
    const listener: Listener = async (req, res) =>
      void res.end(await auth.getCsrfToken({ req, res }))
    const first = await ask(listener)
    const second = await ask(listener, pairsOf(first))
    expect(await second.text()).toBe(await first.text())
    expect(second.headers.getSetCookie()).toEqual([])
  })

  test('in a route handler sets the cookie of the token by `cookies` of Next.js, and keeps it in the same request', async () => {
    const auth = open()
    const headers = new Headers(FORWARDED)
    next.headers = async () => headers
    const token = await auth.getCsrfToken()
    expect(await auth.getCsrfToken()).toBe(token)
    expect(set.map(({ name }) => name)).toEqual(['latchstring.csrf-token'])
    const cookie = set.map(({ name, value }) => `${name}=${value}`).join('; ')
    expect((await post(auth, token, cookie)).headers.get('location')).toBe(`${ORIGIN}/desk`)
  })

  test('in a server component says that it cannot set the cookie, and what to use there', async () => {
    const refuse = (): never => {
      throw new Error('Cookies can only be modified in a Server Action or Route Handler.')
    }
    next.jar = { set: refuse, delete: refuse }
    await expect(open().getCsrfToken()).rejects.toThrow(
      /server component.*form with a server action that calls `signIn` or `form`/,
    )
  })

  test('is empty where CSRF tokens are disabled', async () => {
    expect(await open({ skipCSRFCheck }).getCsrfToken()).toBe('')
    expect(set).toEqual([])
  })
})

describe('getProviders', () => {
  const github = (base: string): object => ({
    github: {
      id: 'github',
      name: 'GitHub',
      type: 'oauth',
      signinUrl: `${base}/signin/github`,
      callbackUrl: `${base}/callback/github`,
    },
  })

  test('gives what GET providers answers, in both routers', async () => {
    const auth = open({ basePath: '/desk/auth' })
    const action = new NextRequest('http://localhost:3000/desk/auth/providers', {
      headers: FORWARDED,
    })
    const answer: unknown = await (await auth.handlers.GET(action)).json()
    expect(answer).toMatchObject(github(`${ORIGIN}/desk/auth`))
    expect(await auth.getProviders()).toEqual(answer)
    const page = await ask(async (req, res) => {
      const lists = [await auth.getProviders({ req, res }), await auth.getProviders(req, res)]
      res.end(JSON.stringify(lists))
    })
    expect(await page.json()).toEqual([answer, answer])
    expect(page.headers.getSetCookie()).toEqual([])
  })

  test('needs no request where AUTH_URL is set, as in getStaticProps', async () => {
    outside()
    vi.stubEnv('AUTH_URL', 'https://desk.test')
    expect(await open().getProviders()).toMatchObject(github('https://desk.test/api/auth'))
  })

  test('without request and AUTH_URL says what is missing', async () => {
    outside()
    await expect(open({ trustHost: true }).getProviders()).rejects.toThrow(
      'set AUTH_URL, or pass the request',
    )
  })

  test('passes on what Next.js throws to end a render before a request', async () => {
    const bailout = new Error('Dynamic server usage')
    next.headers = async () => {
      throw bailout
    }
    vi.stubEnv('AUTH_URL', 'https://desk.test')
    await expect(open().getProviders()).rejects.toBe(bailout)
  })
})
