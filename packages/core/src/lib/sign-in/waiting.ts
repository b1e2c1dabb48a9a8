import { deviceLikeCookie } from '../config/cookies.ts'
import { randomToken } from '../crypto/random.ts'
import { AdapterError, InvalidCheck, ValueTooLong } from '../errors/classes.ts'
import { asError } from '../errors/auth-error.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import { isObject } from '../kit/json.ts'
import { keyOf, keyOfUser } from '../crypto/key-of.ts'
import { createRecords } from '../records/records.ts'
import type { Records, Row } from '../types/record-verbs.ts'
import { waitingSignIns } from '../records/waiting-sign-ins.ts'
import { sealValue, type SessionContext } from '../request/context.ts'
import type { CookieOption } from '../types/cookies.ts'
import { decodeEvidence, encodeEvidence } from './encoded-evidence.ts'

/** Seconds for which a sign-in waits. */
const WAITS_FOR = 600

/** Forms that may be sent to one waiting sign-in. */
const MAX_TRIES = 10

/** Attempts of a request while others change the same row: each of them changes it a few times. */
const MAX_RACES = 4 * MAX_TRIES

const PART = 10_000

/** The methods that a step adds, by the feature whose step it is (RFC 8176). */
export type Done = Readonly<Record<string, readonly string[]>>

/** What a sign-in goes on with. */
export interface HeldSignIn {
  /** Evidence without its provider, of which the id is kept. */
  readonly evidence: Readonly<Record<string, unknown>>
  readonly returnTo: string
  /** Whether the user was stored by this sign-in. */
  readonly created: boolean
  /** How it was proven; see `methodsOf`. */
  readonly methods: string | undefined
  /** Id of the user, where there is one. */
  readonly userId: string | undefined
}

/** What a sign-in waits for: the feature and the word of a page, and what was done before. */
export interface Waits {
  readonly step: string
  readonly done: Done
  /** Whether the user is still the one that the gates were asked about: read once it waits. */
  readonly stays: () => Promise<boolean>
}

type WaitingRow = Row<typeof waitingSignIns>

/** A sign-in that waits, as it was found. */
export interface WaitingSignIn extends HeldSignIn {
  readonly row: Row<typeof waitingSignIns>
  readonly done: Done
}

const cookieOf = ({ profile }: SessionContext): CookieOption =>
  deviceLikeCookie(profile.device, 'waiting')

function recordsOf({ config }: Pick<SessionContext, 'config'>): Records {
  const { adapter, clock } = config
  if (adapter?.records) return createRecords(adapter.records, clock)
  throw new AdapterError('The store has no records, which sign-ins wait in.')
}

function split(
  sealed: string,
): Pick<Row<typeof waitingSignIns>, 'sealed' | 'sealedMore' | 'sealedRest'> {
  if (sealed.length > 3 * PART) {
    throw new ValueTooLong(
      `What is known of the user is too long for a sign-in to wait: ${sealed.length} characters, sealed, where ${3 * PART} have room. Return less from \`authorize\`, or ask the provider for less.`,
    )
  }
  const part = (index: number): string | null =>
    sealed.slice(index * PART, (index + 1) * PART) || null
  return { sealed: part(0) ?? '', sealedMore: part(1), sealedRest: part(2) }
}

/**
 * Lets a sign-in wait. One that waited in this browser before is given up.
 *
 * @returns the cookies with the one that leads to it
 * @throws InvalidCheck where the user has come to be another person meanwhile
 */
export async function startWaiting(
  context: SessionContext,
  held: HeldSignIn,
  { step, done, stays }: Waits,
): Promise<CookieJar> {
  const jar = await giveUp(context)
  const { config } = context
  const secret = randomToken()
  const id = await keyOf(secret)
  const payload = { ...held, id, evidence: encodeEvidence(held.evidence) }
  const sealed = await sealValue(context, 'waiting', payload, WAITS_FOR)
  const records = recordsOf(context)
  const inserted = await records.insert(waitingSignIns, {
    id,
    user: await keyOfUser(held.userId),
    step,
    ...split(sealed),
    done: { ...done },
    tries: 0,
    expires: config.clock() + WAITS_FOR * 1000,
  })
  if (typeof inserted === 'string') throw new AdapterError('The sign-in could not be stored.')
  if (!(await stays())) {
    await records.drop(waitingSignIns, inserted)
    throw new InvalidCheck('The address of the user was proven while the sign-in began to wait.')
  }
  return jar.set(cookieOf(context), secret, { maxAge: WAITS_FOR })
}

