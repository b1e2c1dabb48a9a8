import {
  assertSpend,
  type ControlMethods,
  type FeedMethods,
  type RecordKind,
  type RecordTypes,
} from '@latchstring/adapter-kit'
import type {
  AdapterRevocation,
  AdapterSpend,
  AdapterSpent,
  ListedRevocation,
} from '@latchstring/core/adapters'
import type { RunScript } from './client.ts'
import { toList } from './cluster.ts'
import { APPEND, LIST, READ_GREATEST, SPEND } from './control-scripts.ts'
import { type NameKey, toKeyPart } from './keys.ts'
import { fromFields, milliseconds, toFields } from './records.ts'
import { refusal } from './store.ts'

const encode = (kind: RecordKind, record: object): string => JSON.stringify(toFields(kind, record))

/** Parses a record; the error does not contain an invalid text. */
function decode<Kind extends RecordKind>(kind: Kind, stored: unknown): RecordTypes[Kind] | null {
  if (typeof stored !== 'string') return null
  const fields = ((): unknown => {
    try {
      return JSON.parse(stored)
    } catch {
      return undefined
    }
  })()
  return fromFields(kind, fields)
}

/** Kind and key in one part of a key. */
const entryKey = ({ kind, key }: Pick<AdapterRevocation, 'kind' | 'key'>): string =>
  toKeyPart(`${kind}:${key}`)

/** The number of an entry and the name of its feed, from what was given out for it. */
function readCursor(cursor: string | undefined): readonly [string, string] {
  if (cursor === undefined) return ['', '0']
  const [, name, seq] = /^([\w-]+):(\d+)$/.exec(cursor) ?? []
  if (name !== undefined && seq !== undefined) return [name, seq]
  throw new TypeError(
    'listRevocations: "after" is not a cursor returned by this store. Pass one of an earlier call, or none.',
  )
}

/** An entry from `number record`. */
function readListed(name: string, member: unknown): readonly ListedRevocation[] {
  const text = typeof member === 'string' ? member : ''
  const space = text.indexOf(' ')
  const entry = decode('revocation', text.slice(space + 1))
  return entry === null ? [] : [{ ...entry, cursor: `${name}:${text.slice(0, space)}` }]
}

function feedMethods(run: RunScript, key: NameKey): FeedMethods {
  const feed = key('feed', 'revocations')
  return {
    async appendRevocations(entries) {
      if (entries.length === 0) return
      const parameters = entries.flatMap((entry) => [
        entryKey(entry),
        String(entry.generation),
        milliseconds(entry.expires),
        encode('revocation', entry),
      ])
      await run(APPEND, feed, crypto.randomUUID(), ...parameters)
    },
    async listRevocations({ after, limit }) {
      const found = await run(LIST, feed, ...readCursor(after), String(limit))
      if (found === null) return []
      const [name, members] = toList(found)
      if (typeof name !== 'string' || !Array.isArray(members)) throw refusal('revocation', found)
      return members.flatMap((member: unknown) => readListed(name, member))
    },
    async getRevocation(entry) {
      return decode('revocation', await run(READ_GREATEST, feed, entryKey(entry)))
    },
  }
}

/** Methods for ending sessions and counting: scripts of one slot each, so the same in a cluster. */
export function controlMethods(run: RunScript, key: NameKey): ControlMethods {
  async function spend(wanted: AdapterSpend): Promise<AdapterSpent> {
    assertSpend(wanted)
    const { interval, burst, now } = wanted
    const numbers = [interval, burst, now].map(String)
    const wait = Number(await run(SPEND, key('budget', toKeyPart(wanted.key)), ...numbers))
    return { allowed: wait === 0, retryAfter: wait }
  }
  return {
    ...feedMethods(run, key),
    spend,
    // In a cluster each key has a slot of its own. Commands of one moment are on the way together.
    spendAll: (spends) => Promise.all(spends.map(spend)),
  }
}
