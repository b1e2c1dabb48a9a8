import { normalizeAddress } from '../../kit/email-address.ts'
import { idProblem, usableId } from '../../kit/account-id.ts'
import { isBeingProven, isProven, wasProvenAt, wasProvenSince } from '../../config/first-proof.ts'
import type { ResolvedConfig } from '../../config/resolved-config.ts'
import type { SessionContext } from '../../request/context.ts'
import { derivedId } from '../../crypto/derived-id.ts'
import { CallbackRouteError, SignInError } from '../../errors/classes.ts'
import { toFeatureUser } from '../../config/feature-user.ts'
import { isProvenByMail } from '../../sessions/marks.ts'
import { withOpening, withUnknownOpening } from '../../sessions/ownership.ts'
import type { Identity } from '../../sessions/strategy.ts'
import type { Account } from '../../types/account.ts'
import type { AdapterUser } from '../../types/adapter.ts'
import type { User } from '../../types/user.ts'
import type { PendingSignIn } from '../pending-sign-in.ts'
import type { CredentialsEvidence } from '../proof.ts'

/**
 * The stored user of `authorize`. Sessions in a database need one. Where addresses are proven by mail, a stored user belongs to the
 * owner of the address after its first proof.
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

/**
 * A proof of the address by mail after the call of `authorize` may have reset the password that it accepted. What `authorize` itself has
 * stored is none.
 */
async function requireNoProofSince(
  config: ResolvedConfig,
  user: AdapterUser | null,
  { begunAt, byMail, provider }: Pick<CredentialsEvidence, 'begunAt' | 'byMail' | 'provider'>,
): Promise<void> {
  if (!user?.emailVerified || wasProvenAt(user, begunAt)) return
  // What has proven the address is the sign-in itself, which compared no password.
  if (byMail !== undefined && normalizeAddress(user.email) === byMail && isProven(user)) return
  // What a feature has compared goes with the first proof, so that it was there after one that is older.
  if (provider.form && isProven(user) && !wasProvenSince(user, begunAt)) return
  if (!isBeingProven(user) && !(await isProvenByMail(config, String(user.id)))) return
  throw new SignInError(
    'The address of the user was proven by another person while `authorize` ran.',
  )
}

/** Database drivers may have ids as bigints, or as objects such as those of MongoDB. Their text is the id. */
function idText(id: unknown): unknown {
  // An object without a `toString` of its own gives a text that `usableId` refuses.
  // oxlint-disable-next-line typescript/no-base-to-string
  return typeof id === 'bigint' || (typeof id === 'object' && id !== null) ? String(id) : id
}

/** The account id of a user of `authorize`: the `id`, or the address where there is none. */
function credentialsId({ provider, user }: CredentialsEvidence): string {
  const given: unknown = user.id ?? user.email
  const id = usableId(idText(given))
  if (id !== undefined) return id
  throw new CallbackRouteError(
    `The \`id\` of the user that \`authorize\` of "${provider.id}" returned ${idProblem(given)}. Return the id under which the user is stored, or \`null\` for no user.`,
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
  // Ids of `authorize` belong to the application. A user without one gets an id derived from the account.
  const subject = user.id ?? (await derivedId(provider.id, id))
  return {
    params: { user, account, credentials },
    async known() {
      const { adapter, provesAddresses } = context.config
      const stored = user.id === undefined ? null : await adapter?.getUser?.(subject)
      // Before a step that a stranger could do.
      if (stored && provesAddresses) {
        await requireNoProofSince(context.config, stored, evidence)
      }
      return toFeatureUser(stored?.id === subject ? stored : { ...user, id: subject })
    },
    async store(): Promise<Identity> {
      const stored = await findStored(context, evidence, user)
      const identity = { user, subject, account, isNewUser: false }
      if (!context.config.provesAddresses) {
        return withUnknownOpening(context, identity, evidence.begunAt)
      }
      await requireNoProofSince(context.config, stored, evidence)
      return withOpening(context, identity, stored?.emailVerified ? null : stored)
    },
  }
}
