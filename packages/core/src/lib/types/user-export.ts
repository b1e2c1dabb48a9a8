import type { JsonValue } from './utility.ts'

/**
 * What is kept about a user, for the user to have: no token, no key, no hash and no secret field. Times are in ISO 8601.
 *
 * @example
 * ```ts
 * import type { WritingContext } from '@latchstring/core/features'
 *
 * export const namesOf = async (
 *   { exportUser }: WritingContext,
 *   userId: string,
 * ): Promise<readonly (string | null)[]> =>
 *   (await exportUser(userId))?.passkeys.map(({ name }) => name) ?? []
 * ```
 */
export interface UserExport {
  readonly user: {
    readonly id: string
    readonly name: string | null
    readonly email: string | null
    /** When the address was proven; `null` where it was not. */
    readonly emailVerified: string | null
    readonly image: string | null
  }
  /** Accounts of providers, without those of passkeys. */
  readonly accounts: readonly {
    /** Id of the provider. */
    readonly provider: string
    /** Id of the account there. */
    readonly providerAccountId: string
  }[]
  readonly passkeys: readonly {
    /** What the user calls it. */
    readonly name: string | null
    /** Whether it is on more than one device. */
    readonly synced: boolean
  }[]
  /** Where the user is signed in, as far as that is stored. */
  readonly sessions: readonly Readonly<Record<string, JsonValue>>[]
  /** The personal fields of the rows of features, by the names of their tables. */
  readonly records: Readonly<Record<string, readonly Readonly<Record<string, JsonValue>>[]>>
}
