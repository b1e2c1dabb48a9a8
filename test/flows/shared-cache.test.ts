import { startSharedCache } from '../../tools/servers/nginx.mjs'
import type { PrivateServer } from '../../tools/servers/private-server.mjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, BASE, createApp, ORIGIN } from '@latchstring/test-kit/app'
import { type Browser, createBrowser } from '@latchstring/test-kit/browser'
import { guild } from '@latchstring/test-kit/guild'
import { openMailbox } from '@latchstring/test-kit/ownership'
import { signInWithPassword, passwords, PEOPLE } from '@latchstring/test-kit/people'
import { startWebServer, type WebServer } from '@latchstring/test-kit/web-server'

const store = storeForEachTest()
let server: WebServer

beforeAll(async () => {
  server = await startWebServer()
})

afterAll(async () => {
  await server.close()
})

/** Requests that a link can cause, with any session. */
const ADDRESSES = [
  'session',
  'csrf',
  'providers',
  'signin',
  'signin?error=AccessDenied',
  'signout',
  'error',
  'error?error=Configuration',
  'verify-request',
  'callback/guild?code=a&state=b',
  'callback/mail?token=a&email=eve%40example.com',
  'unknown',
  'signin/guild',
].map((path) => `${BASE}/${path}`)

function openApp(strategy: 'database' | 'jwt'): App {
  const config = {
    session: { strategy, updateAge: 0 },
    callbacks: { jwt: ({ token }: { token: object }) => ({ ...token, renewed: Date.now() }) },
  }
  const own = passwords(
    strategy === 'database'
      ? {
          authorize: async ({ username }) => {
            const person = username === 'ada' || username === 'grace' ? PEOPLE[username] : null
            if (!person) return null
            const known = await store.adapter.getUserByEmail(person.email)
            return known ?? store.adapter.createUser({ ...person, emailVerified: null })
          },
        }
      : {},
  )
  return createApp({
    ...config,
    adapter: store.adapter,
    providers: [guild(), own, openMailbox().provider],
  })
}

/** Everything in an answer that is there for one browser only. */
interface Answer {
  readonly url: string
  readonly status: string | null
  readonly cookies: readonly string[]
  readonly text: string
}

async function visit(browser: Browser): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  for (const url of ADDRESSES) {
    const response = await browser.open(url)
    answers.push({
      url,
      status: response.headers.get('x-cache-status'),
      cookies: response.headers.getSetCookie(),
      text: `${response.headers.get('location') ?? ''} ${await response.text()}`,
    })
  }
  return answers
}

/** Values of cookies that were set, long enough to identify a user. */
const valuesOf = (answers: readonly Answer[]): readonly string[] =>
  answers
    .flatMap(({ cookies }) => cookies)
    .map((cookie) => /=([^;]*)/.exec(cookie)?.[1] ?? '')
    .filter((value) => value.length >= 20)

const CACHES = [
  ['with its own settings', []],
  ['that overlooks cookies', ['Set-Cookie']],
] as const

describe.each(CACHES)('An application behind a shared cache %s,', (_, ignored) => {
  let cache: PrivateServer

  beforeAll(async () => {
    cache = await startSharedCache(server.origin, { ignored })
    // It may have to be installed first.
  }, 240_000)

  afterAll(() => cache.stop())

  function openBrowser(): Browser {
    return createBrowser((request) => {
      const { pathname, search } = new URL(request.url)
      // The platform sends `Host` itself.
      return fetch(new Request(cache.url + pathname + search, request), { redirect: 'manual' })
    })
  }

  test('has its own pages cached, which proves that the cache is in use', async () => {
    server.use(() => Promise.resolve(new Response('for all')))
    const browser = openBrowser()
    const statuses: unknown[] = []
    for (let count = 0; count < 2; count += 1) {
      statuses.push((await browser.open(`${ORIGIN}/public`)).headers.get('x-cache-status'))
    }
    expect(statuses).toEqual(['MISS', 'HIT'])
  })

  test.each(['database', 'jwt'] as const)(
    'shares no cookie or response between users, with sessions by %s (CCH-03)',
    async (strategy) => {
      const app = openApp(strategy)
      server.use((request) => {
        const { pathname, search } = new URL(request.url)
        return app.auth.handle(new Request(ORIGIN + pathname + search, request))
      })
      const ada = await signInWithPassword(openBrowser(), 'ada')
      const first = await visit(ada)
      const [grace, stranger] = [await signInWithPassword(openBrowser(), 'grace'), openBrowser()]
      const own = new Set([...valuesOf(first), ...ada.cookies.values()])
      for (const browser of [grace, stranger]) {
        const answers = await visit(browser)
        for (const { url, status, text } of answers) {
          expect(['MISS', 'BYPASS', 'EXPIRED'], url).toContain(status)
          expect(text, url).not.toContain(PEOPLE.ada.name)
          expect(text, url).not.toContain(PEOPLE.ada.email)
        }
        expect(valuesOf(answers).filter((value) => own.has(value))).toEqual([])
      }
      const [again] = await visit(ada)
      expect(again?.text).toContain(PEOPLE.ada.email)
      expect(first.map(({ text }) => text).join()).toContain(PEOPLE.ada.email)
    },
  )
})
