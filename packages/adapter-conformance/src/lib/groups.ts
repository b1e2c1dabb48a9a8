import {
  authenticatorDeletionCases,
  authenticatorDeletionLookAlikeCases,
  authenticatorDeletionRaceCases,
} from './cases/authenticator-deletion.ts'
import { accountUpdateCases } from './cases/account-updates.ts'
import { absentCases, absentSessionCases } from './cases/absent.ts'
import { authenticatorUseCases, webauthnCases } from './cases/authenticators.ts'
import {
  accountBystanderCases,
  authenticatorBystanderCases,
  bystanderCases,
  compareAndSetBystanderCases,
  revocationBystanderCases,
  sessionBystanderCases,
} from './cases/bystanders.ts'
import {
  coreExtensionCases,
  coreMailCases,
  coreCrowdCases,
  coreRaceCases,
  coreTransactionCases,
  deletionRaceCases,
} from './cases/core-concurrency.ts'
import { coreFaultCases, coreMailFaultCases, coreSessionFaultCases } from './cases/core-faults.ts'
import { counterCases } from './cases/counters.ts'
import { declarationGroups } from './cases/declarations.ts'
import { detachedCases } from './cases/detached.ts'
import { sessionKeptCases, sessionTtlCases, tokenKeptCases, tokenTtlCases } from './cases/expiry.ts'
import { compareAndSetRaceCases, updateRaceCases } from './cases/extension-races.ts'
import { idCases, sessionTokenCases } from './cases/ids.ts'
import {
  accountCaseCases,
  accountUpdateCaseCases,
  compareAndSetCaseCases,
  credentialCaseCases,
  revocationCaseCases,
  sessionCaseCases,
  tokenCaseCases,
} from './cases/letter-case.ts'
import {
  compareAndSetLookAlikeCases,
  revocationLookAlikeCases,
  sessionLookAlikeCases,
  tokenLookAlikeCases,
  webauthnLookAlikeCases,
} from './cases/look-alike-tokens.ts'
import { accountLookAlikeCases, lookAlikeCases } from './cases/look-alikes.ts'
import {
  manyAccountCases,
  manyAuthenticatorCases,
  manyListedAccountCases,
  manyRevocationCases,
  manySessionCases,
} from './cases/limits.ts'
import {
  customMemberCases,
  unknownAccountMemberCases,
  unknownMemberCases,
} from './cases/members.ts'
import { queryCases } from './cases/queries.ts'
import { recordRaceCases } from './cases/record-races.ts'
import { recordCases } from './cases/records.ts'
import { revocationFeedCases, revocationTransactionCases } from './cases/revocation-feed.ts'
import { revocationLookUpCases } from './cases/revocation-look-ups.ts'
import { expiredRevocationCases, revocationCases } from './cases/revocation.ts'
import { compareAndSetCases, sessionCases } from './cases/sessions.ts'
import { sessionShapeCases, shapeCases, tokenShapeCases } from './cases/shapes.ts'
import { transactionCases } from './cases/transactions.ts'
import {
  concurrentSessionCases,
  concurrentUpdateCases,
  uniqueConstraintCases,
} from './cases/unique-constraints.ts'
import { userCases } from './cases/users.ts'
import { sessionValueCases, valueCases } from './cases/values.ts'
import { tokenReadCases, tokenReadKeptCases, tokenReadLookAlikeCases } from './cases/token-reads.ts'
import {
  atomicConsumeCases,
  uniqueTokenCases,
  verificationTokenCases,
} from './cases/verification-tokens.ts'
import type { Adapter } from '@latchstring/core/adapters'
import type { ConformanceCapabilities, Topic } from './capabilities.ts'
import type { Case, Group, TestAdapterOptions } from './options.ts'

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
  group('letter case', 'base', accountCaseCases),
  group('letter case', 'accountUpdates', accountUpdateCaseCases),
  group('letter case', 'sessions', sessionCaseCases),
  group('letter case', 'compareAndSet', compareAndSetCaseCases, ['sessions']),
  group('letter case', 'revocation', revocationCaseCases, ['sessions']),
  group('letter case', 'verificationTokens', tokenCaseCases),
  group('letter case', 'webauthn', credentialCaseCases),
  group('look-alikes', 'base', lookAlikeCases),
  group('look-alikes', 'accountUpdates', accountLookAlikeCases),
  group('look-alikes', 'sessions', sessionLookAlikeCases),
  group('look-alikes', 'compareAndSet', compareAndSetLookAlikeCases, ['sessions']),
  group('look-alikes', 'revocation', revocationLookAlikeCases, ['sessions']),
  group('look-alikes', 'verificationTokens', tokenLookAlikeCases),
  group('look-alikes', 'tokenReads', tokenReadLookAlikeCases, ['verificationTokens']),
  group('look-alikes', 'webauthn', webauthnLookAlikeCases),
  group('look-alikes', 'authenticatorDeletion', authenticatorDeletionLookAlikeCases, ['webauthn']),
  group('values', 'base', valueCases),
  group('values', 'sessions', sessionValueCases),
  group('shapes', 'base', shapeCases),
  group('shapes', 'sessions', sessionShapeCases),
  group('shapes', 'verificationTokens', tokenShapeCases),
  group('calls', 'base', detachedCases),
  group('what is not there', 'base', absentCases),
  group('what is not there', 'sessions', absentSessionCases),
  group('bystanders', 'base', bystanderCases),
  group('bystanders', 'sessions', sessionBystanderCases),
  group('bystanders', 'compareAndSet', compareAndSetBystanderCases, ['sessions']),
  group('bystanders', 'revocation', revocationBystanderCases, ['sessions']),
  group('bystanders', 'accountUpdates', accountBystanderCases),
  group('bystanders', 'webauthn', authenticatorBystanderCases),
  group('many', 'base', manyAccountCases),
  group('many', 'sessions', manySessionCases),
  group('many', 'revocation', manyRevocationCases, ['sessions']),
  group('many', 'accountUpdates', manyListedAccountCases),
  group('many', 'webauthn', manyAuthenticatorCases),
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
  group('unique tokens', 'uniqueTokens', uniqueTokenCases, ['verificationTokens']),
  group('reading verification tokens', 'tokenReads', tokenReadCases, ['verificationTokens']),
  {
    ...group('reading verification tokens', 'tokenReads', tokenReadKeptCases, [
      'verificationTokens',
    ]),
    without: 'ttl',
  },
  group('expired verification tokens', 'ttl', tokenTtlCases, ['verificationTokens']),
  {
    ...group('expired verification tokens', 'verificationTokens', tokenKeptCases),
    without: 'ttl',
  },
  group('transactions', 'transactions', transactionCases),
  group('webauthn', 'webauthn', webauthnCases),
  group('use of authenticators', 'authenticatorUse', authenticatorUseCases, ['webauthn']),
  group('deletion of authenticators', 'authenticatorDeletion', authenticatorDeletionCases, [
    'webauthn',
  ]),
  group('deletion during sign-ins', 'authenticatorDeletion', authenticatorDeletionRaceCases, [
    'webauthn',
    'uniqueConstraints',
  ]),
  group('records', 'records', recordCases),
  group('simultaneous changes of records', 'records', recordRaceCases),
  group('revocation feed', 'revocationFeed', [...revocationFeedCases, ...revocationLookUpCases]),
  group('revocation feed', 'revocationFeed', revocationTransactionCases, ['transactions']),
  group('counters', 'counters', counterCases),
  group('deletion during extensions', 'sessions', updateRaceCases),
  group('deletion during extensions', 'compareAndSet', compareAndSetRaceCases, ['sessions']),
  group('deletion during sign-ins', 'uniqueConstraints', deletionRaceCases, ['sessions']),
]

