import { appendInTime, type FeedMethods } from '@latchstring/adapter-kit'
import type { AdapterRevocation, ListedRevocation } from '@latchstring/core/adapters'
import { COUNTER, endingPartition, FEED, padded } from './keys.ts'
import { type Store, text } from './store.ts'
import type { Item, Key } from './batches.ts'

/** Entries in one item, which is written as a whole: an item has up to 400 kB. */
const TOGETHER = 500

/** What an item has of an entry: times are milliseconds. */
type Kept = Readonly<Record<string, unknown>>

function time(date: Date): number {
  const milliseconds = date.getTime()
  if (!Number.isNaN(milliseconds)) return milliseconds
  throw new TypeError('A time to be stored in DynamoDB is an invalid Date.')
}

const keep = ({ kind, key, generation, reason, at, expires }: AdapterRevocation): Kept => ({
  ending: kind,
  key,
  generation,
  reason,
  at: time(at),
  until: time(expires),
})

const KINDS = ['session', 'user', 'provider', 'all'] as const

function read(kept: unknown): AdapterRevocation {
  const item = new Map<string, unknown>(Object.entries(kept ?? {}))
  const kind = KINDS.find((one) => one === item.get('ending'))
  const [key, reason] = [item.get('key'), item.get('reason')]
  if (kind === undefined || typeof key !== 'string' || typeof reason !== 'string') {
    throw new Error('An ending in DynamoDB is damaged: a member is missing.')
  }
  const date = (member: string): Date => new Date(Number(item.get(member)))
  const generation = Number(item.get('generation'))
  return { kind, key, generation, reason, at: date('at'), expires: date('until') }
}

/** Number of an item and position of an entry in it. */
function readCursor(cursor: string | undefined): readonly [number, number] {
  if (cursor === undefined) return [0, -1]
  const [, number, position] = /^(\d+)\.(\d+)$/.exec(cursor) ?? []
  if (number !== undefined && position !== undefined) return [Number(number), Number(position)]
  throw new TypeError(
    'listRevocations: "after" is not a cursor returned by this store. Pass one of an earlier call, or none.',
  )
}

function readItem(item: Item): readonly ListedRevocation[] {
  const entries: unknown = item['entries']
  if (!Array.isArray(entries)) throw new Error('An item of the feed in DynamoDB is damaged.')
  const number = Number(text(item, 'sk'))
  return entries.map((kept: unknown, position) => ({
    ...read(kept),
    cursor: `${number}.${position}`,
  }))
}

/** Methods of the feed of endings: items in the order of a counter, and one for each key and generation. */
export function feedMethods({ table, expiry }: Store): FeedMethods {
  const expires = (entries: readonly AdapterRevocation[]): Record<string, number> => ({
    [expiry.seconds]: Math.max(...entries.map((entry) => time(entry.expires))) / 1000,
  })

  async function append(entries: readonly AdapterRevocation[]): Promise<void> {
    const kept = entries.map(keep)
    // The item for `getRevocation` is written first: an entry that is listed must also be found.
    const found = new Map<string, Item & Key>()
    for (const [index, entry] of entries.entries()) {
      const pk = endingPartition(entry.kind, entry.key)
      const sk = padded(entry.generation)
      found.set(JSON.stringify([pk, sk]), { ...kept[index], ...expires([entry]), pk, sk })
    }
    // Items of a batch are written in any order, but a call that finds the last one must find the earlier ones.
    const items = [...found.values()]
    await table.putAll(items.slice(0, -1))
    for (const last of items.slice(-1)) await table.put(last)
    const counted = await table.evaluate(COUNTER, {
      update: 'ADD #last :one',
      names: { '#last': 'last' },
      values: { ':one': 1 },
    })
    const sk = padded(Number(counted?.['last']))
    await table.put({ pk: FEED, sk, entries: kept, ...expires(entries) })
  }

  return {
    async appendRevocations(entries) {
      for (let at = 0; at < entries.length; at += TOGETHER) {
        const some = entries.slice(at, at + TOGETHER)
        await appendInTime(() => append(some))
      }
    },
    async listRevocations({ after, limit }) {
      const [number, position] = readCursor(after)
      const listed: ListedRevocation[] = []
      let from = number
      for (;;) {
        const items = await table.page(FEED, { from: padded(from), limit: 100 })
        const entries = items.flatMap(readItem)
        listed.push(
          ...entries.filter(({ cursor }) => {
            const [of, at] = readCursor(cursor)
            return of > number || at > position
          }),
        )
        const last = items.at(-1)
        if (last === undefined || listed.length >= limit) return listed.slice(0, limit)
        from = Number(text(last, 'sk')) + 1
      }
    },
    async getRevocation({ kind, key }) {
      const [item] = await table.page(endingPartition(kind, key), { last: true, limit: 1 })
      return item === undefined ? null : read(item)
    },
  }
}
