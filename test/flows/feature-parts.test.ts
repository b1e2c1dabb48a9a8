import type { AuthConfig } from '@latchstring/core'
import type { AnyFeature, Feature, FeatureAction, FeatureBlock } from '@latchstring/core/features'
import { type App, BASE, createApp, ENV, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { forEachTest } from '@latchstring/test-kit/for-all-tests'
import { readForms } from '@latchstring/test-kit/forms'
import { readJson } from '@latchstring/test-kit/json'
import { containing } from '@latchstring/test-kit/matchers'
import { ADA, passwords, PEOPLE, signInWithPassword } from '@latchstring/test-kit/people'
import { readLocation } from '@latchstring/test-kit/story'
import { startClock } from '@latchstring/test-kit/test-clock'
import { beforeEach, describe, expect, test } from 'vitest'
import { find, readDocument, visibleText } from '../../packages/core/test/document-tree.ts'
import { type GateStore, openGateStore } from './src/gate-world.ts'
import { notes, notesFeature } from './src/notes-feature.ts'
import { quizAnswers, quizFeature } from './src/quiz-feature.ts'
import { XSS_CORPUS } from './src/xss-corpus.ts'
import { untyped } from './src/untyped.ts'

const JSON_ONLY = { accept: 'application/json' }

const clock = forEachTest(() => startClock())
let store: GateStore

beforeEach(async () => {
  store = await openGateStore()
})

const PAGE = { title: 'Page', blocks: [] } as const

/** An action that gives what it is told to, whatever the types say. */
const acts = (run: (context: never) => unknown, more: Partial<FeatureAction> = {}): FeatureAction =>
  untyped({ kind: 'page', ...more, load: async () => ({ run }) })

const answers = (answer: unknown, more: Partial<FeatureAction> = {}): FeatureAction =>
  acts(() => answer, more)

const featureOf = (actions: AnyFeature['actions'], more: Partial<AnyFeature> = {}): AnyFeature => ({
  name: 'odd',
  texts: { sorry: 'Not now, {name}.' },
  errors: { busy: { status: 429, text: 'sorry' } },
  ...(actions && { actions }),
  ...more,
})

function start(features: readonly AnyFeature[], config: Partial<AuthConfig> = {}): App {
  return createApp(
    {
      providers: [passwords()],
      adapter: store.adapter,
      session: { strategy: 'database', absoluteMaxAge: 36_000 },
      account: { page: true },
      ...config,
      features,
    },
    { env: ENV, clock: clock.now },
  )
}

const signedIn = (app: App): Promise<Browser> => signInWithPassword(app.openBrowser())

const post = async (
  browser: Browser,
  path: string,
  fields: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  browser.submit(`${BASE}/${path}`, { csrfToken: await browser.csrf(BASE), ...fields }, headers)

/** What a feature threw, as the log has it. */
const causeOf = (app: App): unknown => {
  const { message, cause } = app.errors.at(-1) ?? {}
  const inner: unknown = cause?.err
  return inner instanceof Error ? `${message} ${inner.message}` : message
}

describe('The tables of a feature', () => {
  type Context = { readonly records: Record<string, (...given: unknown[]) => Promise<unknown>> }

  test('have no verb that writes in a page, in a part of the account page and in a gate', async () => {
    const seen: string[][] = []
    const look = ({ records }: Context): void => void seen.push(Object.keys(records).toSorted())
    const feature = featureOf(
      { look: acts((context: Context) => (look(context), { page: PAGE })) },
      {
        account: {
          load: async () => ({ show: (context) => (look(untyped(context)), []) }),
        },
        gate: {
          phase: 'may',
          load: async () => ({ ask: (context) => (look(untyped(context)), 'pass') }),
        },
      },
    )
    const browser = await signedIn(start([feature]))
    await browser.open(`${BASE}/odd/look`)
    await browser.open(`${BASE}/account`)
    expect(seen).toEqual([
      ['find', 'get'],
      ['find', 'get'],
      ['find', 'get'],
    ])
  })

  test.each([
    ['of another feature', quizAnswers],
    ['that is a copy of its own', { ...notes }],
    ['of the library', { name: 'auth_sign_ins_waiting', fields: {}, key: ['id'] }],
  ])('are its own: one %s is refused by every verb', async (_, table) => {
    const verbs = ['get', 'find', 'insert', 'change', 'drop'] as const
    const failed: unknown[] = []
    const run = async ({ records }: Context): Promise<object> => {
      for (const verb of verbs) {
        const called = records[verb]?.(table, { userId: ADA.id }, ADA.id)
        await called?.catch((error: unknown) => failed.push(error))
      }
      return { to: 'back' }
    }
    const feature = { ...notesFeature(), actions: { reach: acts(run, { kind: 'change' }) } }
    const browser = await signedIn(start([feature, quizFeature()]))
    await post(browser, 'notes/reach')
    expect(failed).toHaveLength(verbs.length)
    for (const error of failed)
      expect(error).toMatchObject({
        message: containing('reaches its own tables alone'),
      })
  })

  test('are all that a context leads to: no adapter, cookie or header is in it', async () => {
    const names: string[] = []
    const run = (context: object): object => {
      names.push(...Object.keys(context))
      return { json: {}, frozen: Object.isFrozen(context) }
    }
    const browser = await signedIn(start([featureOf({ look: acts(run, { kind: 'change' }) })]))
    await post(browser, 'odd/look')
    expect(names.toSorted()).toEqual([
      'actor',
      'askDeletion',
      'browser',
      'deleteUser',
      'endSessions',
      'exportUser',
      'facts',
      'inputs',
      'log',
      'mail',
      'now',
      'proof',
      'random',
      'records',
      'remember',
      'signIn',
      'site',
      'text',
      'user',
      'users',
    ])
  })
})

describe('An answer of an action', () => {
  test.each([
    ['nothing', 'page', undefined],
    ['a text', 'page', 'page'],
    ['JSON of a page', 'page', { json: {} }],
    ['a sign-in that goes on', 'page', { passed: ['otp'] }],
    ['a page of a machine', 'machine', { page: PAGE }],
    ['a machine that leads on', 'machine', { to: 'back' }],
    ['JSON that is no object', 'machine', { json: 'x' }],
    ['a status that there is not', 'machine', { json: {}, status: 99 }],
    ['an address of another site', 'change', { to: 'https://evil.example' }],
    ['a change in place of a page', 'change', { to: 'act' }],
    ['an error that is none', 'change', { refused: 'other' }],
    ['an error that objects have', 'change', { refused: 'constructor' }],
    ['a page to show again that is none', 'change', { refused: 'busy', page: 'act' }],
    ['a step where no sign-in waits', 'change', { passed: ['otp'] }],
    ['a page without a title', 'page', { page: { blocks: [] } }],
    ['a page without blocks', 'page', { page: { title: 'x' } }],
    ['a page whose lead is no text', 'page', { page: { ...PAGE, lead: 5 } }],
  ] as const)('that is %s is named in the log, and shown to nobody', async (_, kind, answer) => {
    const app = start([featureOf({ act: answers(answer, { kind }) })])
    const browser = await signedIn(app)
    const response =
      kind === 'page'
        ? await browser.open(`${BASE}/odd/act`, JSON_ONLY)
        : await post(browser, 'odd/act', {}, JSON_ONLY)
    expect(response.status).toBe(500)
    expect(app.errors.at(-1)).toMatchObject({
      type: 'InvalidConfiguration',
      message: containing('"odd/act"'),
    })
  })

  test.each([
    [{ kind: 'html', html: '<b>' }, 'a block of no kind'],
    [undefined, 'a block of no kind'],
    [{ kind: 'constructor' }, 'a block of no kind'],
    [{ kind: 'text', text: 5 }, '"text" of another form'],
    [{ kind: 'code' }, '"code" of another form'],
    [{ kind: 'codes', codes: 'x' }, '"codes" of another form'],
    [{ kind: 'qr', rows: [[1]], text: 'x' }, '"qr" of another form'],
    [{ kind: 'list', items: {} }, '"list" of another form'],
    [{ kind: 'list', items: [{}] }, 'an entry that is none'],
    [{ kind: 'list', items: [{ title: 'x', forms: [{}] }] }, 'no change of the feature'],
    [{ kind: 'link', page: '../signout', label: 'x' }, 'no page of the feature'],
    [{ kind: 'form', action: '../signout', submit: 'x' }, 'no change of the feature'],
    [{ kind: 'form', action: 'show', submit: 'x' }, 'no change of the feature'],
    [{ kind: 'form', action: 'act' }, 'the label of its button'],
    [
      { kind: 'form', action: 'act', submit: 'x', fields: [{ name: 'word' }] },
      'without name or label',
    ],
    [
      {
        kind: 'form',
        action: 'act',
        submit: 'x',
        fields: [{ name: 'word', label: 'x', type: 'file' }],
      },
      'of no type',
    ],
    [
      { kind: 'form', action: 'act', submit: 'x', hidden: { csrfToken: 'x' } },
      'its action does not take',
    ],
    [
      { kind: 'form', action: 'act', submit: 'x', fields: [{ name: 'other', label: 'x' }] },
      'its action does not take',
    ],
  ])('with the block %j is refused: %s', async (block, message) => {
    const act = answers({ to: 'back' }, { kind: 'change', inputs: { word: { kind: 'text' } } })
    const show = answers({ page: { title: 'x', blocks: [block] } })
    const app = start([featureOf({ act, show })])
    const response = await (await signedIn(app)).open(`${BASE}/odd/show`, JSON_ONLY)
    expect(response.status).toBe(500)
    expect(app.errors.at(-1)?.message).toContain(message)
  })

  test('that throws is logged with what was thrown, which nobody is shown', async () => {
    const act = acts(() => {
      throw new Error('the key is 1234')
    })
    const app = start([featureOf({ act })])
    const browser = await signedIn(app)
    const response = await browser.open(`${BASE}/odd/act`)
    expect([response.status, await response.text()]).toEqual([
      500,
      expect.not.stringContaining('1234'),
    ])
    expect(causeOf(app)).toContain('the key is 1234')
    expect(causeOf(app)).toContain('odd/act')
  })

  test('that refuses shows the page again, with the sentence above it and the status', async () => {
    const seen: unknown[] = []
    const form = {
      kind: 'form',
      action: 'act',
      submit: 'Go',
      fields: [{ name: 'word', label: 'Word' }],
    } as const
    const inputs = { word: { kind: 'text', optional: true } } as const
    const show = acts(
      ({ inputs: given }: { inputs: object }) => (
        seen.push(given),
        { page: { title: 'Form', blocks: [form] } }
      ),
      { inputs },
    )
    const act = answers({ refused: 'busy', page: 'show' }, { kind: 'change', inputs })
    const browser = await signedIn(start([featureOf({ act, show })]))
    const response = await post(browser, 'odd/act', { word: 'hello', other: 'x' })
    expect(response.status).toBe(429)
    const document = readDocument(await response.text())
    expect(find(document, 'div', 'error').map(visibleText)).toEqual(['Not now, .'])
    expect(find(document, 'form').map(({ attributes }) => attributes['action'])).toContain(
      `${BASE}/odd/act`,
    )
    expect(seen).toEqual([{ word: 'hello' }])
  })

  test('that refuses shows no page that its own request may not see', async () => {
    const inner = answers({ page: { title: 'Secret', blocks: [] } }, { session: 'fresh' })
    const act = answers({ refused: 'busy', page: 'inner' }, { kind: 'change' })
    const response = await post(await signedIn(start([featureOf({ act, inner })])), 'odd/act')
    expect(await response.text()).not.toContain('Secret')
    expect(readLocation(response).searchParams.get('error')).toBe('Configuration')
  })
})

describe('The sentences of a feature', () => {
  const ask = async (app: App, language: string): Promise<unknown> => {
    const browser = await signedIn(app)
    const headers = { ...JSON_ONLY, 'accept-language': language }
    return (await readJson(await browser.open(`${BASE}/notes/list`, headers)))['title']
  }

  test.each([
    ['de', 'Notizen von Ada Lovelace'],
    ['en', 'Notes of Ada Lovelace'],
    ['fr', 'Notes of Ada Lovelace'],
  ])('are in the language of the page, or its own: %s', async (language, title) => {
    expect(await ask(start([notesFeature()]), language)).toBe(title)
  })

  test.each([
    [
      'throws',
      async () => {
        throw new Error('no such file')
      },
      1,
    ],
    ['answers nothing', async () => undefined, 0],
    ['answers with a number', async () => ({ title: 5 }), 0],
    ['answers with null', async () => null, 0],
  ])('are its own where `translate` %s', async (_, translate, logged) => {
    const app = start([{ ...notesFeature(), translate: untyped(translate) }])
    expect(await ask(app, 'de')).toBe('Notes of Ada Lovelace')
    const named = app.errors.filter(({ message }) => message.includes('the feature "notes"'))
    expect(named).toHaveLength(Number(logged))
  })

  test('have values as they are, and no others', async () => {
    const run = ({ text }: { text: (name: string, values?: object) => string }): object => ({
      json: {
        one: text('sorry', { name: '{name} $& <b>' }),
        other: text('sorry', { constructor: 'x' }),
      },
    })
    const browser = await signedIn(start([featureOf({ act: acts(run, { kind: 'machine' }) })]))
    const response = await post(browser, 'odd/act')
    expect(await response.json()).toEqual({ one: 'Not now, {name} $& <b>.', other: 'Not now, .' })
  })
})

describe('A page of a feature', () => {
  const blocksWith = (text: string): readonly FeatureBlock[] => [
    { kind: 'text', text },
    { kind: 'code', text },
    { kind: 'codes', codes: [text] },
    { kind: 'qr', rows: [[true, false]], text },
    { kind: 'link', page: 'show', label: text },
    {
      kind: 'list',
      items: [
        {
          title: text,
          text,
          forms: [{ kind: 'form', action: 'act', hidden: { word: text }, submit: text }],
        },
      ],
    },
    {
      kind: 'form',
      action: 'act',
      submit: text,
      hidden: { more: text },
      fields: [
        { name: 'word', label: text, value: text, hint: text },
        { name: 'box', label: text, type: 'checkbox', hint: text },
      ],
    },
  ]
  const inputs = { word: { kind: 'text' }, more: { kind: 'text' }, box: { kind: 'bool' } } as const

  const shape = (html: string): readonly string[] =>
    readDocument(html).map(
      ({ name, attributes }) => `${name} ${Object.keys(attributes).toSorted().join(' ')}`,
    )

  async function show(text: string): Promise<string> {
    const feature = featureOf({
      act: answers({ to: 'back' }, { kind: 'change', inputs }),
      show: answers(
        { page: { title: text, lead: text, blocks: blocksWith(text) } },
        { session: 'none' },
      ),
    })
    return (await start([feature]).openBrowser().open(`${BASE}/odd/show`)).text()
  }

  test('has the same elements and attributes whatever the texts of its blocks', async () => {
    const plain = shape(await show('plain'))
    expect(plain.length).toBeGreaterThan(30)
    for (const text of XSS_CORPUS) expect(shape(await show(text)), text).toEqual(plain)
  }, 60_000)

  test('never sends back what was typed into a field for secrets', async () => {
    const types = ['password', 'new-password', 'code'] as const
    const fields = types.map((type, index) => ({
      name: ['word', 'more', 'box'][index] ?? '',
      label: type,
      type,
      value: 'canary',
    }))
    const form = { kind: 'form', action: 'act', submit: 'Go', fields }
    const feature = featureOf({
      act: answers({ to: 'back' }, { kind: 'change', inputs }),
      show: answers({ page: { title: 'x', blocks: [form] } }, { session: 'none' }),
    })
    const html = await (await start([feature]).openBrowser().open(`${BASE}/odd/show`)).text()
    expect(html).not.toContain('canary')
    expect(readForms(html).length).toBeGreaterThan(0)
  })
})

describe('A part of the account page', () => {
  const part = (show: () => unknown, name = 'odd'): AnyFeature =>
    featureOf(
      { act: answers({ to: 'back' }, { kind: 'change' }) },
      { name, account: { load: async () => ({ show: untyped(show) }) } },
    )

  test('is there for people and for scripts, in the order of names, and its forms lead back', async () => {
    const form = { kind: 'form', action: 'act', submit: 'Press' }
    const browser = await signedIn(
      start([part(() => [{ kind: 'text', text: 'Zoo' }], 'zoo'), part(() => [form])]),
    )
    const html = await (await browser.open(`${BASE}/account`)).text()
    expect(html).toContain('Zoo')
    const found = readForms(html).find(({ action }) => action === `${BASE}/odd/act`)
    expect(html.indexOf('Press')).toBeLessThan(html.indexOf('Zoo'))
    const response = await browser.submit(found?.action ?? '', found?.fields ?? {})
    expect(response.headers.get('location')).toBe(`${BASE}/account`)
    const script = await readJson(await browser.open(`${BASE}/account`, JSON_ONLY))
    expect(script['sections']).toEqual([
      { feature: 'odd', blocks: [form] },
      { feature: 'zoo', blocks: [{ kind: 'text', text: 'Zoo' }] },
    ])
  })

  test.each([
    [
      'throws',
      () => {
        throw new Error('the disk is full')
      },
    ],
    ['answers nothing', () => undefined],
    ['has a block of no kind', () => [{ kind: 'html' }]],
    ['leads elsewhere', () => [{ kind: 'form', action: '../signout', submit: 'x' }]],
  ])('that %s is left out and logged, and the others stay', async (_, show) => {
    const app = start([part(show), part(() => [{ kind: 'text', text: 'Zoo' }], 'zoo')])
    const browser = await signedIn(app)
    const response = await browser.open(`${BASE}/account`)
    expect([response.status, await response.text()]).toEqual([200, containing('Zoo')])
    const script = await browser.open(`${BASE}/account`, JSON_ONLY)
    expect(await script.json()).toMatchObject({ sections: [{ feature: 'zoo' }] })
    const named = app.errors.filter(({ message }) => message.includes('the feature "odd"'))
    expect(named).toHaveLength(2)
  })
})

describe.each(STRATEGIES)('The operations of a feature, with sessions by %s,', (strategy) => {
  const sessions = { session: { strategy, absoluteMaxAge: 36_000 } } as const

  const sourceOf = (browser: Browser): { readonly headers: Headers } => ({
    headers: new Headers({
      host: 'app.example',
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    }),
  })

  test('are for the user of the request, and those of the system name users', async () => {
    const feature = notesFeature()
    const app = start([feature], sessions)
    const source = sourceOf(await signedIn(app))
    await app.auth.feature(feature, source).add('milk')
    expect(await app.auth.feature(feature, source).count()).toBe(1)
    expect(await app.auth.system(feature).countOf(ADA.id)).toBe(1)
    expect(await app.auth.system(feature).countOf(PEOPLE.grace.id)).toBe(0)
  })

  test('need a session', async () => {
    const feature = notesFeature()
    const { auth } = start([feature], sessions)
    const nobody = { headers: new Headers({ host: 'app.example' }) }
    await expect(auth.feature(feature, nobody).count()).rejects.toMatchObject({
      type: 'SessionRequired',
    })
  })

  test('need the very feature of the configuration', async () => {
    const app = start([notesFeature()], sessions)
    const other = notesFeature()
    const source = sourceOf(await signedIn(app))
    await expect(app.auth.feature(other, source).count()).rejects.toMatchObject({
      type: 'InvalidConfiguration',
    })
    await expect(app.auth.system(quizFeature()).ask(ADA.id, 'x')).rejects.toMatchObject({
      type: 'InvalidConfiguration',
    })
  })

  test('throw what the feature throws, as it is', async () => {
    class Own extends Error {}
    const thrown = new Own('mine')
    const feature: Feature<{ fail(): never }, { fail(): never }> = {
      name: 'odd',
      operations: {
        fail: () => {
          throw thrown
        },
      },
      system: {
        fail: () => {
          throw thrown
        },
      },
    }
    const app = start([feature], sessions)
    const source = sourceOf(await signedIn(app))
    await expect(app.auth.feature(feature, source).fail()).rejects.toBe(thrown)
    await expect(app.auth.system(feature).fail()).rejects.toBe(thrown)
    expect(app.errors).toEqual([])
  })
})
