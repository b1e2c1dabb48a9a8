import { beforeEach, describe, expect, it } from 'vitest'
import { type ListedDevice, MemoryDevices } from '../../../../../../test/adapters/memory-devices.ts'
import { sampleDevice } from '../../../../test/sign-out-request.ts'
import { sha256 } from '../../crypto/hash.ts'
import { resolveConfig } from '../../config/resolve.ts'
import type { ResolvedConfig } from '../../config/resolved-config.ts'
import { deviceId } from '../devices/device-id.ts'
import type { AdapterRevocation } from '../../types/adapter-revocation.ts'
import type { Adapter } from '../../types/adapter.ts'
import type { AuthConfig, SessionOptions } from '../../types/config.ts'
import type { SessionEnded } from '../../types/events.ts'
import { endSessions } from './endings.ts'
import { lookUpAgain } from './look-up.ts'

const NOW = 1_700_000_000_000
const SECOND = 1_000
const DAY = 86_400 * SECOND

let feed: AdapterRevocation[]
const devices = new MemoryDevices()
let deleted: unknown[]
let listed: string[]
let forgotten: string[]
let reported: SessionEnded[]
let isAway: boolean

beforeEach(() => {
  feed = []
  devices.clear()
  deleted = []
  listed = []
  forgotten = []
  reported = []
  isAway = false
})

const none = async (): Promise<null> => null

const adapter: Adapter = {
  capabilities: { revocationFeed: true, records: true, revocation: true },
  createSession: async (session) => session,
  getSessionAndUser: none,
  updateSession: none,
  deleteSession: async (id) => void deleted.push(id),
  deleteSessionsByUserId: async (id, except) => deleted.push([id, except]),
  listSessionsByUserId: async () => [],
  getUser: none,
  async appendRevocations(entries) {
    if (isAway) throw new Error('ECONNREFUSED')
    feed.push(...entries)
  },
  listRevocations: async () => [],
  getRevocation: async ({ kind, key }) =>
    feed.filter((entry) => entry.kind === kind && entry.key === key).at(-1) ?? null,
  records: {
    ...devices.records,
    find(table, query) {
      listed.push(query.value)
      return devices.records.find(table, query)
    },
    async drop(table, key, version) {
      const row = await devices.records.get(table, key)
      forgotten.push(JSON.stringify(row?.values['sessionId']))
      return devices.records.drop(table, key, version)
    },
  },
}

function open(
  session: SessionOptions,
  more: Pick<AuthConfig, 'adapter' | 'events' | 'logger'> = {},
): ResolvedConfig {
  return resolveConfig(
    {
      providers: [],
      // What is known of endings is kept for each adapter.
      adapter: { ...adapter },
      secret: '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978',
      session,
      events: { sessionEnded: (message) => void reported.push(message) },
      logger: { warn: () => undefined },
      ...more,
    },
    { env: {}, clock: () => NOW, basePath: '/auth' },
  )
}

const device = (sessionId: string, more: Partial<ListedDevice> = {}): ListedDevice =>
  sampleDevice(NOW, { sessionId, ...more })

const left = (): readonly string[] => devices.keys()

const SEALED = { strategy: 'jwt', revocation: true, maxAge: 600 } as const
const LISTED = { ...SEALED, devices: true } as const
const STORED = { strategy: 'database', devices: true } as const

