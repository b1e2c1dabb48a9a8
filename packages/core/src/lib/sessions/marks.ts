import type { ResolvedConfig } from '../config/resolved-config.ts'
import { sha256 } from '../crypto/hash.ts'
import { randomBelow } from '../crypto/random.ts'
import { StepUpRequired } from '../errors/classes.ts'
import { pause } from '../kit/promise.ts'
import type { VerificationToken } from '../types/adapter.ts'
import type { Current } from './strategy.ts'
import { markOfWay, type Way } from './way.ts'

/*
 * Marks are rows of the store that say for some time that something has happened, among those of mails.
 *
 * A thief of a session who adds an account or a passkey can sign in with it, and that sign-in is recent. For a day it is therefore
 * good for everything but removing what was there before (decision 070). The store keeps a row of each that was added for so long.
 */

/** Milliseconds for which a way to sign in counts as new. */
const NEW_FOR = 86_400_000

/** Milliseconds for which a proof by mail is known: `authorize` takes no longer. */
const PROOF_FOR = 3_600_000

type Rows = Pick<ResolvedConfig, 'adapter' | 'clock'>

const addedRow = (mark: string): string => `added.${mark}`

/** An `identifier` of its own: some adapters delete all rows of one. */
const toRow = (name: string): Pick<VerificationToken, 'identifier' | 'token'> => ({
  identifier: name,
  token: name,
})

/** A simultaneous request may write the same row after this one has looked. */
const MAX_TRIES = 6

/** Longest pause before the second try, in milliseconds. It doubles with each try, so that simultaneous requests spread. */
const FIRST_PAUSE = 8

/** Milliseconds by which the clocks of two instances may differ. */
const CLOCKS = 60_000

/** The row that another request has written, unless it stays: one that lasts as long. */
async function replaceRow(
  { adapter }: Rows,
  row: VerificationToken,
): Promise<VerificationToken | 'stays'> {
  const { identifier, token, expires } = row
  const reads = adapter?.capabilities?.tokenReads === true
  const read = reads ? await adapter.getVerificationToken?.({ identifier, token }) : undefined
  if (read && read.expires.getTime() + CLOCKS >= expires.getTime()) return 'stays'
  const used = await adapter?.useVerificationToken?.({ identifier, token })
  return used && used.expires.getTime() > expires.getTime()
    ? { ...row, expires: used.expires }
    : row
}

/**
 * Writes the row of a mark. A store refuses a second one, of a request at the same time.
 *
 * @throws AdapterError when the store fails
 */
async function writeRow(rows: Rows, given: VerificationToken): Promise<void> {
  let row = given
  for (let tries = 1; ; tries += 1) {
    try {
      await rows.adapter?.createVerificationToken?.(row)
      return
    } catch (cause) {
      if (tries === MAX_TRIES) throw cause
    }
    await pause(randomBelow(FIRST_PAUSE * 2 ** (tries - 1)))
    const next = await replaceRow(rows, row)
    if (next === 'stays') return
    row = next
  }
}

/**
 * Sets a mark in the store for some time. A store without such rows has none.
 *
 * @param name - up to 50 characters
 * @param lasts - milliseconds
 * @throws AdapterError when the store fails
 */
async function setMark(rows: Rows, name: string, lasts: number): Promise<void> {
  const { adapter, clock } = rows
  if (!adapter?.createVerificationToken || !adapter.useVerificationToken) return
  await adapter.useVerificationToken(toRow(name))
  await writeRow(rows, { ...toRow(name), expires: new Date(clock() + lasts) })
}

/** How often a store that only uses rows up is asked for one, which another request may be about to give back. */
const LOOKS = 4

/** The row of a mark. A store that only uses rows up gets it back. */
async function findRow(rows: Rows, name: string): Promise<VerificationToken | null> {
  const { adapter } = rows
  if (adapter?.capabilities?.tokenReads === true) {
    return (await adapter.getVerificationToken?.(toRow(name))) ?? null
  }
  if (!adapter?.createVerificationToken) return null
  for (let look = 1; look <= LOOKS; look += 1) {
    if (look > 1) await pause(randomBelow(FIRST_PAUSE * 2 ** look))
    const found = await adapter.useVerificationToken?.(toRow(name))
    if (!found) continue
    await writeRow(rows, { ...toRow(name), expires: found.expires })
    return found
  }
  return null
}

/** @throws AdapterError when the store fails */
async function isMarked(rows: Rows, name: string): Promise<boolean> {
  const found = await findRow(rows, name)
  return found !== null && found.expires.getTime() > rows.clock()
}

/**
 * Notes that an account or a passkey is being added to a user who is there. It is noted before it is stored: where that fails, nothing
 * is added.
 *
 * @throws AdapterError when the store fails
 */
export async function noteAdded(rows: Rows, way: Way): Promise<void> {
  await setMark(rows, addedRow(await markOfWay(way)), NEW_FOR)
}

const isNew = async (rows: Rows, mark: string): Promise<boolean> => isMarked(rows, addedRow(mark))

const provenRow = async (userId: string): Promise<string> => `proven.${await sha256(userId)}`

/**
 * Notes that the owner of an address has just proven it by mail, where users also have passwords: one that `authorize` compared
 * before may be that of another person.
 *
 * @throws AdapterError when the store fails
 */
export async function noteProof(
  config: Rows & Pick<ResolvedConfig, 'providers'>,
  userId: string,
): Promise<void> {
  const hasPasswords = [...config.providers.values()].some(({ kind }) => kind === 'credentials')
  if (hasPasswords) await setMark(config, await provenRow(userId), PROOF_FOR)
}

/** Whether a mail has proven the address of a user lately. @throws AdapterError when the store fails */
export async function isProvenByMail(rows: Rows, userId: string): Promise<boolean> {
  return isMarked(rows, await provenRow(userId))
}

/**
 * Refuses a session that was opened with a way which was added in the last day, unless what it removes was added in the last day as well.
 *
 * @param removed - what is removed. Default: sessions, which may be older
 * @throws StepUpRequired
 * @throws AdapterError when the store fails
 */
export async function requireEstablishedWay(
  config: Rows,
  { way }: Pick<Current, 'way'>,
  removed?: Way,
): Promise<void> {
  if (way === undefined || !(await isNew(config, way))) return
  if (removed && (await isNew(config, await markOfWay(removed)))) return
  throw new StepUpRequired(
    'The session was opened with an account or a passkey that was added less than a day ago. Sign in with one that is older.',
    { otherWay: true },
  )
}
