import type { RecordTable } from '../types/records.ts'
import { emailMails } from './email-mails.ts'
import { passkeyNames } from './passkey-names.ts'

/**
 * All tables of the library that are data: what `records: true` stands for.
 *
 * @example
 * ```ts
 * import { recordTables } from '@latchstring/core/adapters'
 *
 * recordTables.map(({ name }) => name) // auth_passkeys_names, auth_email_mails
 * ```
 */
export const recordTables: readonly RecordTable[] = Object.freeze([passkeyNames, emailMails])