async function openRow(
  context: SessionContext,
  row: Row<typeof waitingSignIns>,
): Promise<WaitingSignIn | null> {
  const sealed = row.sealed + (row.sealedMore ?? '') + (row.sealedRest ?? '')
  const opened = await context.profile.box.open('waiting', sealed)
  // Bound to its row: what another row has is of no use here.
  if (opened?.payload['id'] !== row.id || !isObject(row.done)) return null
  const { evidence, returnTo, created, methods, userId } = opened.payload
  return {
    row,
    // Written by `noteDone` alone.
    done: row.done as unknown as Done,
    // Sealed by `startWaiting`, which encodes an object.
    evidence: decodeEvidence(evidence) as Readonly<Record<string, unknown>>,
    returnTo: String(returnTo),
    created: created === true,
    methods: typeof methods === 'string' ? methods : undefined,
    userId: typeof userId === 'string' ? userId : undefined,
  }
}

/**
 * The sign-in of this browser that waits.
 *
 * @param step - for which it has to wait. Default: for any
 * @throws AdapterError when the store fails
 */
export async function findWaiting(
  context: SessionContext,
  step?: string,
): Promise<WaitingSignIn | null> {
  const { config, jar } = context
  if (!config.features?.gates.length) return null
  if (config.adapter?.records?.keeps(waitingSignIns) !== true) return null
  for (const secret of jar.values(cookieOf(context).name)) {
    const row = await recordsOf(context).get(waitingSignIns, { id: await keyOf(secret) })
    const isMeant = row !== null && (step === undefined || row.step === step)
    const waiting = isMeant ? await openRow(context, row) : null
    if (waiting) return waiting
  }
  return null
}

/**
 * Changes a row, also where another request changes it at the same time.
 *
 * @param toChange - what is written, by the row as it is; `undefined` for nothing
 * @returns `null` where nothing was written, or the row is gone or waits for another step
 */
async function changeRow(
  context: SessionContext,
  row: WaitingRow,
  toChange: (
    current: WaitingRow,
  ) => Partial<Pick<WaitingRow, 'done' | 'step' | 'tries'>> | undefined,
): Promise<WaitingSignIn | null> {
  const records = recordsOf(context)
  let current: WaitingRow | null = row
  for (let race = 0; current?.step === row.step && race < MAX_RACES; race += 1) {
    const change = toChange(current)
    if (change === undefined) return null
    const changed = await records.change(waitingSignIns, current, change)
    if (changed) return openRow(context, changed)
    current = await records.get(waitingSignIns, { id: row.id })
  }
  return null
}

/**
 * Counts a form that was sent to a waiting sign-in, before it is looked at.
 *
 * @returns the sign-in as it is now; `null` where it has had too many, or is not there any more
 */
export async function countTry(
  context: SessionContext,
  waiting: WaitingSignIn,
): Promise<WaitingSignIn | null> {
  return changeRow(context, waiting.row, ({ tries }) =>
    tries < MAX_TRIES ? { tries: tries + 1 } : undefined,
  )
}

/** Gives back a try of a form that could not be looked at. */
export async function giveBackTry(
  context: SessionContext,
  waiting: WaitingSignIn,
): Promise<WaitingSignIn | null> {
  return changeRow(context, waiting.row, ({ tries }) =>
    tries > 0 ? { tries: tries - 1 } : undefined,
  )
}

/** Notes that the step of a feature is done. `null` where the sign-in is not there any more. */
export async function noteDone(
  context: SessionContext,
  { row }: WaitingSignIn,
  feature: string,
  methods: readonly string[],
): Promise<WaitingSignIn | null> {
  return changeRow(context, row, (current) => ({
    // Written by this function alone.
    done: { ...(current.done as unknown as Done), [feature]: [...methods] },
  }))
}

/** The step of a sign-in that goes on: no page has it. */
const GOES_ON = 'goes-on'

/**
 * Keeps a sign-in for one request, before it is taken: whatever ends the sign-ins of the user meanwhile ends it as well.
 *
 * @returns the sign-in as it is now; `null` where another request was first, or it is not there any more
 */
export async function keepForOne(
  context: SessionContext,
  { row }: WaitingSignIn,
): Promise<WaitingSignIn | null> {
  return changeRow(context, row, () => ({ step: GOES_ON }))
}

/** Takes a sign-in, so that it goes on once: of simultaneous requests one gets `true`. */
export async function takeWaiting(
  context: SessionContext,
  { row }: WaitingSignIn,
): Promise<boolean> {
  const records = recordsOf(context)
  let current: WaitingRow | null = row
  for (let race = 0; current !== null && race < MAX_RACES; race += 1) {
    if (await records.drop(waitingSignIns, current)) return true
    // A form was counted since.
    current = await records.get(waitingSignIns, { id: row.id })
  }
  return false
}

/** The cookies without the one that leads to a waiting sign-in. */
export const withoutWaiting = (context: SessionContext, jar: CookieJar): CookieJar =>
  context.jar.get(cookieOf(context).name) === undefined ? jar : jar.delete(cookieOf(context))

/** Gives up the sign-in that waits in this browser, if there is one. A row that stays expires. */
export async function giveUp(context: SessionContext): Promise<CookieJar> {
  try {
    const waiting = await findWaiting(context)
    if (waiting) await takeWaiting(context, waiting)
  } catch (error) {
    context.config.log.error(asError(error))
  }
  return withoutWaiting(context, context.jar)
}
