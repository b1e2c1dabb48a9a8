import { andThen, type MaybePromise } from '../kit/and-then.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { SessionContext } from '../request/context.ts'
import { readStanding, type Standing } from './endings/claims.ts'
import { endedWithAll } from './in-progress.ts'
import { loadRevocation } from './endings/load.ts'
import type { Finding } from './endings/revocation.ts'
import type { JWT } from '../types/jwt.ts'
import type { SessionToken } from './claims.ts'
import type { OpenedToken } from './opened-token.ts'
import type { Identity } from './strategy.ts'

/**
 * Looks a token up again that was good a moment ago, as far as this process knows.
 *
 * @returns nothing where there is nothing to say of it
 */
export function review(config: ResolvedConfig, token: JWT): MaybePromise<Finding | undefined> {
  if (!config.revocation) return undefined
  return andThen(loadRevocation(), ({ lookUpAgain }) => lookUpAgain(config, token))
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

function applyTo(opened: OpenedToken, finding: Finding | undefined): OpenedToken | null {
  if (!finding) return opened
  const { reason, spared } = finding
  return reason === undefined ? { ...opened, spared } : null
}

/** The session, if the feed of endings does not have it. */
export function unlessEnded(
  { config }: SessionContext,
  opened: OpenedToken,
): MaybePromise<OpenedToken | null> {
  return andThen(loadRevocation(), ({ lookUp }) => {
    const finding = lookUp(config, opened.token, opened)
    return finding === undefined ? opened : andThen(finding, (found) => applyTo(opened, found))
  })
}

/** Which endings a session comes after that is issued now. */
export async function findNewStanding(
  config: ResolvedConfig,
  identity: Identity,
  owner: string | undefined,
): Promise<Standing | undefined> {
  if (!config.revocation) return undefined
  const { newStanding } = await loadRevocation()
  const { providerSession, epoch = Number.POSITIVE_INFINITY } = identity
  const standing = await newStanding(config, { owner, providerSession })
  // What ended with all sessions may not come after that.
  if (standing && standing.epoch > epoch) throw endedWithAll()
  return standing
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
  if (standing?.owner === undefined) return
  const { owner: userId, provider, since } = standing
  const { noteDevice, toSource } = await loadRevocation()
  const seen = { sessionId, userId, createdAt: new Date(createdAt * 1000), expires }
  await noteDevice(context, { ...seen, ...toSource(identity, provider) }, since)
}
