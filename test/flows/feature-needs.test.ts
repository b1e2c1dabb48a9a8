import type { AuthConfig } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import type { AnyFeature } from '@latchstring/core/features'
import { type App, BASE, createApp, ENV } from '@latchstring/test-kit/app'
import { withoutRecords } from '@latchstring/test-kit/faulty-adapter'
import { containing } from '@latchstring/test-kit/matchers'
import { passwords } from '@latchstring/test-kit/people'
import { beforeEach, describe, expect, test } from 'vitest'
import { type GateStore, openGateStore } from './src/gate-world.ts'
import { createLetterBox } from './src/letters.ts'
import { untyped } from './src/untyped.ts'
import { vaultFeature } from './src/vault-feature.ts'

let store: GateStore

beforeEach(async () => {
  store = await openGateStore()
})

function start(features: readonly AnyFeature[], config: Partial<AuthConfig> = {}): App {
  const session = { strategy: 'database', absoluteMaxAge: 36_000 } as const
  return createApp(
    { providers: [passwords()], adapter: store.adapter, session, ...config, features },
    { env: ENV },
  )
}

async function expectRefused(app: App, message: string): Promise<void> {
  expect((await app.openBrowser().open(`${BASE}/session`)).status).not.toBe(200)
  expect(app.errors.at(-1)).toMatchObject({
    type: 'InvalidConfiguration',
    message: containing(message),
  })
}

const load = async (): Promise<object> => ({ run: () => ({ json: {} }) })

/** A feature with a budget, and an action that spends some. */
const spending = (budget: unknown, action: object = {}): unknown => ({
  name: 'odd',
  budgets: { tries: budget },
  actions: { go: { kind: 'change', load, budgets: ['tries'], ...action } },
})

const TRIES = { limit: 3, window: 60, by: 'user' } as const

describe('A feature is named at the start', () => {
  test.each<[string, unknown, string]>([
    ['has budgets that are no object', { name: 'odd', budgets: [] }, '`budgets` is'],
    ['has a budget of no name', { name: 'odd', budgets: { 'a-b': TRIES } }, 'name of a budget'],
    ['has a budget without a limit', spending({ window: 60, by: 'user' }), 'the limit of'],
    ['has a budget of half a try', spending({ ...TRIES, limit: 0.5 }), 'the limit of'],
    ['has a budget without an end', spending({ ...TRIES, window: Infinity }), 'the window of'],
    ['has a budget of no one', spending({ limit: 3, window: 60 }), 'has to say `by`'],
    ['misspells a part of a budget', spending({ ...TRIES, points: 3 }), '`points` is no part'],
    ['has a budget by what is no input', spending({ ...TRIES, by: 'email' }), 'none of its inputs'],
    [
      'has a budget by what objects have',
      spending({ ...TRIES, by: 'toString' }),
      'none of its inputs',
    ],
    ['has a budget of users without one', spending(TRIES, { session: 'none' }), 'has none'],
    ['has a budget of users for programs', spending(TRIES, { kind: 'machine' }), 'has none'],
    [
      'spends a budget that there is not',
      spending(TRIES, { budgets: ['trys'] }),
      'none of its budgets',
    ],
    ['spends a budget twice', spending(TRIES, { budgets: ['tries', 'tries'] }), 'twice'],
    ['spends budgets that are no list', spending(TRIES, { budgets: 'tries' }), 'is no list'],
    ['has a budget that no action spends', { name: 'odd', budgets: { tries: TRIES } }, 'no action'],
    ['has a point that there is not', { name: 'odd', points: { created: { load } } }, 'no point'],
    ['has a point without a function', { name: 'odd', points: { ending: {} } }, 'has no `load`'],
    ['needs what is no word', { name: 'odd', needs: [5] }, 'no word'],
    ['needs itself', { name: 'odd', needs: ['odd'] }, 'needs itself'],
    ['has the name of what others need', { name: 'mail' }, 'what others need'],
    ['has needs that are no list', { name: 'odd', needs: 'mail' }, '`needs` is'],
  ])('that %s', async (_, feature, message) => {
    await expectRefused(start([untyped(feature)]), message)
  })

  test.each<[string, () => App, string]>([
    [
      'mail, where no provider sends it',
      () => start([{ name: 'odd', needs: ['mail'] }]),
      'needs an email provider. Add one to `providers`',
    ],
    [
      'records, which the store does not have',
      () =>
        start([{ name: 'odd', needs: ['records'] }], { adapter: withoutRecords(store.adapter) }),
      'Set an `adapter` that has `records`',
    ],
    [
      'endings, which sealed sessions do not have',
      () => start([{ name: 'odd', needs: ['endings'] }], { session: { strategy: 'jwt' } }),
      'needs a way to end the sessions of a user. Set `session.revocation`',
    ],
    [
      'endings, which the store does not have',
      () => {
        const methods = Object.entries(store.adapter)
        const adapter: Adapter = Object.fromEntries(
          methods.filter(([name]) => name !== 'deleteSessionsByUserId'),
        )
        return start([{ name: 'odd', needs: ['endings'] }], { adapter })
      },
      'Set an `adapter` that has `deleteSessionsByUserId`',
    ],
    [
      'another feature, which is not there',
      () => start([{ name: 'odd', needs: ['vault'] }]),
      'needs the feature "vault". Name it in `features` as well',
    ],
    [
      'to keep tokens, which another does',
      () => start([vaultFeature(), { ...vaultFeature(), name: 'odd', tables: [] }]),
      '"odd" and "vault" both have the point `tokens`',
    ],
  ])('that needs %s', async (_, make, message) => {
    await expectRefused(make(), message)
  })
})

test('A feature has what it needs, in any order', async () => {
  const needy: AnyFeature = { name: 'a', needs: ['mail', 'records', 'endings', 'vault'] }
  const providers = [passwords(), createLetterBox().provider]
  for (const features of [
    [needy, vaultFeature()],
    [vaultFeature(), needy],
  ]) {
    const response = await start(features, { providers }).openBrowser().open(`${BASE}/session`)
    expect(response.status).toBe(200)
  }
})
