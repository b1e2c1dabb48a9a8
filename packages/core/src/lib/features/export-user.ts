import type { ResolvedConfig } from '../config/resolved-config.ts'
import { MissingAdapterMethods } from '../errors/classes.ts'
import { sameId } from '../kit/account-id.ts'
import { keyOf } from '../crypto/key-of.ts'
import { devices } from '../records/devices.ts'
import { passkeyNames } from '../records/passkey-names.ts'
import { createRecords } from '../records/records.ts'
import type { RowSeals } from '../records/seals.ts'
import type { AdapterUser } from '../types/adapter.ts'
import { isProven } from '../config/first-proof.ts'
import type { OwnedTable } from '../config/resolved-features.ts'
import type { ReadRecords } from '../types/record-verbs.ts'
import type { RecordField, RecordTable, RecordValue } from '../types/records.ts'
import type { UserExport } from '../types/user-export.ts'
import type { JsonValue } from '../types/utility.ts'

/** Rows that are read at once. */
const PAGE = 1000

/** Leaves sealed fields closed, for they are not exported: one that does not open any more is no reason to keep the rest. */
const CLOSED: RowSeals = {
  seal: async (_, values) => values,
  async open({ fields }, values) {
    const sealed = Object.entries(fields).filter(([, { secret }]) => secret === 'sealed')
    return { ...values, ...Object.fromEntries(sealed.map(([name]) => [name, ''])) }
  },
}

type Exported = Readonly<Record<string, JsonValue>>

/** No secret is: `checkTable` refuses a table with a field that is both. */
const isExported = ({ personal }: RecordField): boolean => personal === true

/** A time as ISO 8601, in JSON. */
function toJson({ kind }: RecordField, value: RecordValue): JsonValue {
  if (kind === 'time' && typeof value === 'number') return new Date(value).toISOString()
  // The fields of a row are JSON: `readValues` has checked those of the kind `json`.
  return value as JsonValue
}

function exportRow({ fields }: RecordTable, row: object): Exported {
  const exported = Object.entries(fields).filter(([, field]) => isExported(field))
  return Object.fromEntries(
    exported.map(([name, field]) => {
      // `createRecords` has checked the row.
      const value = Reflect.get(row, name) as RecordValue
      return [name, toJson(field, value)]
    }),
  )
}

/** All rows of an owner. */
async function readAll(
  records: ReadRecords,
  table: OwnedTable,
  userId: string,
): Promise<readonly Exported[]> {
  const all: Exported[] = []
  let after: string | undefined
  do {
    const page = { after, limit: PAGE }
    const { rows, next } = await records.find<OwnedTable>(table, table.owner, userId, page)
    all.push(...rows.map((row) => exportRow(table, row)))
    after = next
  } while (after !== undefined)
  return all
}

async function exportFeatures(
  config: ResolvedConfig,
  userId: string,
): Promise<UserExport['records']> {
  const exported: Record<string, readonly Exported[]> = {}
  const { adapter, clock, features } = config
  const records = adapter?.records && createRecords(adapter.records, clock, CLOSED)
  for (const table of features?.owned ?? []) {
    if (!records || !Object.values(table.fields).some(isExported)) continue
    exported[table.name] = await readAll(records, table, userId)
  }
  return exported
}

async function exportSessions(
  { adapter, clock }: ResolvedConfig,
  userId: string,
): Promise<UserExport['sessions']> {
  if (adapter?.records?.keeps(devices)) {
    return readAll(createRecords(adapter.records, clock), devices, userId)
  }
  const sessions = (await adapter?.listSessionsByUserId?.(userId)) ?? []
  return sessions.map(({ expires }) => ({ expires: new Date(expires).toISOString() }))
}

async function exportPasskeys(
  { adapter, clock }: ResolvedConfig,
  userId: string,
): Promise<UserExport['passkeys']> {
  const passkeys = (await adapter?.listAuthenticatorsByUserId?.(userId)) ?? []
  const names = adapter?.records?.keeps(passkeyNames)
    ? createRecords(adapter.records, clock)
    : undefined
  return Promise.all(
    passkeys.map(async ({ credentialID, credentialDeviceType }) => {
      const key = { userId, passkey: await keyOf(credentialID) }
      const row = await names?.get(passkeyNames, key)
      return { name: row?.name ?? null, synced: credentialDeviceType === 'multiDevice' }
    }),
  )
}

async function exportAccounts(
  { adapter }: ResolvedConfig,
  userId: string,
): Promise<UserExport['accounts']> {
  const accounts = (await adapter?.listAccountsByUserId?.(userId)) ?? []
  return accounts
    .filter(({ type }) => type !== 'webauthn')
    .map(({ provider, providerAccountId }) => ({ provider, providerAccountId }))
}

/** The fields that the library gives a user; an application may have added others, as a hash. */
function exportOwn({ id, name, email, emailVerified, image }: AdapterUser): UserExport['user'] {
  return {
    // Some adapters return numbers, against their types.
    id: String(id),
    name: name ?? null,
    email: email ?? null,
    emailVerified: isProven({ emailVerified }) ? new Date(emailVerified ?? 0).toISOString() : null,
    image: image ?? null,
  }
}

/**
 * What is kept about a user, for the user to have.
 *
 * @throws MissingAdapterMethods where the store has no users, AdapterError where it fails
 */
export async function exportUser(
  config: ResolvedConfig,
  userId: string,
): Promise<UserExport | null> {
  const { adapter } = config
  if (!adapter?.getUser) {
    throw new MissingAdapterMethods(
      'Exporting a user needs getUser, and the adapter lacks it. Use one that has every method, such as @latchstring/adapter-sql.',
    )
  }
  const user = await adapter.getUser(userId)
  // A database with numeric ids may find user 3 by an id that begins with a 3.
  if (!user || !sameId(user.id, userId)) return null
  return {
    user: exportOwn(user),
    accounts: await exportAccounts(config, userId),
    passkeys: await exportPasskeys(config, userId),
    sessions: await exportSessions(config, userId),
    records: await exportFeatures(config, userId),
  }
}
