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
export type { Account } from './lib/types/account.ts'
export type { Awaitable } from './lib/types/utility.ts'
