import type { AuthConfig } from '@latchstring/core'
import type { AnyFeature } from '@latchstring/core/features'
import { type App, BASE, createApp, ENV, ORIGIN, STRATEGIES } from '@latchstring/test-kit/app'
import { type Browser, createBrowser } from '@latchstring/test-kit/browser'
import { forEachTest } from '@latchstring/test-kit/for-all-tests'
import { readForms } from '@latchstring/test-kit/forms'
import { readJson } from '@latchstring/test-kit/json'
import { containing } from '@latchstring/test-kit/matchers'
import { ADA, passwords, PEOPLE, signInWithPassword } from '@latchstring/test-kit/people'
import { readLocation } from '@latchstring/test-kit/story'
import { startClock } from '@latchstring/test-kit/test-clock'
import { beforeEach, describe, expect, test } from 'vitest'
import { type GateStore, openGateStore } from './src/gate-world.ts'
import { notesFeature } from './src/notes-feature.ts'
import { quizFeature } from './src/quiz-feature.ts'

const JSON_ONLY = { accept: 'application/json' }
const FORM = 'application/x-www-form-urlencoded'

const clock = forEachTest(() => startClock())
let store: GateStore

beforeEach(async () => {
  store = await openGateStore()
})

interface Row {
  readonly path: string
  readonly kind: 'page' | 'change' | 'machine'
  readonly session?: 'none' | 'fresh' | 'pending'
  /** What it is sent in a good request. */
  readonly fields: Readonly<Record<string, string>>
}

/** An action of each kind, with each session. */
const ACTIONS: readonly Row[] = [
  { path: 'notes/list', kind: 'page', fields: {} },
  { path: 'notes/about', kind: 'page', session: 'none', fields: {} },
  { path: 'notes/add', kind: 'change', fields: { text: 'milk' } },
  { path: 'notes/remove', kind: 'change', session: 'fresh', fields: { id: 'x' } },
  { path: 'notes/echo', kind: 'machine', session: 'none', fields: { word: 'hello' } },
  { path: 'quiz/question', kind: 'page', session: 'pending', fields: {} },
  { path: 'quiz/answer', kind: 'change', session: 'pending', fields: { answer: 'blue' } },
]
const named = (rows: readonly Row[]): readonly (readonly [string, Row])[] =>
  rows.map((row) => [row.path, row])
const POSTED = ACTIONS.filter(({ kind }) => kind !== 'page')

/** How features are configured. */
const FORMS = ['object', 'function'] as const

