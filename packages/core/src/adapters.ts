export type {
  Adapter,
  AdapterAccount,
  AdapterAccountType,
  AdapterAuthenticator,
  AdapterCapabilities,
  AdapterCapability,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from './lib/types/adapter.ts'
export type { AdapterSpend, AdapterSpent } from './lib/types/adapter-limits.ts'
export type {
  AdapterDevice,
  AdapterRevocation,
  ListedRevocation,
  RevocationKind,
  RevocationRange,
} from './lib/types/adapter-revocation.ts'
export type { Account } from './lib/types/account.ts'
export type { Awaitable } from './lib/types/utility.ts'
