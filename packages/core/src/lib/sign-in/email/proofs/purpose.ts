import type { ResolvedConfig } from '../../../config/resolved-config.ts'
import { isProven } from '../../../config/first-proof.ts'
import type { SessionContext } from '../../../request/context.ts'
import type { AdapterUser } from '../../../types/adapter.ts'
import type { FeatureProof } from '../../../types/feature-mail.ts'
import type { AnyFeature } from '../../../types/feature.ts'

/** A purpose, and the feature that it belongs to. */
export interface Purpose {
  readonly feature: AnyFeature
  readonly name: string
  readonly proof: FeatureProof
}

/** @throws TypeError for one that the feature does not have */
export function requirePurpose(feature: AnyFeature, name: unknown): Purpose {
  const { proofs = {} } = feature
  const proof = typeof name === 'string' && Object.hasOwn(proofs, name) ? proofs[name] : undefined
  if (proof) return { feature, name: String(name), proof }
  throw new TypeError(`The feature "${feature.name}" has no proof "${String(name)}".`)
}

/** The name of a purpose among those of all features. */
export const nameOfPurpose = ({ feature, name }: Purpose): string => `${feature.name}/${name}`

/** What a link proves: this secret, for this purpose, at this address of the application. */
export const linkText = (
  { origin }: Pick<SessionContext, 'origin'>,
  purpose: Purpose,
  token: string,
): string => JSON.stringify(['link', origin.href, nameOfPurpose(purpose), token])

/** Which proofs of a purpose belong together: those of a user, or of an address without one. */
export const subjectText = (
  purpose: Purpose,
  { userId, email }: { readonly userId?: string | undefined; readonly email?: string },
): string =>
  JSON.stringify(['subject', nameOfPurpose(purpose), userId ?? null, userId ? null : email])

/** What a proof depends on: once the user has another address, or it has been proven since, the proof is no good any more. */
export interface UserBefore {
  readonly address: string | null
  readonly proven: boolean
}

/** The user as a proof depends on it; `null` where there is none. */
export const toUserBefore = (user: AdapterUser | null | undefined): UserBefore | null =>
  user ? { address: user.email ?? null, proven: isProven(user) } : null

/** The user with an id, as the store has it. */
export async function userWithId(
  { adapter }: Pick<ResolvedConfig, 'adapter'>,
  id: string,
): Promise<AdapterUser | null> {
  const user = await adapter?.getUser?.(id)
  // A database with numeric ids may find user 3 by an id that begins with a 3.
  return user && String(user.id) === id ? user : null
}
