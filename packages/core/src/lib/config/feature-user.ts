import { isProven } from './first-proof.ts'
import type { FeatureUser } from '../types/feature-context.ts'
import type { User } from '../types/user.ts'

/** A user of a store, or the profile of one. */
type Given = Omit<User, 'id'> & { readonly id: string; readonly emailVerified?: Date | null }

/** The parts of a user that features see. */
export const toFeatureUser = ({ id, email, emailVerified, name }: Given): FeatureUser =>
  Object.freeze({
    // Some adapters return numbers, against their types.
    id: String(id),
    email: email ?? null,
    emailVerified: isProven({ emailVerified: emailVerified ?? null }),
    name: name ?? null,
  })
