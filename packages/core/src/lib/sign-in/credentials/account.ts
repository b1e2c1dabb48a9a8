import { idProblem, usableId } from '../../kit/account-id.ts'
import { wasProvenAt } from '../../config/first-proof.ts'
import type { SessionContext } from '../../request/context.ts'
import { derivedId } from '../../crypto/derived-id.ts'
import { CallbackRouteError, SignInError } from '../../errors/classes.ts'
import { withOpening, withUnknownOpening } from '../../sessions/ownership.ts'
import type { Identity } from '../../sessions/strategy.ts'
import type { Account } from '../../types/account.ts'
import type { AdapterUser } from '../../types/adapter.ts'
import type { User } from '../../types/user.ts'
import type { PendingSignIn } from '../pending-sign-in.ts'
import type { CredentialsEvidence } from '../proof.ts'

/**
 * The user of `authorize` as the store has them: sessions in a database need a stored one, and where addresses are proven
 * by mail, one who is stored can come to belong to somebody else.
 */
async function findStored(
  { config }: SessionContext,
  { provider: { store } }: CredentialsEvidence,
  { id, email }: User,
): Promise<AdapterUser | null> {
  const needed = config.session.strategy === 'database'
  if (!store || (!needed && !config.provesAddresses)) return null
  const stored = id === undefined ? null : await store.getUser(id)
  if (stored) return stored
  if (needed) {
    throw new CallbackRouteError(
      '`authorize` returned a user who is not in the store. With database sessions it has to return a stored one, with its `id`.',
    )
  }
  return id === undefined && email ? store.getUserByEmail(email) : null
}

/** What `authorize` accepted may have been reset by the proof of the address, if that came after it was asked. */
function requireNoProofSince(user: AdapterUser | null, askedAt: number): void {
  if (!user?.emailVerified || wasProvenAt(user, askedAt)) return
  throw new SignInError(
    'The address of the user was proven by another person while `authorize` ran.',
  )
}

/** Database drivers have ids as bigints or as objects, as MongoDB does; their text is the id. */
function asText(id: unknown): unknown {
  // An object without a text of its own becomes one that is not an id.
  // oxlint-disable-next-line typescript/no-base-to-string
  return typeof id === 'bigint' || (typeof id === 'object' && id !== null) ? String(id) : id
}

/** What tells the users of `authorize` apart: the `id`, or the address where there is none. */
function credentialsId({ provider, user }: CredentialsEvidence): string {
  const given: unknown = user.id ?? user.email
  const id = usableId(asText(given))
  if (id !== undefined) return id
  throw new CallbackRouteError(
    `The \`id\` of the user that \`authorize\` of "${provider.id}" returned ${idProblem(given)}. Return the id under which the user is stored, or \`null\` for nobody.`,
  )
}

/** A sign-in with credentials, before the gate. */
export async function prepareCredentials(
  context: SessionContext,
  evidence: CredentialsEvidence,
): Promise<PendingSignIn> {
  const { user: given, provider, credentials } = evidence
  const id = credentialsId(evidence)
  const user: User = given.id == null ? given : { ...given, id }
  const account: Account = {
    provider: provider.id,
    type: 'credentials',
    providerAccountId: id,
    ...(user.id === undefined ? {} : { userId: id }),
  }
  // Ids of `authorize` are those of the application, which knows what they mean; somebody without one gets one.
  const subject = user.id ?? (await derivedId(provider.id, id))
  return {
    params: { user, account, credentials },
    async store(): Promise<Identity> {
      const stored = await findStored(context, evidence, user)
      const identity = { user, subject, account, isNewUser: false }
      if (!context.config.provesAddresses) {
        return withUnknownOpening(context, identity, evidence.askedAt)
      }
      requireNoProofSince(stored, evidence.askedAt)
      return withOpening(context, identity, stored?.emailVerified ? null : stored)
    },
  }
}
