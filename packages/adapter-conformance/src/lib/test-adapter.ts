import type { Adapter } from '@latchstring/core/adapters'
import { accountUpdateCases } from './cases/account-updates.ts'
import { webauthnCases } from './cases/authenticators.ts'
import { declarationCases } from './cases/declarations.ts'
import { sessionKeptCases, sessionTtlCases, tokenKeptCases, tokenTtlCases } from './cases/expiry.ts'
import { expiredRevocationCases, revocationCases } from './cases/revocation.ts'
import { compareAndSetCases, sessionCases } from './cases/sessions.ts'
import { transactionCases } from './cases/transactions.ts'
import { concurrentSessionCases, uniqueConstraintCases } from './cases/unique-constraints.ts'
import { userCases } from './cases/users.ts'
import { atomicConsumeCases, verificationTokenCases } from './cases/verification-tokens.ts'
import {
  asFull,
  type Case,
  type ConformanceCapabilities,
  type Subject,
  type TestAdapterOptions,
} from './options.ts'

interface Group {
  readonly name: string
  readonly cases: readonly Case[]
  readonly applies: boolean
}

function groups(capabilities: ConformanceCapabilities): readonly Group[] {
  const can = (...needed: (keyof ConformanceCapabilities)[]): boolean =>
    needed.every((capability) => capabilities[capability] === true)
  return [
    { name: 'declarations', cases: declarationCases(capabilities), applies: true },
    { name: 'users and accounts', cases: userCases, applies: true },
    { name: 'unique constraints', cases: uniqueConstraintCases, applies: can('uniqueConstraints') },
    {
      name: 'concurrent sign-ins',
      cases: concurrentSessionCases,
      applies: can('uniqueConstraints', 'sessions'),
    },
    { name: 'sessions', cases: sessionCases, applies: can('sessions') },
    {
      name: 'compare and set',
      cases: compareAndSetCases,
      applies: can('sessions', 'compareAndSet'),
    },
    {
      name: 'expired sessions',
      cases: can('ttl') ? sessionTtlCases : sessionKeptCases,
      applies: can('sessions'),
    },
    { name: 'revocation', cases: revocationCases, applies: can('sessions', 'revocation') },
    {
      name: 'revocation of expired sessions',
      cases: expiredRevocationCases,
      applies: can('sessions', 'revocation') && !can('ttl'),
    },
    { name: 'account updates', cases: accountUpdateCases, applies: can('accountUpdates') },
    {
      name: 'verification tokens',
      cases: verificationTokenCases,
      applies: can('verificationTokens'),
    },
    {
      name: 'atomic consume',
      cases: atomicConsumeCases,
      applies: can('verificationTokens', 'atomicConsume'),
    },
    {
      name: 'expired verification tokens',
      cases: can('ttl') ? tokenTtlCases : tokenKeptCases,
      applies: can('verificationTokens'),
    },
    { name: 'transactions', cases: transactionCases, applies: can('transactions') },
    { name: 'webauthn', cases: webauthnCases, applies: can('webauthn') },
  ]
}

/** A time the store can keep: rounded down to its precision. */
const rounded =
  (precision: number) =>
  (offset: number): Date =>
    new Date(Math.floor((Date.now() + offset) / precision) * precision)

/**
 * Defines the tests every storage adapter passes, with the runner given.
 *
 * @param options - the adapter, what it can do, and the runner
 *
 * @example
 * ```ts
 * import * as runner from 'node:test'
 * import { testAdapter } from '@latchstring/adapter-conformance'
 * import { openSqlAdapter } from '@latchstring/adapter-sql'
 *
 * testAdapter({
 *   name: 'SQLite in memory',
 *   async create() {
 *     const adapter = openSqlAdapter(':memory:')
 *     await adapter.migrate()
 *     return adapter
 *   },
 *   destroy: (adapter) => adapter.close(),
 *   capabilities: {
 *     sessions: true,
 *     verificationTokens: true,
 *     webauthn: true,
 *     atomicConsume: true,
 *     transactions: true,
 *     uniqueConstraints: true,
 *     compareAndSet: true,
 *   },
 *   runner,
 * })
 * ```
 */
export function testAdapter<T extends Adapter>(options: TestAdapterOptions<T>): void {
  const { name, create, destroy, capabilities, runner, datePrecision = 1, ids = 'text' } = options
  let created: Promise<T> | undefined
  const subject = async (): Promise<Subject> => {
    created ??= (async () => create())()
    const adapter = await created
    return { adapter: asFull(adapter), capabilities, at: rounded(datePrecision), ids }
  }

  runner.describe(name, () => {
    const after = runner.afterAll ?? runner.after
    after?.(async () => {
      if (created !== undefined) await destroy?.(await created)
    })
    for (const group of groups(capabilities)) {
      if (!group.applies) continue
      runner.describe(group.name, () => {
        for (const { name: test, run } of group.cases) {
          runner.it(test, async () => {
            await run(await subject())
          })
        }
      })
    }
  })
}
