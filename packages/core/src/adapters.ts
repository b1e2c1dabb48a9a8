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
  AdapterRevocation,
  ListedRevocation,
  RevocationKind,
  RevocationRange,
} from './lib/types/adapter-revocation.ts'
export type {
  AdapterRecords,
  RecordField,
  RecordFieldKind,
  RecordPage,
  RecordQuery,
  RecordTable,
  RecordValue,
  RecordValues,
  StoredRecord,
} from './lib/types/records.ts'
export { normalizeAddress } from './lib/kit/email-address.ts'
export { checkRecordTable } from './lib/records/check-table.ts'
export { storedLength } from './lib/records/sealed-length.ts'
export { devices } from './lib/records/devices.ts'
export { emailMails } from './lib/records/email-mails.ts'
export { mailProofs } from './lib/records/mail-proofs.ts'
export { waitingSignIns } from './lib/records/waiting-sign-ins.ts'
export { passkeyNames } from './lib/records/passkey-names.ts'
export { recordTables } from './lib/records/record-tables.ts'
export type { Account } from './lib/types/account.ts'
export type { Awaitable } from './lib/types/utility.ts'