/** Tests of sign-ins through the core. */
const CORE_GROUPS: readonly Conditional[] = [
  group('concurrency through the core', 'uniqueConstraints', coreRaceCases),
  {
    ...group('concurrency through the core', 'base', coreCrowdCases),
    without: 'uniqueConstraints',
  },
  group('concurrency through the core', 'compareAndSet', coreExtensionCases, ['sessions']),
  group('concurrency through the core', 'atomicConsume', coreMailCases, ['verificationTokens']),
  group('concurrency through the core', 'atomicConsume', coreTransactionCases, [
    'verificationTokens',
  ]),
  group('faults through the core', 'base', coreFaultCases),
  group('faults through the core', 'verificationTokens', coreMailFaultCases),
  group('faults through the core', 'sessions', coreSessionFaultCases),
]

/** Returns the tests for an adapter with these capabilities and custom members. */
export function groupsFor({
  capabilities,
  userFields,
  report,
  refusesLookAlikes = false,
  throughTheCore = true,
}: Pick<
  TestAdapterOptions<Adapter>,
  'capabilities' | 'userFields' | 'report' | 'refusesLookAlikes' | 'throughTheCore'
>): readonly Group[] {
  const applies = ({ needs, without }: Conditional): boolean =>
    needs.every((capability) => capabilities[capability] === true) &&
    (without === undefined || capabilities[without] !== true)
  const possible = (one: Group): Group =>
    refusesLookAlikes
      ? { ...one, cases: one.cases.filter(({ besideEachOther }) => besideEachOther !== true) }
      : one
  return [
    ...declarationGroups(capabilities),
    ...[...GROUPS, ...(throughTheCore ? CORE_GROUPS : [])].filter(applies).map(possible),
    group('further members', 'base', unknownMemberCases),
    ...(capabilities.accountUpdates === true
      ? [group('further members', 'accountUpdates', unknownAccountMemberCases)]
      : []),
    ...(userFields === undefined ? [] : [group('custom members', 'base', customMemberCases)]),
    ...(report?.countQueries === undefined ? [] : [group('queries', 'base', queryCases)]),
  ]
}