describe.each(STRATEGIES.flatMap((strategy) => FORMS.map((made) => [strategy, made] as const)))(
  'The actions of features, with sessions by %s and a configuration that is an %s,',
  (strategy, made) => {
    function start(
      features: readonly AnyFeature[] = [notesFeature(), quizFeature()],
      config: Partial<AuthConfig> = {},
    ): App {
      const whole: AuthConfig = {
        providers: [passwords()],
        adapter: store.adapter,
        session: { strategy, absoluteMaxAge: 360_000 },
        account: { page: true },
        ...config,
      }
      const options = { env: ENV, clock: clock.now }
      return made === 'object'
        ? createApp({ ...whole, features }, options)
        : createApp(whole, { ...options, features }, 'each time')
    }

    const signedIn = (app: App = start()): Promise<Browser> => signInWithPassword(app.openBrowser())

    /** Sends what an action is sent in a good request. */
    async function send(
      browser: Browser,
      { path, kind, fields }: Row,
      headers: Readonly<Record<string, string>> = {},
    ): Promise<Response> {
      const url = `${BASE}/${path}`
      if (kind === 'page') return browser.open(`${url}?${new URLSearchParams(fields)}`, headers)
      const csrfToken = await browser.csrf(BASE)
      return browser.submit(url, kind === 'change' ? { csrfToken, ...fields } : fields, headers)
    }

    const notesOf = (): number => store.records.get('auth_notes_notes')?.size ?? 0

    test.each(named(ACTIONS))('%s takes one method, and names it', async (_, row) => {
      const { path, kind, fields } = row
      const browser = await signedIn()
      const url = `${BASE}/${path}`
      const wrong = kind === 'page' ? await browser.submit(url, fields) : await browser.open(url)
      expect([wrong.status, wrong.headers.get('allow')]).toEqual([
        405,
        kind === 'page' ? 'GET' : 'POST',
      ])
      const put = await start().auth.handle(new Request(url, { method: 'PUT' }))
      expect(put.status).toBe(405)
    })

    test.each(named(ACTIONS.filter(({ session }) => session === undefined || session === 'none')))(
      '%s answers a good request',
      async (_, row) => {
        const response = await send(await signedIn(), row)
        expect(response.status).toBe({ page: 200, change: 303, machine: 201 }[row.kind])
        expect(response.headers.get('cache-control')).toContain('no-store')
      },
    )

    test('HEAD of a page has the headers of GET and no body', async () => {
      const url = `${BASE}/notes/about`
      const { auth } = start()
      const head = await auth.handle(
        new Request(url, { method: 'HEAD', headers: { accept: 'text/html' } }),
      )
      expect([head.status, await head.text()]).toEqual([200, ''])
      expect(head.headers.get('content-type')).toContain('text/html')
    })

    test.each(named(POSTED.filter(({ kind }) => kind === 'change')))(
      '%s needs the CSRF token and its own origin',
      async (_, { path, fields }) => {
        const browser = await signedIn()
        const url = `${BASE}/${path}`
        const csrfToken = await browser.csrf(BASE)
        const bare = await browser.submit(url, fields, JSON_ONLY)
        expect([bare.status, (await readJson(bare))['error']]).toEqual([403, 'MissingCSRF'])
        const foreign = {
          origin: 'https://evil.example',
          'sec-fetch-site': 'cross-site',
          ...JSON_ONLY,
        }
        const other = await browser.submit(url, { csrfToken, ...fields }, foreign)
        expect([other.status, (await readJson(other))['error']]).toEqual([
          403,
          'CrossOriginRequest',
        ])
        expect(notesOf()).toBe(0)
      },
    )

    test('a machine takes requests of any origin without a token, and reads and sets no cookie', async () => {
      const browser = await signedIn()
      const url = `${BASE}/notes/echo`
      const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
      const good = await browser.submit(url, { word: 'hi', times: '3', more: 'x' }, headers)
      expect([good.status, await good.json()]).toEqual([201, { word: 'hi', times: 3, user: null }])
      expect(good.headers.getSetCookie()).toEqual([])
      const bad = await browser.submit(url, {}, headers)
      expect(bad.status).toBe(400)
      expect(bad.headers.getSetCookie()).toEqual([])
    })

    test.each(named(POSTED))(
      '%s refuses bodies that are no form or JSON, too long or ambiguous',
      async (_, row) => {
        const { path, fields } = row
        const browser = await signedIn()
        const csrfToken = await browser.csrf(BASE)
        const url = `${BASE}/${path}`
        const [first = ''] = Object.keys(fields)
        const post = (body: string, type: string = FORM): Promise<Response> =>
          createBrowser((request) =>
            start().auth.handle(new Request(request, { body, method: 'POST' })),
          ).submit(url, {}, { 'content-type': type, ...JSON_ONLY })
        expect((await post('text', 'text/plain')).status).toBe(415)
        expect((await post(`${first}=${'x'.repeat(66_000)}`)).status).toBe(413)
        const twice = new URLSearchParams([
          ...Object.entries(fields),
          ...Object.entries(fields),
          ['csrfToken', csrfToken],
        ])
        const ambiguous = await browser.submit(url, twice, JSON_ONLY)
        if (row.session !== 'pending') expect(ambiguous.status).toBe(400)
        expect(notesOf()).toBe(0)
      },
    )

    test.each(named(ACTIONS.filter(({ session }) => session !== 'none')))(
      '%s without a session leads a person to sign in, and answers a script with 401',
      async (_, row) => {
        const browser = start().openBrowser()
        const response = await send(browser, row)
        expect(response.status).toBe(303)
        const location = readLocation(response)
        expect([location.pathname, location.searchParams.get('error')]).toEqual([
          '/auth/signin',
          'SessionRequired',
        ])
        if (row.path === 'notes/list') {
          expect(location.searchParams.get('callbackUrl')).toBe(`${BASE}/notes/list`)
        }
        const script = await send(browser, row, JSON_ONLY)
        expect([script.status, (await readJson(script))['error']]).toEqual([401, 'SessionRequired'])
        expect(notesOf()).toBe(0)
      },
    )

    test.each(named(ACTIONS.filter(({ session }) => session !== 'none')))(
      '%s with a session that was signed out of is refused as without one',
      async (_, row) => {
        const browser = await signedIn()
        const csrfToken = await browser.csrf(BASE)
        await browser.submit(`${BASE}/signout`, { csrfToken })
        expect((await send(browser, row, JSON_ONLY)).status).toBe(401)
      },
    )

    test('a change that needs a fresh sign-in asks for one after an hour', async () => {
      const app = start()
      const browser = await signedIn(app)
      const row = { path: 'notes/remove', kind: 'change', fields: { id: 'x' } } as const
      clock.advance(3500)
      expect((await send(browser, row)).status).toBe(303)
      clock.advance(200)
      const response = await send(browser, row)
      const location = readLocation(response)
      expect([response.status, location.pathname, location.searchParams.get('reason')]).toEqual([
        303,
        '/auth/signin',
        'step-up',
      ])
      const script = await send(browser, row, JSON_ONLY)
      expect((await readJson(script))['error']).toBe('StepUpRequired')
      expect((await send(browser, { path: 'notes/list', kind: 'page', fields: {} })).status).toBe(
        200,
      )
    })

    test.each([
      ['missing', {}, 'The input "word" is missing.'],
      ['too long', { word: 'x'.repeat(256) }, 'a text of up to 255 characters'],
      ['no number', { word: 'x', times: '3x' }, 'a whole number'],
      ['a number that is not exact', { word: 'x', times: '9007199254740993' }, 'a whole number'],
      ['a fraction', { word: 'x', times: '1.5' }, 'a whole number'],
    ])('an input that is %s is refused by name', async (_, fields, message) => {
      const app = start()
      const response = await app.openBrowser().submit(`${BASE}/notes/echo`, fields)
      expect(response.status).toBe(400)
      expect(app.errors.at(-1)?.message).toContain(message)
      expect(await response.text()).not.toContain('x'.repeat(256))
    })

    test.each([
      ['a number for a text', { word: 5 }],
      ['an object for a text', { word: { $ne: null } }],
      ['a list for a text', { word: ['x'] }],
      ['a fraction for a number', { word: 'x', times: 0.5 }],
      ['true for a number', { word: 'x', times: true }],
    ])('JSON with %s is refused', async (_, body) => {
      const response = await start().openBrowser().submitJson(`${BASE}/notes/echo`, body)
      expect(response.status).toBe(400)
    })

    test('JSON of a person without HTML is what the page is made of', async () => {
      const browser = await signedIn()
      const row = { path: 'notes/add', kind: 'change', fields: { text: 'milk' } } as const
      const added = await send(browser, row)
      expect(added.headers.get('location')).toBe(`${BASE}/notes/list`)
      const response = await browser.open(`${BASE}/notes/list`, JSON_ONLY)
      expect(await response.json()).toMatchObject({
        title: 'Notes of Ada Lovelace',
        blocks: [
          { kind: 'list', items: [{ title: 'milk', forms: [{ action: 'remove' }] }] },
          { kind: 'form' },
        ],
      })
      const html = await (await browser.open(`${BASE}/notes/list`)).text()
      const forms = readForms(html)
      expect(forms.map(({ action }) => action)).toEqual([
        `${BASE}/notes/remove`,
        `${BASE}/notes/add`,
      ])
      const removed = await browser.submit(forms[0]?.action ?? '', forms[0]?.fields ?? {})
      expect([removed.status, notesOf()]).toEqual([303, 0])
    })

    test('a form of a page keeps where the page leads to', async () => {
      const browser = await signedIn()
      const page = await browser.open(`${BASE}/notes/list?callbackUrl=%2Finside%3Fx%3D1`)
      const [form] = readForms(await page.text()).slice(-1)
      const response = await browser.submit(form?.action ?? '', { ...form?.fields, text: 'milk' })
      expect(readLocation(response).searchParams.get('callbackUrl')).toBe(`${ORIGIN}/inside?x=1`)
      const foreign = await browser.open(
        `${BASE}/notes/list?callbackUrl=https%3A%2F%2Fevil.example`,
      )
      expect(await foreign.text()).not.toContain('evil.example')
    })

    test('a refusal has a status, and a sentence for a person and for a script', async () => {
      const browser = await signedIn()
      const row = { path: 'notes/add', kind: 'change', fields: { text: 'milk' } } as const
      for (let count = 0; count < 3; count += 1) await send(browser, row)
      const response = await send(browser, row)
      expect([response.status, await response.text()]).toEqual([
        409,
        containing('There are too many notes.'),
      ])
      const script = await send(browser, row, JSON_ONLY)
      expect([script.status, await script.json()]).toEqual([
        409,
        { error: 'notes/full', message: 'There are too many notes.' },
      ])
      expect(notesOf()).toBe(3)
    })

    test('one user reaches nothing of another', async () => {
      const app = start()
      await send(await signedIn(app), {
        path: 'notes/add',
        kind: 'change',
        fields: { text: 'milk' },
      })
      const id = [...(store.records.get('auth_notes_notes')?.values() ?? [])][0]?.values['id']
      const grace = await signInWithPassword(app.openBrowser(), 'grace')
      await send(grace, {
        path: 'notes/remove',
        kind: 'change',
        fields: { id: typeof id === 'string' ? id : '' },
      })
      expect(notesOf()).toBe(1)
      const list = await grace.open(`${BASE}/notes/list`, JSON_ONLY)
      expect(await list.json()).toMatchObject({
        title: `Notes of ${PEOPLE.grace.name}`,
        blocks: [{ items: [] }, {}],
      })
    })

    test('a page of the application stands in for one of the feature, for people', async () => {
      const browser = await signedIn(start(undefined, { pages: { 'notes/list': '/mine?y=1' } }))
      const response = await browser.open(`${BASE}/notes/list?callbackUrl=%2Finside`)
      expect(response.headers.get('location')).toBe(
        `${ORIGIN}/mine?y=1&callbackUrl=${encodeURIComponent(`${ORIGIN}/inside`)}`,
      )
      const script = await browser.open(`${BASE}/notes/list`, JSON_ONLY)
      expect(await script.json()).toMatchObject({ title: 'Notes of Ada Lovelace' })
    })

    test('a user who is not in the store any more has no session there', async () => {
      const browser = await signedIn()
      await store.adapter.deleteUser?.(ADA.id)
      const response = await browser.open(`${BASE}/notes/list`, JSON_ONLY)
      expect(response.status).toBe(401)
    })

    test('their paths are known to `owns`, and no others', () => {
      const { auth } = start()
      const paths = [
        'notes/list',
        'notes/add',
        'quiz/answer',
        'notes',
        'notes/other',
        'notes/list/x',
        'other/list',
        'Notes/list',
        'notes/constructor',
      ]
      expect(paths.filter((path) => auth.owns(`${BASE}/${path}`))).toEqual([
        'notes/list',
        'notes/add',
        'quiz/answer',
      ])
    })

    test.each([
      'notes',
      'notes/other',
      'notes/list/x',
      'notes/constructor',
      'notes/__proto__',
      'notes/',
    ])('there is nothing at %s', async (path) => {
      expect((await (await signedIn()).open(`${BASE}/${path}`)).status).toBe(404)
    })
  },
)
