import type { AuthConfig } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import type { AnyFeature } from '@latchstring/core/features'
import { type App, BASE, createApp, ENV } from '@latchstring/test-kit/app'
import { containing } from '@latchstring/test-kit/matchers'
import { passwords } from '@latchstring/test-kit/people'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type GateStore, openGateStore } from './src/gate-world.ts'
import { notes, notesFeature } from './src/notes-feature.ts'
import { untyped } from './src/untyped.ts'

let store: GateStore

beforeEach(async () => {
  store = await openGateStore()
})

const PAGE = { title: 'Page', blocks: [] } as const

function start(features: readonly AnyFeature[], config: Partial<AuthConfig> = {}): App {
  const session = { strategy: 'database', absoluteMaxAge: 36_000 } as const
  return createApp(
    { providers: [passwords()], adapter: store.adapter, session, ...config, features },
    { env: ENV },
  )
}

describe('A feature that errs', () => {
  const load = async (): Promise<object> => ({ run: () => ({ page: PAGE }) })
  const page = { kind: 'page', load }
  // As a literal the linter takes it for a promise.
  const THEN = ['th', 'en'].join('')
  const table = { ...notes, name: 'auth_odd_notes' }

  test.each<[string, unknown, string]>([
    ['is no object', 'passwords', '`features` has a string without a name'],
    ['has no name', { actions: {} }, 'without a name'],
    ['has a name in capitals', { name: 'Odd' }, 'lower-case words'],
    ['has a long name', { name: 'x'.repeat(31) }, 'up to 30 characters'],
    ['has the name of an action', { name: 'signin' }, 'that of an action of the library'],
    ['has a part that there is not', { name: 'odd', hooks: {} }, '`hooks` is no part of a feature'],
    [
      'has a part that objects have',
      JSON.parse('{"name":"odd","constructor":{}}'),
      '`constructor` is no part',
    ],
    ['has tables that are no list', { name: 'odd', tables: {} }, '`tables` is'],
    ['has actions that are a list', { name: 'odd', actions: [] }, '`actions` is'],
    ['has a `translate` that is no function', { name: 'odd', translate: {} }, '`translate` is'],
    [
      'has a table of no form',
      { name: 'odd', tables: [{ name: 'auth_odd_x' }] },
      'a table is an object',
    ],
    [
      'has a table of another name',
      { name: 'odd', tables: [notes] },
      'has to begin with auth_odd_',
    ],
    ['has a table twice', { name: 'odd', tables: [table, { ...table }] }, 'twice'],
    [
      'has a table of the library',
      { name: 'sign-ins', tables: [{ ...table, name: 'auth_sign_ins_waiting' }] },
      'one of the library',
    ],
    [
      'has the table of names of passkeys',
      { name: 'passkeys', tables: [{ ...table, name: 'auth_passkeys_names' }] },
      'one of the library',
    ],
    [
      'has a word in capitals',
      { name: 'odd', actions: { Show: page } },
      '"Show" cannot be the word',
    ],
    [
      'has an action that is none',
      { name: 'odd', actions: { show: null } },
      '"show" is of no kind',
    ],
    [
      'has an action of no kind',
      { name: 'odd', actions: { show: { ...page, kind: 'hook' } } },
      'of no kind that there is',
    ],
    [
      'has an action of a kind that objects have',
      { name: 'odd', actions: { show: { ...page, kind: 'toString' } } },
      'of no kind that there is',
    ],
    [
      'has an action without a function',
      { name: 'odd', actions: { show: { kind: 'page' } } },
      'has no `load`',
    ],
    [
      'misspells a part of an action',
      { name: 'odd', actions: { show: { ...page, sesion: 'fresh' } } },
      '`sesion` is no part of an action',
    ],
    [
      'has a session that there is not',
      { name: 'odd', actions: { show: { ...page, session: 'any' } } },
      'cannot have the session "any"',
    ],
    [
      'has a machine with a session',
      { name: 'odd', actions: { show: { kind: 'machine', session: 'fresh', load } } },
      'cannot have the session "fresh"',
    ],
    [
      'has a step of no waiting sign-in',
      { name: 'odd', actions: { show: { ...page, step: 'show' } } },
      '`step` without the session "pending"',
    ],
    [
      'has a step that is no page',
      { name: 'odd', actions: { say: { kind: 'change', session: 'pending', load } } },
      'which is no page',
    ],
    [
      'has inputs that are no object',
      { name: 'odd', actions: { show: { ...page, inputs: [] } } },
      '`inputs` is no object, in its action "show"',
    ],
    [
      'takes the token',
      { name: 'odd', actions: { show: { ...page, inputs: { csrfToken: { kind: 'text' } } } } },
      '"csrfToken" cannot be',
    ],
    [
      'takes the target',
      { name: 'odd', actions: { show: { ...page, inputs: { callbackUrl: { kind: 'text' } } } } },
      '"callbackUrl" cannot be',
    ],
    [
      'has an input of no kind',
      { name: 'odd', actions: { show: { ...page, inputs: { x: { kind: 'file' } } } } },
      'of no kind that there is',
    ],
    [
      'has an input without an end',
      {
        name: 'odd',
        actions: { show: { ...page, inputs: { x: { kind: 'text', max: Infinity } } } },
      },
      'from 1 to 10000',
    ],
    ['has an empty text', { name: 'odd', texts: { a: '' } }, 'is empty or no text'],
    [
      'has an error without a sentence',
      { name: 'odd', errors: { busy: { status: 400, text: 'sorry' } } },
      'has no sentence',
    ],
    [
      'has an error with the status of success',
      { name: 'odd', texts: { a: 'a' }, errors: { busy: { status: 200, text: 'a' } } },
      'from 400 to 499',
    ],
    [
      'has an error of no name',
      { name: 'odd', texts: { a: 'a' }, errors: { 'a b': { status: 400, text: 'a' } } },
      'cannot be the name of an error',
    ],
    ['has a gate of no phase', { name: 'odd', gate: { load } }, 'may or assure'],
    [
      'has a gate without a function',
      { name: 'odd', gate: { phase: 'may' } },
      'its `gate` has no `load`',
    ],
    ...['', 'a', 'x'.repeat(17), 'a b', 'schlüssel', 'a=', 'a:b', 5].map(
      (prefix): [string, unknown, string] => [
        `has the prefix ${JSON.stringify(prefix)}`,
        { name: 'odd', principal: { prefix, load } },
        'the prefix of its `principal` has to be 2 to 16 letters',
      ],
    ),
    [
      'has a reader without a function',
      { name: 'odd', principal: { prefix: 'odd_' } },
      'its `principal` has no `load`',
    ],
    ...['', 'Odd', 'a/b', '..', 'a.', '.a', 'a_b', '%61', 'x'.repeat(61)].map(
      (name): [string, unknown, string] => [
        `has the well-known address ${JSON.stringify(name)}`,
        { name: 'odd', wellKnown: { [name]: { load } } },
        `"${name}" cannot be a name below /.well-known/`,
      ],
    ),
    [
      'has a well-known address without a function',
      { name: 'odd', wellKnown: { odd: null } },
      'its well-known address "odd" has no `load`',
    ],
    [
      'has an account without a function',
      { name: 'odd', account: {} },
      'its `account` has no `load`',
    ],
    [
      'has an operation that is none',
      { name: 'odd', operations: { add: 5 } },
      '"add" is no function',
    ],
    [
      'hides such an operation behind one of the system',
      { name: 'odd', operations: { add: 5 }, system: { add: load } },
      '"add" is no function',
    ],
    [
      'has an operation `then`',
      { name: 'odd', system: Object.fromEntries([[THEN, load]]) },
      '"then" cannot be',
    ],
  ])('%s is named at the start', async (_, feature, message) => {
    const app = start([untyped(feature)])
    const response = await app.openBrowser().open(`${BASE}/session`)
    expect(response.status).not.toBe(200)
    expect(app.errors.at(-1)).toMatchObject({
      type: 'InvalidConfiguration',
      message: containing(message),
    })
  })

  const withoutRecords = (): Adapter => {
    const { records: _, capabilities: __, ...adapter } = store.adapter
    return adapter
  }

  test.each<[string, () => App, string]>([
    ['are no list', () => start(untyped({})), 'has to be a list'],
    ['have one twice', () => start([notesFeature(), notesFeature()]), '"notes" is there twice'],
    [
      'share a table',
      () =>
        start([
          { name: 'odd', tables: [{ ...table, name: 'auth_odd_one_x' }] },
          { name: 'odd-one', tables: [{ ...table, name: 'auth_odd_one_x' }] },
        ]),
      'Two features have the table',
    ],
    ...[
      ['acme_', 'acme_'],
      ['acme_', 'acme_key_'],
      ['acme_key_', 'acme_'],
    ].map(([one = '', other = '']): [string, () => App, string] => [
      `have the prefixes ${one} and ${other}`,
      () =>
        start([
          { name: 'one', principal: { prefix: one, load: untyped(load) } },
          { name: 'other', principal: { prefix: other, load: untyped(load) } },
        ]),
      `The prefix "${one}" of the feature "one" and "${other}" of "other" could both`,
    ]),
    [
      'have one well-known address',
      () =>
        start([
          { name: 'one', wellKnown: { doc: { load: untyped(load) } } },
          { name: 'other', wellKnown: { doc: { load: untyped(load) } } },
        ]),
      'The features "one" and "other" both have the address /.well-known/doc',
    ],
    [
      'keep rows without a store',
      () => start([notesFeature()], { adapter: withoutRecords() }),
      'keeps rows in a store',
    ],
    [
      'keep rows where the store has no place',
      () =>
        start([notesFeature()], {
          adapter: untyped({
            ...store.adapter,
            records: { ...store.adapter.records, keeps: () => false },
          }),
        }),
      'has no place for them',
    ],
  ])('is named where they %s', async (__, make, message) => {
    const app = make()
    expect((await app.openBrowser().open(`${BASE}/session`)).status).not.toBe(200)
    expect(app.errors.at(-1)).toMatchObject({
      type: 'InvalidConfiguration',
      message: containing(message),
    })
  })

  test('is named where the configuration function returns it', async () => {
    const lines: string[] = []
    vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(String(line)))
    const app = createApp({ providers: [passwords()], features: [] }, { env: ENV }, 'each time')
    const response = await app.openBrowser().open(`${BASE}/session`)
    expect(response.status).not.toBe(200)
    expect(lines.join()).toContain('The configuration function returned `features`')
  })
})
