import {
  assertSpend,
  type ControlMethods,
  type DeviceMethods,
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
import { READ_POINTER, REMOVE_POINTER } from './cluster-scripts.ts'
import {
  APPEND,
  LIST,
  LIST_DEVICES,
  LIST_NOTED,
  NOTE_DEVICE,
  POINT_DEVICE,
  PUT_DEVICE,
  READ_DEVICE,
  READ_GREATEST,
  REMOVE_DEVICE,
  SPEND,
} from './control-scripts.ts'
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

/** Owner and session of a device in one text. */
const toNote = (owner: string, id: string): string => `${owner.length} ${owner}${id}`

/** Owner and session from a note. */
function readNote(note: unknown): readonly [string, string] {
  const [, length, ids] = /^(\d+) ([^]*)$/.exec(typeof note === 'string' ? note : '') ?? []
  if (length === undefined || ids === undefined) throw refusal('device', note)
  return [ids.slice(0, Number(length)), ids.slice(Number(length))]
}

/**
 * A device is stored under the key of its user. The keys of its session, and of its session at the provider, point to the user.
 */
function deviceMethods(run: RunScript, key: NameKey): DeviceMethods {
  const remove = (owner: string, id: string): Promise<unknown> =>
    run(REMOVE_DEVICE, key('user', owner), id)
  return {
    async putDevice(device, options) {
      const [id, owner] = [toKeyPart(device.sessionId), toKeyPart(device.userId)]
      const expires = milliseconds(device.expires)
      const present = options?.ifPresent === true
      const record = encode('device', device)
      const atProvider = device.providerSession
      async function point(): Promise<void> {
        await run(POINT_DEVICE, key('device', id), owner, expires)
        if (atProvider === null) return
        const noted = key('provider-session', toKeyPart(atProvider))
        await run(NOTE_DEVICE, noted, toNote(owner, id), expires)
      }
      if (!present) {
        const before = await run(READ_POINTER, key('device', id))
        if (typeof before === 'string' && before !== owner) await remove(before, id)
        await point()
      }
      const user = key('user', owner)
      const said = await run(PUT_DEVICE, user, id, present ? '1' : '0', expires, record)
      if (said === 'missing') return
      if (said !== null) throw refusal('device', said)
      if (present) await point()
    },
    async listDevicesByUserId(userId) {
      const found = await run(LIST_DEVICES, key('user', toKeyPart(userId)))
      if (!Array.isArray(found)) throw refusal('device', found)
      return found.map((stored: unknown) => decode('device', stored)).filter((one) => one !== null)
    },
    async listDevicesByProviderSession(providerSession) {
      const notes = await run(LIST_NOTED, key('provider-session', toKeyPart(providerSession)))
      if (!Array.isArray(notes)) throw refusal('device', notes)
      const found = await Promise.all(
        notes.map(async (note: unknown) => {
          const [owner, id] = readNote(note)
          return decode('device', await run(READ_DEVICE, key('user', owner), id))
        }),
      )
      // A note may lead to a device that was deleted, or signed in anew since; it expires with the session.
      return found
        .filter((one) => one?.providerSession === providerSession)
        .filter((one) => one !== null)
    },
    async deleteDevice(sessionId) {
      const id = toKeyPart(sessionId)
      const owner = await run(READ_POINTER, key('device', id))
      if (typeof owner !== 'string') return
      await remove(owner, id)
      await run(REMOVE_POINTER, key('device', id), owner)
    },
  }
}

/** Methods for ending sessions, listing devices and counting: scripts of one slot each, so the same in a cluster. */
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
    ...deviceMethods(run, key),
    spend,
    // In a cluster each key has a slot of its own. Commands of one moment are on the way together.
    spendAll: (spends) => Promise.all(spends.map(spend)),
  }
}