describe('An entry of the feed of endings', () => {
  const at = new Date(NOW)
  const expires = new Date(NOW + 600 * SECOND + 2 * DAY)
  const generation = NOW

  it('of one session lasts as long as that could, and two days for clocks that differ', async () => {
    await endSessions(open(SEALED), { kind: 'session', id: 'one' }, 'sign-out')
    const entry = { kind: 'session', key: 'one', generation: 0, reason: 'sign-out', at, expires }
    expect(feed).toEqual([entry])
  })

  it('of many lasts as long as any of them could, if it is used all the time', async () => {
    const config = open({ ...SEALED, absoluteMaxAge: 3_600 })
    const longest = new Date(NOW + 3_600 * SECOND + 2 * DAY)
    const unspared = `all:${await sha256('7')}`
    await endSessions(config, { kind: 'user', id: '7' }, 'admin')
    await endSessions(config, { kind: 'all' }, 'admin')
    await endSessions(config, { kind: 'provider', key: 'u:one' }, 'admin')
    await endSessions(config, { kind: 'provider', key: 's:one' }, 'admin')
    await endSessions(config, { kind: 'session', id: 'one' }, 'admin')
    const reason = 'admin'
    expect(feed).toEqual([
      // For endings at the same time that exempt a session.
      { kind: 'session', key: unspared, generation, reason, at, expires: longest },
      { kind: 'user', key: '7', generation, reason, at, expires: longest },
      // Browsers are known for a year.
      { kind: 'all', key: '*', generation, reason, at, expires: new Date(NOW + 367 * DAY) },
      { kind: 'provider', key: 'u:one', generation, reason, at, expires: longest },
      { kind: 'provider', key: 's:one', generation, reason, at, expires: longest },
      { kind: 'session', key: 'one', generation: 0, reason, at, expires },
    ])
  })

  it('lasts no longer than a session may at most', async () => {
    const config = open({ ...SEALED, absoluteMaxAge: 60 })
    await endSessions(config, { kind: 'session', id: 'one' }, 'sign-out')
    expect(feed[0]?.expires).toEqual(new Date(NOW + 60 * SECOND + 2 * DAY))
  })

  it('that exempts a session is of the same generation, and is written before the ending (REV-04)', async () => {
    const config = open({ ...SEALED, absoluteMaxAge: 600 })
    await endSessions(config, { kind: 'user', id: '7', except: 'one' }, 'password-changed')
    const rest = { generation: feed[0]?.generation, reason: 'password-changed', at, expires }
    expect(feed).toEqual([
      { kind: 'session', key: 'spared:one', ...rest },
      { kind: 'user', key: '7', ...rest },
    ])
    expect(rest.generation).toBeGreaterThan(NOW)
    expect(Number(rest.generation) % 2).toBe(1)
  })

  it('is not written without `session.revocation`, which an error names', async () => {
    const config = open({ strategy: 'jwt' })
    const ended = endSessions(config, { kind: 'session', id: 'one' }, 'sign-out')
    await expect(ended).rejects.toMatchObject({
      type: 'InvalidConfiguration',
      message:
        'Sessions of the strategy "jwt" end in their own browser alone, unless `session.revocation` is set.',
    })
    expect([feed, reported]).toEqual([[], []])
  })

  it('of one session holds in this process also while the store is away; of many it does not', async () => {
    const config = open(SEALED)
    isAway = true
    const token = { jti: 'one', sub: '7' }
    const fails = async (kind: 'session' | 'user', id: string): Promise<void> =>
      expect(endSessions(config, { kind, id }, 'sign-out')).rejects.toThrow(/appendRevocations/)
    await fails('user', '7')
    expect(await lookUpAgain(config, token)).toBeUndefined()
    await fails('session', 'one')
    expect(await lookUpAgain(config, token)).toEqual({ reason: 'sign-out' })
    expect(reported).toEqual([])
  })
})

describe('The reason of an ending', () => {
  it.each(['sign-out', 'A1', 'password-changed-2', 'x'.repeat(64)])(
    'may be %s (REV-14)',
    async (reason) => {
      await endSessions(open(SEALED), { kind: 'session', id: 'one' }, reason)
      expect(feed).toMatchObject([{ reason }])
    },
  )

  it.each(['', 'two words', '-a', 'a-', 'a--b', 'a_b', 'ü', 'x'.repeat(65), '<b>'])(
    'that is %j is refused, and ends nothing (REV-14)',
    async (reason) => {
      const ended = endSessions(open(SEALED), { kind: 'session', id: 'one' }, reason)
      await expect(ended).rejects.toThrow(
        /^The reason ".{0,64}" is not a word of letters, digits and dashes with at most 64 characters\. Write one such as "password-changed"\.$/,
      )
      expect(feed).toEqual([])
    },
  )
})

