import type { RecordTable } from '../types/records.ts'
import { devices } from './devices.ts'
import { emailMails } from './email-mails.ts'
import { mailProofs } from './mail-proofs.ts'
import { passkeyNames } from './passkey-names.ts'
import { waitingSignIns } from './waiting-sign-ins.ts'

/**
 * All tables of the library that are data: what `records: true` stands for.
 *
 * @example
 * ```ts
 * import { recordTables } from '@latchstring/core/adapters'
 *
 * recordTables.map(({ name }) => name) // auth_sessions_devices, auth_email_mails and others
 * ```
 */
export const recordTables: readonly RecordTable[] = Object.freeze([
  devices,
  emailMails,
  mailProofs,
  passkeyNames,
  waitingSignIns,
])
