import { InvalidConfiguration } from '../../errors/classes.ts'
import type { AccountChange, EndedSessions } from '../../types/sessions.ts'

/** The effect of a change of an account on the sessions of its user. */
interface Row {
  readonly ends: EndedSessions
  /** Why, as it is stored, passed to the event and shown on the sign-in page. */
  readonly reason: string
  /** Whether rows of features end that hang on the same: what the user has shown before counts no more. */
  readonly endsRows: boolean
}

/** The one table of what ends sessions (docs/sessions.md). */
const CHANGES: Readonly<Record<AccountChange, Row>> = {
  'password-changed': { ends: 'others', reason: 'password-changed', endsRows: true },
  'password-reset': { ends: 'all', reason: 'password-changed', endsRows: true },
  'email-changed': { ends: 'others', reason: 'email-changed', endsRows: false },
  'passkey-added': { ends: 'none', reason: 'passkey-added', endsRows: false },
  // It may be lost or stolen, and which sessions it has opened is not known.
  'passkey-removed': { ends: 'others', reason: 'passkey-removed', endsRows: true },
  // The first one: a session from before it was never asked for it.
  'factor-added': { ends: 'others', reason: 'factor-added', endsRows: false },
  'factor-removed': { ends: 'others', reason: 'factor-removed', endsRows: true },
  // What was lost may have opened any of them.
  'recovery-used': { ends: 'all', reason: 'recovery-used', endsRows: true },
  'account-linked': { ends: 'none', reason: 'account-linked', endsRows: false },
  'account-unlinked': { ends: 'none', reason: 'account-unlinked', endsRows: false },
  'user-disabled': { ends: 'all', reason: 'admin', endsRows: true },
  'user-deleted': { ends: 'all', reason: 'admin', endsRows: true },
}

/** Whether sessions may end by it. */
export const isAccountChange = (value: unknown): value is AccountChange =>
  typeof value === 'string' && Object.hasOwn(CHANGES, value)

/**
 * The row of a change, with what the application says instead; that was checked when the configuration was resolved. Proofs by mail and
 * rows of features end with it whatever the application says.
 *
 * @throws InvalidConfiguration for any other change
 */
export function changeRow(
  change: AccountChange,
  endOn: Readonly<Partial<Record<AccountChange, EndedSessions>>> = {},
): Row & { readonly endsProofs: boolean } {
  if (!Object.hasOwn(CHANGES, change)) {
    throw new InvalidConfiguration(
      `\`sessions.changed\` does not know the change ${JSON.stringify(change)}. There are: ${Object.keys(CHANGES).join(', ')}.`,
    )
  }
  const { ends, ...row } = CHANGES[change]
  return { ...row, ends: endOn[change] ?? ends, endsProofs: ends !== 'none' }
}