describe('Sessions in a store', () => {
  it('are deleted one by one, or all of a user but for one', async () => {
    devices.replace(device('one'), device('two'), device('three'), device('other', { userId: '8' }))
    await endSessions(open(STORED), { kind: 'session', id: 'one', user: '7' }, 'sign-out')
    expect(left()).toEqual(['two', 'three', 'other'])
    await endSessions(open(STORED), { kind: 'user', id: '7', except: 'two' }, 'admin')
    expect(left()).toEqual(['two', 'other'])
    await endSessions(open(STORED), { kind: 'user', id: '7' }, 'admin')
    expect(left()).toEqual(['other'])
    expect(deleted).toEqual(['one', ['7', 'two'], ['7', undefined]])
  })

  it('are deleted by what they were opened by at a provider, those of its user alone', async () => {
    devices.replace(
      device('one', { providerSession: 's:one', providerSubject: 'u:one' }),
      device('two', { providerSession: 's:two', providerSubject: 'u:one' }),
      device('other', { userId: '8', providerSession: 's:one', providerSubject: 'u:one' }),
    )
    await endSessions(open(STORED), { kind: 'provider', key: 's:one', user: '7' }, 'back-channel')
    expect(deleted).toEqual(['one'])
    await endSessions(open(STORED), { kind: 'provider', key: 'u:one', user: '7' }, 'back-channel')
    expect(deleted).toEqual(['one', 'two'])
    expect(left()).toEqual(['other'])
  })

  it('leave in the feed why they ended, as long as one of them could have lasted', async () => {
    devices.replace(device('one'), device('two'))
    const config = open({ ...STORED, maxAge: 600 })
    await endSessions(config, { kind: 'user', id: '7' }, 'password-changed')
    const at = new Date(NOW)
    const expires = new Date(NOW + 600 * SECOND + 2 * DAY)
    const entry = { kind: 'session', generation: 0, reason: 'password-changed', at, expires }
    const forHour = new Date(NOW + 3600 * SECOND + 2 * DAY)
    expect(feed.toSorted((a, b) => (a.key < b.key ? -1 : 1))).toEqual([
      // For sign-ins in progress.
      { ...entry, kind: 'user', key: '7', generation: NOW, expires: forHour },
      { ...entry, key: 'one' },
      { ...entry, key: 'two' },
    ])
  })

  it.each([
    [STORED, { kind: 'provider', key: 's:one' }],
    [{ strategy: 'database' }, { kind: 'provider', key: 's:one', user: '7' }],
  ] as const)(
    'that %j cannot find by %j are an error that says what to set',
    async (session, ending) => {
      await expect(endSessions(open(session), ending, 'back-channel')).rejects.toMatchObject({
        type: 'InvalidConfiguration',
        message:
          'With the strategy "database" the sessions of a provider are found in the list of devices of a user. Set `session.devices` to true.',
      })
    },
  )

  it('are ended for all users by one call of the store, with one event (REV-17)', async () => {
    const all: Adapter = { ...adapter, deleteAllSessions: async () => deleted.push('all') }
    await endSessions(open(STORED, { adapter: all }), { kind: 'all' }, 'secret-leak')
    expect(deleted).toEqual(['all'])
    // For what is in progress.
    expect(feed).toMatchObject([{ kind: 'all', key: '*', reason: 'secret-leak' }])
    expect(reported).toEqual([{ kind: 'all', reason: 'secret-leak' }])
  })

  it('cannot be ended for all users where the adapter lacks the method, and an error says what to do', async () => {
    await expect(endSessions(open(STORED), { kind: 'all' }, 'admin')).rejects.toMatchObject({
      type: 'MissingAdapterMethods',
      message:
        'Ending the sessions of all users with the strategy "database" needs deleteAllSessions, and the adapter lacks it. Use one that has it, such as @latchstring/adapter-sql, or delete all sessions in the store yourself.',
    })
    expect(reported).toEqual([])
  })

  it('cannot be ended by their user where the adapter lacks the method, and an error names it', async () => {
    const methods = Object.entries(adapter).filter(([name]) => !name.endsWith('SessionsByUserId'))
    const less: Adapter = { ...Object.fromEntries(methods), capabilities: {} }
    const config = open({ strategy: 'database' }, { adapter: less })
    await expect(endSessions(config, { kind: 'user', id: '7' }, 'admin')).rejects.toMatchObject({
      type: 'MissingAdapterMethods',
      message:
        'Ending the sessions of a user needs deleteSessionsByUserId, and the adapter lacks it. Use one with the capability "revocation", such as @latchstring/adapter-sql.',
    })
  })
})

describe('The list of devices of sealed sessions', () => {
  it('loses those that were ended, and no others', async () => {
    const all = ['one', 'two', 'three'].map((id) => device(id, { providerSession: `s:${id}` }))
    devices.replace(...all)
    await endSessions(open(LISTED), { kind: 'session', id: 'one', user: '7' }, 'sign-out')
    expect(left()).toEqual(['two', 'three'])
    await endSessions(open(LISTED), { kind: 'provider', key: 's:two', user: '7' }, 'back-channel')
    expect(left()).toEqual(['three'])
    devices.replace(...all)
    await endSessions(open(LISTED), { kind: 'provider', key: 's:two' }, 'back-channel')
    await endSessions(open(LISTED), { kind: 'all' }, 'admin')
    await endSessions(open(SEALED), { kind: 'user', id: '7' }, 'admin')
    expect(left()).toEqual(['one', 'two', 'three'])
    expect(deleted).toEqual([])
  })

  it('is read only where there is a store, for a named user', async () => {
    devices.replace(device('one'))
    await endSessions(open(SEALED), { kind: 'user', id: '7' }, 'admin')
    await endSessions(open(LISTED), { kind: 'all' }, 'admin')
    await endSessions(open(LISTED), { kind: 'provider', key: 's:one' }, 'back-channel')
    await endSessions(open(LISTED), { kind: 'session', id: 'one', user: '7' }, 'sign-out')
    expect([listed, forgotten]).toEqual([[], ['"one"']])
    await endSessions(open(LISTED), { kind: 'user', id: '7' }, 'admin')
    await endSessions(open(LISTED), { kind: 'provider', key: 's:one', user: '8' }, 'back-channel')
    expect([listed, forgotten]).toEqual([['7', '8'], ['"one"']])
  })
})

