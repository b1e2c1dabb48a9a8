import type { Records, Row } from '@latchstring/core/features'
import type { Reading, Writing } from './apps.ts'
import {
  hashBackupCode,
  isBackupCode,
  newBackupCode,
  readBackupCode,
  showBackupCode,
} from './backup-code.ts'
import { backupCodes } from './tables.ts'

type StoredCode = Row<typeof backupCodes>

/** The most codes that a user can have: those of an import may be more than are made here. */
const MOST_CODES = 100

/** Attempts while another request replaces the codes of the same user. */
const ATTEMPTS = 3

async function storedCodes({ records }: Reading, userId: string): Promise<readonly StoredCode[]> {
  const { rows } = await records.find(backupCodes, 'userId', userId, { limit: MOST_CODES })
  return rows
}

/** How many codes of a user are left. */
export const countCodes = async (context: Reading, userId: string): Promise<number> =>
  (await storedCodes(context, userId)).length

interface NewCode {
  readonly slot: string
  readonly hash: string
}

/** Writes one code. `false` where another request did so since `before` was read. */
async function writeCode(
  { records, now }: Writing,
  { userId, slot, hash }: NewCode & { readonly userId: string },
  before: readonly StoredCode[],
): Promise<boolean> {
  const known = before.find((one) => one.slot === slot)
  const createdAt = now()
  if (known) return (await records.change(backupCodes, known, { hash, createdAt })) !== null
  const row = await records.insert(backupCodes, { userId, slot, hash, createdAt })
  return typeof row !== 'string'
}

/**
 * Writes codes in place of all that there are, in the order of their slots. Of simultaneous requests each sees what another one has
 * written: `false` where it has, so that no code is shown that another one has replaced.
 */
async function writeCodes(
  context: Writing,
  userId: string,
  codes: readonly NewCode[],
): Promise<boolean> {
  const before = await storedCodes(context, userId)
  for (const code of codes) {
    if (!(await writeCode(context, { ...code, userId }, before))) return false
  }
  const others = before.filter(({ slot }) => !codes.some((code) => code.slot === slot))
  for (const row of others) await context.records.drop(backupCodes, row)
  const after = await storedCodes(context, userId)
  return codes.every(({ hash }) => after.some((row) => row.hash === hash))
}

/**
 * Replaces the codes of a user.
 *
 * @returns the codes as they are shown, once; `undefined` where other requests replace them at the same time
 */
export async function renewCodes(
  context: Writing,
  userId: string,
  count: number,
): Promise<readonly string[] | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const codes = Array.from({ length: count }, (_, at) => ({
      slot: String(at + 1),
      code: newBackupCode(),
    }))
    const hashed = await Promise.all(
      codes.map(async ({ slot, code }) => ({ slot, hash: await hashBackupCode(code) })),
    )
    if (await writeCodes(context, userId, hashed)) {
      return codes.map(({ slot, code }) => showBackupCode(slot, code))
    }
  }
  return undefined
}

/** Deletes the codes of a user. */
export async function dropCodes(context: Writing, userId: string): Promise<void> {
  // Those of several imports are more than are read at once.
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const rows = await storedCodes(context, userId)
    for (const row of rows) await context.records.drop(backupCodes, row)
    if (rows.length < MOST_CODES) return
  }
}

/** Slots of codes that were made elsewhere, and have none: by the beginning of their hash, so that a try costs one comparison. */
const BUCKETS = 256
const PER_BUCKET = 3

async function bucketOf(userId: string, code: string): Promise<number> {
  const text = new TextEncoder().encode(JSON.stringify([userId, code]))
  const [first = 0] = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  return first % BUCKETS
}

const foreignSlots = async (userId: string, code: string): Promise<readonly string[]> => {
  const bucket = await bucketOf(userId, code)
  return Array.from({ length: PER_BUCKET }, (_, at) => `i${bucket}-${at}`)
}

async function storeForeign(
  { records, now }: Writing,
  userId: string,
  code: string,
): Promise<boolean> {
  const hash = await hashBackupCode(code)
  for (const slot of await foreignSlots(userId, code)) {
    const row = await records.insert(backupCodes, { userId, slot, hash, createdAt: now() })
    if (row === 'no-owner') return false
    if (row !== 'taken') return true
    const known = await records.get(backupCodes, { userId, slot })
    if (known && (await isBackupCode(code, known.hash))) return true
  }
  return false
}

/**
 * Stores codes that were made elsewhere, beside those that there are. They are compared as they were, letter by letter. A code that is there
 * already is not stored twice.
 *
 * @returns how many are there
 */
export async function storeForeignCodes(
  context: Writing,
  userId: string,
  codes: readonly string[],
): Promise<number> {
  let stored = 0
  for (const code of codes) {
    const isStored = await storeForeign(context, userId, code.trim())
    if (isStored) stored += 1
  }
  return stored
}

async function spend(records: Records, row: StoredCode | null, code: string): Promise<boolean> {
  if (row === null || !(await isBackupCode(code, row.hash))) return false
  // Of simultaneous requests one deletes the row that was compared.
  return records.drop(backupCodes, row)
}

/**
 * Uses a backup code up.
 *
 * @param typed - as a person typed it
 */
export async function spendBackupCode(
  { records }: Writing,
  userId: string,
  typed: string,
): Promise<boolean> {
  const own = readBackupCode(typed)
  if (own) {
    const row = await records.get(backupCodes, { userId, slot: own.slot })
    if (await spend(records, row, own.code)) return true
  }
  const code = typed.trim()
  for (const slot of await foreignSlots(userId, code)) {
    const row = await records.get(backupCodes, { userId, slot })
    if (await spend(records, row, code)) return true
  }
  return false
}
