import type { AuthConfig } from '@latchstring/core'
import type { AnyFeature, FeatureWellKnown } from '@latchstring/core/features'
import { toNodeHandler } from '@latchstring/core/framework'
import { type App, BASE, createApp, ENV, ORIGIN, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { readJson } from '@latchstring/test-kit/json'
import { passwords, signInWithPassword } from '@latchstring/test-kit/people'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, test } from 'vitest'
import { type GateStore, openGateStore } from './src/gate-world.ts'
import { keys, keysFeature } from './src/keys-feature.ts'
import { untyped } from './src/untyped.ts'

const DOCUMENT = `${ORIGIN}/.well-known/acme-keys.json`

let store: GateStore

beforeEach(async () => {
  store = await openGateStore()
})

/** How features are configured. */
const FORMS = ['object', 'function'] as const

const withDocument = (document: FeatureWellKnown, more: Partial<AnyFeature> = {}): AnyFeature => ({
  name: 'documents',
  wellKnown: { 'acme-document': document },
  ...more,
})

const answering = (answer: unknown): FeatureWellKnown => ({
  load: async () => ({ run: () => untyped(answer) }),
})

describe.each(STRATEGIES.flatMap((strategy) => FORMS.map((made) => [strategy, made] as const)))(
  'A well-known address, with sessions by %s and a configuration that is an %s,',
  (strategy, made) => {
    function start(
      features: readonly AnyFeature[] = [keysFeature()],
      config: Partial<AuthConfig> = {},
    ): App {
      const whole: AuthConfig = {
        providers: [passwords()],
        adapter: store.adapter,
        session: { strategy, absoluteMaxAge: 360_000 },
        ...config,
      }
      return made === 'object'
        ? createApp({ ...whole, features }, { env: ENV })
        : createApp(whole, { env: ENV, features }, 'each time')
    }

    const seen = async (response: Response): Promise<unknown> => ({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    })

    test('is JSON that caches may keep, with addresses of the application', async () => {
      const response = await start().openBrowser().open(DOCUMENT)
      expect(await seen(response)).toEqual({
        status: 200,
        headers: {
          'cache-control': 'public, max-age=600',
          'content-type': 'application/json',
          'cross-origin-resource-policy': 'same-origin',
          'x-content-type-options': 'nosniff',
        },
        body: JSON.stringify({ issuer: ORIGIN, page: `${BASE}/keys/list` }),
      })
    })

    test('answers HEAD without a body, and refuses other methods', async () => {
      const { auth } = start()
      const head = await auth.handle(new Request(DOCUMENT, { method: 'HEAD' }))
      expect([head.status, head.headers.get('cache-control'), await head.text()]).toEqual([
        200,
        'public, max-age=600',
        '',
      ])
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
        const response = await auth.handle(new Request(DOCUMENT, { method }))
        expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET'])
        expect(response.headers.get('cache-control')).toContain('no-store')
      }
    })

    test('is the same with and without the cookies of a session, and sets none', async () => {
      const app = start()
      const browser = await signInWithPassword(app.openBrowser())
      const before = [...browser.cookies]
      const own = await browser.open(DOCUMENT)
      expect(own.headers.getSetCookie()).toEqual([])
      expect([...browser.cookies]).toEqual(before)
      expect(await seen(own)).toEqual(await seen(await app.openBrowser().open(DOCUMENT)))
      const broken: Browser = app.openBrowser()
      broken.setCookie('authjs.session-token', 'x'.repeat(4000))
      expect((await broken.open(DOCUMENT)).status).toBe(200)
    })

    test('is the same whatever the query, the language and the credentials of a request', async () => {
      const browser = start().openBrowser()
      const plain = await seen(await browser.open(DOCUMENT))
      const headers = { 'accept-language': 'de', authorization: 'Bearer x', accept: 'text/html' }
      expect(await seen(await browser.open(`${DOCUMENT}?a=1&a=2`, headers))).toEqual(plain)
    })

    test('leads to a page of the feature', async () => {
      const response = await start().openBrowser().open(`${ORIGIN}/.well-known/change-keys`)
      expect([response.status, response.headers.get('location')]).toEqual([
        302,
        `${BASE}/keys/list`,
      ])
      expect(response.headers.getSetCookie()).toEqual([])
    })

    test('is kept for an hour unless it says otherwise, and not without asking where it says 0', async () => {
      for (const [maxAge, cache] of [
        [undefined, 'public, max-age=3600'],
        [0, 'no-cache'],
        [31_536_000, 'public, max-age=31536000'],
      ] as const) {
        const app = start([withDocument(answering({ json: {}, maxAge }))])
        const response = await app.openBrowser().open(`${ORIGIN}/.well-known/acme-document`)
        expect(response.headers.get('cache-control')).toBe(cache)
      }
    })

    test.each([
      ['nothing', undefined],
      ['a text', { json: 'text' }],
      ['a fraction of a second', { json: {}, maxAge: 0.5 }],
      ['less than nothing', { json: {}, maxAge: -1 }],
      ['a text for the seconds', { json: {}, maxAge: '600' }],
      ['another address', { to: 'https://evil.example' }],
      ['a page that there is not', { to: 'page' }],
    ])('is an error that no cache keeps where the feature answers with %s', async (_, answer) => {
      const app = start([withDocument(answering(answer))])
      const response = await app.openBrowser().open(`${ORIGIN}/.well-known/acme-document`)
      expect([response.status, response.headers.get('cache-control')]).toEqual([
        500,
        'private, no-store',
      ])
      expect(app.errors.at(-1)?.message).toContain('/.well-known/acme-document')
    })

    test('is 503 where the store is away', async () => {
      const reading = withDocument(
        {
          load: async () => ({
            run: async ({ records }) => ({
              json: (await records.find(keys, 'userId', 'x')).rows,
            }),
          }),
        },
        { name: 'keys', tables: [keys] },
      )
      const away = (): Promise<never> => Promise.reject(new Error('away'))
      const { records } = store.adapter
      const adapter = untyped<NonNullable<AuthConfig['adapter']>>({
        ...store.adapter,
        records: { ...records, find: away },
      })
      const app = start([reading], { adapter })
      const response = await app.openBrowser().open(`${ORIGIN}/.well-known/acme-document`)
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await readJson(response)).toMatchObject({ error: 'AdapterError' })
      expect(response.headers.getSetCookie()).toEqual([])
    })

    test('knows the addresses of actions of its feature alone', async () => {
      const app = start([
        withDocument({
          load: async () => ({ run: ({ urlOf }) => ({ json: { page: urlOf('constructor') } }) }),
        }),
      ])
      const response = await app.openBrowser().open(`${ORIGIN}/.well-known/acme-document`)
      expect(response.status).toBe(500)
    })

    test('belongs to the library where a feature has it, and to the application otherwise', async () => {
      const { auth } = start()
      expect(auth.owns(DOCUMENT)).toBe(true)
      expect(auth.owns(`${DOCUMENT}?x=1`)).toBe(true)
      const others = [
        `${ORIGIN}/.well-known/other`,
        `${ORIGIN}/.well-known/constructor`,
        `${ORIGIN}/.well-known/`,
        `${DOCUMENT}/more`,
        `${DOCUMENT}/`,
        `${ORIGIN}/auth/.well-known/acme-keys.json`,
        `${ORIGIN}/.well-known/ACME-keys.json`,
        `${ORIGIN}/.well-known/acme%2Dkeys.json`,
      ]
      for (const url of others) {
        expect([url, auth.owns(url)]).toEqual([url, false])
        expect([url, (await auth.handle(new Request(url))).status]).toEqual([url, 404])
      }
      const without = start([])
      expect(without.auth.owns(DOCUMENT)).toBe(false)
      expect((await without.auth.handle(new Request(DOCUMENT))).status).toBe(404)
    })

    test('needs no session where the `authorized` callback refuses every other page', async () => {
      const { auth } = start(undefined, { callbacks: { authorized: () => false } })
      const decide = async (path: string): Promise<string> =>
        (await auth.authorize(new Request(ORIGIN + path))).decision.kind
      expect(await decide('/.well-known/acme-keys.json')).toBe('allow')
      expect(await decide('/.well-known/other')).toBe('respond')
    })

    test('is answered by a server of Node.js', async () => {
      const { auth } = start()
      const handle = toNodeHandler(auth)
      const server = createServer((request, response) => void handle(request, response))
      await new Promise<void>((resolve) => {
        server.listen(0, '127.0.0.1', resolve)
      })
      // A server that listens on a port has an address.
      const { port } = server.address() as AddressInfo
      const response = await fetch(`http://127.0.0.1:${port}/.well-known/acme-keys.json`)
      expect(await response.json()).toEqual({ issuer: ORIGIN, page: `${BASE}/keys/list` })
      expect(response.headers.get('cache-control')).toBe('public, max-age=600')
      server.close()
    })
  },
)
