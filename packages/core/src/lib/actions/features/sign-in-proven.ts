import type { ProviderOfKind } from '../../config/providers.ts'
import { isProven } from '../../config/first-proof.ts'
import { InvalidConfiguration, InvalidProvider } from '../../errors/classes.ts'
import type { Asked } from '../../features/answers.ts'
import type { AroundEnding } from '../../features/writing-context.ts'
import type { FlowResult } from '../../http/result.ts'
import { sameId } from '../../kit/account-id.ts'
import { lazy } from '../../kit/lazy.ts'
import { normalizeAddress } from '../../kit/email-address.ts'
import type { Context } from '../../request/context.ts'
import { endedWithUser, lastEndOfAll, wasEndedSince } from '../../sessions/in-progress.ts'
import { completeSignIn } from '../../sign-in/complete.ts'
import { prove } from '../../sign-in/proof.ts'
import type { AdapterUser } from '../../types/adapter.ts'
import type { MailProof } from '../../types/feature-mail.ts'
import { pathOf } from './call-action.ts'

const loadCredentials = lazy(() => import('../../sign-in/credentials/account.ts'))

/** A change that may sign in the user of its proof, before it runs. */
export interface BegunSignIn {
  /** Generation of the latest ending of all sessions. */
  readonly epoch: number
  /** Sees the endings of the change itself, which do not end the sign-in. */
  readonly around: AroundEnding
  /** When the sign-in counts as begun: after those. `undefined`: another request has ended the sessions of the user since the change began. */
  readonly begunAt: () => number | undefined
}

/** The user whom a proof is about, as the store has them. */
async function userOfProof(
  { adapter }: Context['config'],
  { userId, email }: MailProof,
): Promise<AdapterUser | null> {
  if (userId === null) return (await adapter?.getUserByEmail?.(email)) ?? null
  const user = await adapter?.getUser?.(userId)
  return user && sameId(user.id, userId) ? user : null
}

/**
 * Notes what comes before a sign-in: an ending by another request ends it, and those of the change itself do not.
 *
 * @param begunAt - when the change began, in milliseconds
 */
export async function beginSignIn(
  context: Context,
  proof: MailProof,
  begunAt: number,
): Promise<BegunSignIn> {
  const { config } = context
  const [{ generation: epoch }, user] = await Promise.all([
    lastEndOfAll(config, 'now'),
    userOfProof(config, proof),
  ])
  let since = begunAt
  let isEnded = false
  return {
    epoch,
    begunAt: () => (isEnded ? undefined : since),
    async around(end) {
      // The ending of the change would hide it.
      if (user) isEnded ||= await wasEndedSince(config, String(user.id), since)
      try {
        return await end()
      } finally {
        since = config.clock()
      }
    },
  }
}

/** @throws InvalidConfiguration for a user whom the proof is not about */
async function requireUserOfProof(
  { config }: Context,
  asked: Asked,
  { userId, proof }: { readonly userId: string; readonly proof: MailProof },
): Promise<AdapterUser> {
  const user = await userOfProof(config, proof)
  if (!user || !sameId(user.id, userId)) {
    throw new InvalidConfiguration(
      `The action "${pathOf(asked)}" answered with \`signIn\` for a user whom the proof is not about.`,
    )
  }
  if (config.provesAddresses && normalizeAddress(user.email) === proof.email && !isProven(user)) {
    throw new InvalidConfiguration(
      `The action "${pathOf(asked)}" answered with \`signIn\` for a user who was not handed over: call \`users.proveEmail()\` first.`,
    )
  }
  return user
}

function providerOf({ config }: Context, { feature }: Asked): ProviderOfKind<'credentials'> {
  const provider = config.providers.get(feature.provider?.id ?? '')
  if (provider?.kind === 'credentials') return provider
  throw new InvalidProvider(`The provider of the feature "${feature.name}" is not there.`)
}

/**
 * Signs in the user of a proof that was used up, through all gates.
 *
 * @throws InvalidConfiguration for a user whom the proof is not about
 * @throws InvalidCheck where another request has ended the sessions of the user meanwhile
 */
export async function signInProven(
  context: Context,
  asked: Asked,
  given: {
    readonly userId: string
    readonly proof: MailProof
    readonly begun: BegunSignIn | undefined
  },
): Promise<FlowResult> {
  const { begun } = given
  const user = await requireUserOfProof(context, asked, given)
  const begunAt = begun?.begunAt()
  if (!begun || begunAt === undefined) throw endedWithUser()
  const provider = providerOf(context, asked)
  const { epoch } = begun
  const { prepareCredentials } = await loadCredentials()
  return completeSignIn(
    context,
    prove({
      kind: 'credentials',
      provider,
      user,
      credentials: {},
      byMail: given.proof.email,
      begunAt,
      epoch,
    }),
    prepareCredentials,
  )
}
