export type {
  Account,
  Adapter,
  AdapterAccount,
  AdapterAccountType,
  AdapterAuthenticator,
  AdapterCapabilities,
  AdapterSession,
  AdapterUser,
  Awaitable,
  VerificationToken,
} from '@latchstring/core/adapters'
