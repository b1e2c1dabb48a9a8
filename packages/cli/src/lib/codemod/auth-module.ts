import type { SessionHelper } from './session-helpers.ts'
import type { SessionMembers } from './session-members.ts'

/** The module that gives `auth` after the move. */
export interface AuthModule {
  /** Where the options are before. */
  readonly before: string
  /** Where they are after. */
  readonly after: string
  /** What the options are exported as, and their name in the module. */
  readonly exported: string | undefined
  readonly local: string | undefined
  /** Whether an import is that of the options, also through modules that export them again. */
  isOptions(from: string, module: string, imported: string): boolean
  /** The sign-in page that it names. */
  readonly signIn: string | undefined
  /** Functions that are removed from there. */
  readonly helpers: readonly SessionHelper[]
  /** What its sessions have of their tokens. */
  readonly members: SessionMembers
}
