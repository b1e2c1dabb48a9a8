import { randomBelow } from '../../crypto/random.ts'
import type { AdapterRevocation } from '../../types/adapter-revocation.ts'
import { exemptKey, allEndedKey } from './ended-keys.ts'
import { SKEW } from './copy.ts'

type Key = Pick<AdapterRevocation, 'kind' | 'key'>

/** The inputs of writing an ending. */
export interface Writing {
  /** The members that all its entries share. They are kept until `expires`, or longer where the generation requires it. */
  readonly note: Pick<AdapterRevocation, 'reason' | 'at' | 'expires'>
  /** The entry of a key with the greatest generation, among all that were appended before the call. */
  readonly find: (key: Key) => Promise<AdapterRevocation | null>
  readonly append: (entries: readonly AdapterRevocation[]) => Promise<void>
}

/** The sessions of a user that end, but for one. */
interface OfUser {
  readonly id: string
  readonly except?: string | undefined
  /** The generation that the exempt session counts as. */
  readonly generation?: number | undefined
}

/** How many generations there are to choose from: sessions that end all others in the same instant rarely take the same one. */
const CHOICES = 32_768

/** Endings of all have even generations, and endings of all others odd ones: they are never the same. */
const nextEven = (least: number): number => 2 * Math.ceil(least / 2)
const nextOdd = (least: number): number => 2 * (Math.floor(least / 2) + randomBelow(CHOICES)) + 1

/**
 * The members of an entry after the latest one. Its generation is at least the time in milliseconds. The entry is kept until
 * that time is past, so that after its deletion no lower generation is given while sessions of it are open.
 */
function toLater(
  { note }: Writing,
  latest: number,
  choose: (least: number) => number = (least) => least,
): Writing['note'] & Pick<AdapterRevocation, 'generation'> {
  const generation = choose(Math.max(latest + 1, note.at.getTime()))
  return {
    ...note,
    generation,
    expires: new Date(Math.max(note.expires.getTime(), generation + 2 * SKEW)),
  }
}

/** Whether a session was ended with all others since the request found it open; otherwise the request exempts it. */
async function isOver(
  { find }: Writing,
  except: string,
  { generation, latest }: { readonly generation: number; readonly latest: number },
): Promise<boolean> {
  if (latest <= generation) return false
  const exempt = await find({ kind: 'session', key: exemptKey(except) })
  return (exempt?.generation ?? 0) < latest
}

/**
 * Ends all sessions of a user, and again while a concurrent ending of all others has a later generation, because its exempt
 * session would survive. A concurrent ending of all needs no second try: it ends the rest.
 */
async function endAllOfUser(writing: Writing, id: string, before: number): Promise<void> {
  const key = { kind: 'user', key: id } as const
  const notice = { kind: 'session', key: await allEndedKey(id) } as const
  for (let latest = before; ;) {
    const own = toLater(writing, latest, nextEven)
    await writing.append([
      { ...own, ...notice },
      { ...own, ...key },
    ])
    latest = (await writing.find(key))?.generation ?? 0
    if (latest <= own.generation || latest % 2 === 0) return
  }
}

/** Ends all sessions of a user but one, and that one as well where an ending of all did not know of this one. */
async function endOthersOfUser(
  writing: Writing,
  { id, except }: { readonly id: string; readonly except: string },
  { generation, latest }: { readonly generation: number; readonly latest: number },
): Promise<void> {
  const own = toLater(writing, latest, nextOdd)
  await writing.append([
    { ...own, kind: 'session', key: exemptKey(except) },
    { ...own, kind: 'user', key: id },
  ])
  const all = await writing.find({ kind: 'session', key: await allEndedKey(id) })
  if (!all || all.generation <= generation) return
  const { note, append } = writing
  await append([{ ...note, reason: all.reason, kind: 'session', key: except, generation: 0 }])
}

/**
 * Ends the sessions of a user. Two endings at the same time know nothing of each other when they begin. Either writes
 * before it looks for the other, so that one of them finds what the other wrote.
 */
export async function endOfUser(writing: Writing, ending: OfUser): Promise<void> {
  const { id, except } = ending
  const latest = (await writing.find({ kind: 'user', key: id }))?.generation ?? 0
  const since = { latest, generation: ending.generation ?? latest }
  if (except === undefined || (await isOver(writing, except, since))) {
    return endAllOfUser(writing, id, latest)
  }
  return endOthersOfUser(writing, { id, except }, since)
}

/** Ends earlier sessions: all of an application, or those of a user at a provider. */
export async function endEarlier(writing: Writing, key: Key): Promise<void> {
  const latest = (await writing.find(key))?.generation ?? 0
  await writing.append([{ ...toLater(writing, latest), ...key }])
}
