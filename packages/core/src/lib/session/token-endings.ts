import { andThen, type MaybePromise } from '../and-then.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { SessionContext } from '../context.ts'
import { readStanding, type Standing } from '../revocation/claims.ts'
import { loadRevocation } from '../revocation/load.ts'
import type { JWT } from '../types/jwt.ts'
import type { SessionToken } from './claims.ts'
import type { OpenedToken } from './opened-token.ts'
import type { Identity } from './strategy.ts'

/** What is known of endings at this moment, of a token that was good a moment ago. */
interface Review {
  /** Why the session is over. */
  readonly reason?: string | undefined
  /** The generation that the token counts as without saying so, because it was spared. */
  readonly spared?: number | undefined
}

const NOT_REVIEWED: Review = {}

/**
 * Looks a token up again, as far as this process knows.
 *
 * @param isLater - whether it may have been ended since it was looked up before
 */
export function review(config: ResolvedConfig, token: JWT, isLater: boolean): MaybePromise<Review> {
  if (!config.revocation) return NOT_REVIEWED
  return andThen(loadRevocation(), ({ knownReason, sparedGeneration }) =>
    andThen(isLater ? knownReason(config, token) : undefined, (reason) => ({
      reason,
      spared: sparedGeneration(config, token),
    })),
  )
}

/** What a session says of endings when it is sealed again: what it said, or that it was spared by the latest one. */
export function withSpared(
  config: ResolvedConfig,
  token: SessionToken,
  generation: number | undefined,
): Standing | undefined {
  if (!config.revocation) return undefined
  const standing = readStanding(token)
  return generation === undefined ? standing : { ...standing, generation }
}

/** The session, if the feed of endings does not have it. */
export function unlessEnded(
  { config }: SessionContext,
  opened: OpenedToken,
): MaybePromise<OpenedToken | null> {
  return andThen(loadRevocation(), ({ findEnding }) =>
    andThen(findEnding(config, opened.token), (reason) => (reason === undefined ? opened : null)),
  )
}

/** Which endings a session comes after that is issued now. */
export async function findNewStanding(
  config: ResolvedConfig,
  identity: Identity,
  owner: string | undefined,
): Promise<Standing | undefined> {
  if (!config.revocation) return undefined
  const { newStanding } = await loadRevocation()
  return newStanding(config, { owner, providerSession: identity.providerSession })
}

/** A session that was issued. */
export interface Noted {
  readonly sessionId: string
  /** In seconds. */
  readonly createdAt: number
  readonly expires: Date
  readonly standing: Standing | undefined
}

/** Notes the session where its user can see it. */
export async function noteIssued(
  context: SessionContext,
  identity: Identity,
  { sessionId, createdAt, expires, standing }: Noted,
): Promise<void> {
  const userId = standing?.owner
  if (userId === undefined || !context.config.session.devices) return
  const { noteDevice, toSource } = await loadRevocation()
  const seen = { sessionId, userId, createdAt: new Date(createdAt * 1000), expires }
  await noteDevice(context, { ...seen, ...toSource(identity, standing?.provider) })
}
