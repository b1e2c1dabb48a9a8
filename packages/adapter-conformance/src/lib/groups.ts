import { accountUpdateCases } from './cases/account-updates.ts'
import { webauthnCases } from './cases/authenticators.ts'
import { declarationGroups } from './cases/declarations.ts'
import { sessionKeptCases, sessionTtlCases, tokenKeptCases, tokenTtlCases } from './cases/expiry.ts'
import { idCases, sessionTokenCases } from './cases/ids.ts'
import { customMemberCases, unknownMemberCases } from './cases/members.ts'
import { expiredRevocationCases, revocationCases } from './cases/revocation.ts'
import { compareAndSetCases, sessionCases } from './cases/sessions.ts'
import { transactionCases } from './cases/transactions.ts'
import { concurrentSessionCases, uniqueConstraintCases } from './cases/unique-constraints.ts'
import { userCases } from './cases/users.ts'
import { sessionValueCases, valueCases } from './cases/values.ts'
import { atomicConsumeCases, verificationTokenCases } from './cases/verification-tokens.ts'
import type { Case, ConformanceCapabilities, Subject } from './options.ts'
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
]

/** The tests that an adapter with these capabilities, and custom members or not, has to pass. */
export function groupsFor({
  capabilities,
  userFields,
}: Pick<Subject, 'capabilities'> & Partial<Pick<Subject, 'userFields'>>): readonly Group[] {
  const applies = ({ needs, without }: Conditional): boolean =>
    needs.every((capability) => capabilities[capability] === true) &&
    (without === undefined || capabilities[without] !== true)
  return [
    ...declarationGroups(capabilities),
    ...GROUPS.filter(applies),
    group('further members', 'base', unknownMemberCases),
    ...(userFields === undefined ? [] : [group('custom members', 'base', customMemberCases)]),
  ]
}
