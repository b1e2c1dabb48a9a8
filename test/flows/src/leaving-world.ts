import type { AuthConfig } from '@latchstring/core'
import { type Adapter, recordTables } from '@latchstring/core/adapters'
import type { Feature, FeatureUser } from '@latchstring/core/features'
import { type App, BASE, createApp, ENV, type Strategy } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { passwords, storePeople } from '@latchstring/test-kit/people'
import { startClock, type TestClock } from '@latchstring/test-kit/test-clock'
import {
  leaving,
  type LeavingOperations,
  type LeavingOptions,
  leavingRequests,
  type LeavingSystem,
} from '../../../packages/leaving/src/index.ts'

/** What another feature keeps, some of it secret. */
export const ledgerEntries = {
  name: 'auth_ledger_entries',
  fields: {
    userId: { kind: 'id' },
    id: { kind: 'id' },
    note: { kind: 'text', personal: true },
    writtenAt: { kind: 'time', personal: true },
    tags: { kind: 'json', personal: true },
    internal: { kind: 'text' },
    sealed: { kind: 'text', secret: 'sealed', nullable: true },
    digest: { kind: 'text', secret: 'hash' },
  },
  key: ['userId', 'id'],
  owner: 'userId',
} as const

interface LedgerSystem {
  write(userId: string, values: { readonly note: string; readonly secret: string }): Promise<string>
}

/** Says whether a user owes something, and may not leave. */
export interface Debts {
  owes: boolean
}

/** A feature that keeps rows, and lets users go who owe nothing. */
export const ledgerFeature = (debts: Debts): Feature<object, LedgerSystem> => ({
  name: 'ledger',
  tables: [ledgerEntries],
  texts: { owes: 'Pay your last invoice first.' },
  errors: { owes: { status: 409, text: 'owes' } },
  points: {
    deleting: {
      load: async () => ({ run: () => (debts.owes ? { refused: 'owes' } : 'pass') }),
    },
  },
  system: {
    async write({ records, now, random }, userId, { note, secret }) {
      const id = random(16)
      await records.insert(ledgerEntries, {
        userId,
        id,
        note,
        writtenAt: now(),
        tags: ['a'],
        internal: secret,
        digest: secret,
        sealed: secret,
      })
      return id
    },
  },
})

/** The tables of an application with both features. */
export const LEAVING_TABLES = [...recordTables, leavingRequests, ledgerEntries] as const

/** A store, opened for a test. */
export interface LeavingStore {
  readonly adapter: Adapter
  close(): Promise<unknown>
}

/** One process of the application. */
export interface Instance extends App {
  readonly leave: Feature<LeavingOperations, LeavingSystem>
  readonly ledger: Feature<object, LedgerSystem>
}

/** Applications over one store. */
export interface LeavingWorld {
  readonly clock: TestClock
  readonly debts: Debts
  /** Users whom the application was asked to erase, in order. */
  readonly erased: FeatureUser[]
  /** What fails with the next calls: the tables of the application, or the deletion of the user. */
  readonly failing: { application: boolean; store: boolean }
  readonly adapter: Adapter
  start(options?: LeavingOptions, config?: Partial<AuthConfig>): Instance
}

/** Opens a world in which Ada and Grace are. */
export async function openLeavingWorld(
  strategy: Strategy,
  { adapter: own }: LeavingStore,
): Promise<LeavingWorld> {
  await storePeople(own, new Date(0))
  const clock = startClock(Date.now())
  const debts: Debts = { owes: false }
  const erased: FeatureUser[] = []
  const failing: LeavingWorld['failing'] = { application: false, store: false }
  const adapter: Adapter = {
    ...own,
    async deleteUser(id) {
      if (failing.store) throw new Error('The connection was closed.')
      return own.deleteUser?.(id)
    },
  }
  const also = {
    export: (user: FeatureUser) => ({ orders: [`order of ${user.id}`] }),
    async erase(user: FeatureUser) {
      if (failing.application) throw new Error('The table of orders is locked.')
      await Promise.resolve()
      erased.push(user)
    },
  }
  const start: LeavingWorld['start'] = (options = {}, config = {}) => {
    const leave = leaving({ also, ...options })
    const ledger = ledgerFeature(debts)
    const app = createApp(
      {
        providers: [passwords()],
        adapter,
        account: { page: true },
        session: {
          strategy,
          absoluteMaxAge: 36_000,
          devices: true,
          revocation: strategy === 'jwt',
        },
        features: [leave, ledger],
        ...config,
      },
      { env: ENV, clock: clock.now },
    )
    return { ...app, leave, ledger }
  }
  return { clock, debts, erased, failing, adapter, start }
}

/** Posts to an action of the feature. */
export async function post(
  browser: Browser,
  word: string,
  fields: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const csrfToken = await browser.csrf(BASE)
  return browser.submit(`${BASE}/leaving/${word}`, { csrfToken, ...fields }, headers)
}
