import { accountUpdateCases } from './cases/account-updates.ts'
import { webauthnCases } from './cases/authenticators.ts'
import {
  coreExtensionCases,
  coreMailCases,
  coreRaceCases,
  deletionRaceCases,
} from './cases/core-concurrency.ts'
import { coreFaultCases, coreMailFaultCases, coreSessionFaultCases } from './cases/core-faults.ts'
import { declarationGroups } from './cases/declarations.ts'
import { sessionKeptCases, sessionTtlCases, tokenKeptCases, tokenTtlCases } from './cases/expiry.ts'
import { idCases, sessionTokenCases } from './cases/ids.ts'
import { customMemberCases, unknownMemberCases } from './cases/members.ts'
import { queryCases } from './cases/queries.ts'
import { expiredRevocationCases, revocationCases } from './cases/revocation.ts'
import { compareAndSetCases, sessionCases } from './cases/sessions.ts'
import { transactionCases } from './cases/transactions.ts'
import {
  concurrentSessionCases,
  concurrentUpdateCases,
  uniqueConstraintCases,
} from './cases/unique-constraints.ts'
import { userCases } from './cases/users.ts'
import { sessionValueCases, valueCases } from './cases/values.ts'
import { atomicConsumeCases, verificationTokenCases } from './cases/verification-tokens.ts'
import type { Adapter } from '@latchstring/core/adapters'
import type { Case, ConformanceCapabilities, TestAdapterOptions } from './options.ts'
import type { Topic } from './report.ts'

/** Tests that belong together. */
export interface Group {
  readonly name: string
  /** The capability they are about. */
  readonly topic: Topic
  readonly cases: readonly Case[]
}

interface Conditional extends Group {
  readonly needs: readonly (keyof ConformanceCapabilities)[]
  readonly without?: keyof ConformanceCapabilities
}

const group = (
  name: string,
  topic: Topic,
  cases: readonly Case[],
  needs: Conditional['needs'] = [],
): Conditional => ({
  name,
  topic,
  cases,
  needs: topic === 'base' ? needs : [topic, ...needs],
})

const GROUPS: readonly Conditional[] = [
  group('users and accounts', 'base', userCases),
  group('ids', 'base', idCases),
  group('ids', 'sessions', sessionTokenCases),
  group('values', 'base', valueCases),
  group('values', 'sessions', sessionValueCases),
  group('unique constraints', 'uniqueConstraints', uniqueConstraintCases),
  group('concurrent updates', 'uniqueConstraints', concurrentUpdateCases),
  group('concurrent sign-ins', 'uniqueConstraints', concurrentSessionCases, ['sessions']),
  group('sessions', 'sessions', sessionCases),
  group('compare and set', 'compareAndSet', compareAndSetCases, ['sessions']),
  group('expired sessions', 'ttl', sessionTtlCases, ['sessions']),
  { ...group('expired sessions', 'sessions', sessionKeptCases), without: 'ttl' },
  group('revocation', 'revocation', revocationCases, ['sessions']),
  {
    ...group('revocation of expired sessions', 'revocation', expiredRevocationCases, ['sessions']),
    without: 'ttl',
  },
  group('account updates', 'accountUpdates', accountUpdateCases),
  group('verification tokens', 'verificationTokens', verificationTokenCases),
  group('atomic consume', 'atomicConsume', atomicConsumeCases, ['verificationTokens']),
  group('expired verification tokens', 'ttl', tokenTtlCases, ['verificationTokens']),
  {
    ...group('expired verification tokens', 'verificationTokens', tokenKeptCases),
    without: 'ttl',
  },
  group('transactions', 'transactions', transactionCases),
  group('webauthn', 'webauthn', webauthnCases),
  group('deletion during sign-ins', 'uniqueConstraints', deletionRaceCases, ['sessions']),
  group('concurrency through the core', 'uniqueConstraints', coreRaceCases),
  group('concurrency through the core', 'compareAndSet', coreExtensionCases, ['sessions']),
  group('concurrency through the core', 'atomicConsume', coreMailCases, ['verificationTokens']),
  group('faults through the core', 'base', coreFaultCases),
  group('faults through the core', 'verificationTokens', coreMailFaultCases),
  group('faults through the core', 'sessions', coreSessionFaultCases),
]

/** The tests that an adapter with these capabilities, and custom members or not, has to pass. */
export function groupsFor({
  capabilities,
  userFields,
  report,
}: Pick<TestAdapterOptions<Adapter>, 'capabilities' | 'userFields' | 'report'>): readonly Group[] {
  const applies = ({ needs, without }: Conditional): boolean =>
    needs.every((capability) => capabilities[capability] === true) &&
    (without === undefined || capabilities[without] !== true)
  return [
    ...declarationGroups(capabilities),
    ...GROUPS.filter(applies),
    group('further members', 'base', unknownMemberCases),
    ...(userFields === undefined ? [] : [group('custom members', 'base', customMemberCases)]),
    ...(report?.countQueries === undefined ? [] : [group('queries', 'base', queryCases)]),
  ]
}