describe('The session that ends all others of its user', () => {
  it('is put back on the list of devices, without the others, and endings are read for nothing else', async () => {
    const kept: string[] = []
    const errors: string[] = []
    let reads = 0
    const own: Adapter = {
      ...adapter,
      async listRevocations({ after = '0' }) {
        reads++
        if (isAway) throw new Error('ECONNREFUSED')
        return feed
          .map((entry, index) => ({ ...entry, cursor: String(index + 1) }))
          .filter(({ cursor }) => Number(cursor) > Number(after))
      },
      records: {
        ...devices.records,
        insert: ({ name }, { values }) => {
          kept.push(`${name} ${JSON.stringify(values['sessionId'])}`)
          return 'taken'
        },
      },
    }
    const logger = { error: ({ name }: Error) => void errors.push(name), warn: () => undefined }
    const others = { kind: 'user', id: '7', except: 'one' } as const
    const config = open(LISTED, { adapter: own, logger })
    // There is no device to put back.
    await endSessions(config, others, 'admin')
    devices.replace(device('one', { providerSubject: 'u:one' }), device('two'))
    await endSessions(config, { kind: 'provider', key: 'u:one', user: '7' }, 'back-channel')
    devices.replace(device('one'), device('two'))
    await endSessions(config, { kind: 'user', id: '7' }, 'admin')
    expect([reads, kept]).toEqual([0, []])
    devices.replace(device('one'), device('two'))
    await endSessions(config, others, 'admin')
    expect([reads, kept, errors]).toEqual([1, ['auth_sessions_devices "one"'], []])
    devices.replace(device('one'))
    const stored = open(STORED, { adapter: own, logger })
    await endSessions(stored, others, 'admin')
    expect([kept, errors]).toEqual([['auth_sessions_devices "one"'], []])
    isAway = true
    const writes = { ...own, appendRevocations: none }
    await endSessions(open(LISTED, { adapter: writes, logger }), others, 'admin')
    expect([kept, errors]).toEqual([
      ['auth_sessions_devices "one"'],
      ['AdapterError', 'AdapterError'],
    ])
  })
})

describe('An ending', () => {
  it('emits sessionEnded with the public id of the device and the user who ended it (REV-17)', async () => {
    const config = open(SEALED)
    const reason = 'admin'
    await endSessions(config, { kind: 'session', id: 'one', user: '7' }, { reason, by: '8' })
    await endSessions(config, { kind: 'session', id: 'one' }, reason)
    await endSessions(config, { kind: 'user', id: '7' }, { reason })
    await endSessions(config, { kind: 'provider', key: 's:one', user: '7' }, reason)
    await endSessions(config, { kind: 'provider', key: 's:one' }, reason)
    await endSessions(config, { kind: 'all' }, reason)
    const name = await deviceId(config, 'one')
    expect(reported).toStrictEqual([
      { kind: 'session', reason, userId: '7', device: name, by: '8' },
      { kind: 'session', reason, device: name },
      { kind: 'user', reason, userId: '7' },
      { kind: 'provider', reason, userId: '7' },
      { kind: 'provider', reason },
      { kind: 'all', reason },
    ])
  })

  it('of sessions without a name at the provider is part of another, without an event of its own (REV-17)', async () => {
    const unnamed = { kind: 'provider', key: 's:one', user: '7', unnamed: true } as const
    await endSessions(open(SEALED), unnamed, 'back-channel')
    await endSessions(open(SEALED, { events: {} }), { kind: 'user', id: '7' }, 'admin')
    expect(reported).toEqual([])
    expect(feed).toMatchObject([{ key: 's:one' }, { kind: 'session' }, { kind: 'user' }])
  })
})
