import { beforeEach, describe, expect, it } from 'vitest'
import { type ListedDevice, MemoryDevices } from '../../../../../../test/adapters/memory-devices.ts'
import { sampleDevice } from '../../../../test/sign-out-request.ts'
import { resolveConfig } from '../../config/resolve.ts'
import type { ResolvedConfig } from '../../config/resolved-config.ts'
import type { AdapterRevocation, RevocationKind } from '../../types/adapter-revocation.ts'
import type { Adapter } from '../../types/adapter.ts'
import type { JWT } from '../../types/jwt.ts'
import type { SessionOptions } from '../../types/config.ts'
import { askForEndings, catchUpTo, lookUp, lookUpAgain } from './look-up.ts'
import { isDeviceEnded, isExempt } from './device-endings.ts'
import { openFeed } from './open-feed.ts'
import { exemptKey, allEndedKey } from './ended-keys.ts'
import { providerKeys } from './provider-keys.ts'
import { findMarks, findIssuedAfter, toDeviceSource } from './session-generations.ts'

const START = 1_700_000_000_000
const ISSUER = 'https://id.example'

let now: number
let feed: AdapterRevocation[]
let calls: string[]
let errors: Error[]
let isAway: boolean
let warnings: string[]

beforeEach(() => {
  now = START
  feed = []
  calls = []
  errors = []
  isAway = false
  warnings = []
})

const called = (name: string): void => {
  calls.push(name)
  if (isAway) throw new Error('ECONNREFUSED')
}

function start(
  session: SessionOptions = { strategy: 'jwt', revocation: true },
  application: object = {},
): ResolvedConfig {
  const adapter: Adapter = {
    capabilities: { revocationFeed: true, records: true },
    appendRevocations: async (entries) => void feed.push(...entries),
    async listRevocations({ after = '0', limit }) {
      called('list')
      return feed
        .map((entry, index) => ({ ...entry, cursor: String(index + 1) }))
        .filter(({ cursor }) => Number(cursor) > Number(after))
        .slice(0, limit)
    },
    async getRevocation({ kind, key }) {
      called(`get ${kind} ${key}`)
      const found = feed.filter((entry) => entry.kind === kind && entry.key === key)
      return found.toSorted((one, other) => other.generation - one.generation)[0] ?? null
    },
    records: new MemoryDevices().records,
  }
  return resolveConfig(
    {
      providers: [],
      adapter,
      secret: '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978',
      session,
      logger: {
        warn: (code) => void warnings.push(code),
        error: (error) => void errors.push(error),
      },
    },
    { env: {}, clock: () => now, basePath: '/auth', application },
  )
}

function end(
  kind: RevocationKind,
  key: string,
  generation: number,
  reason = `${kind} ${generation}`,
): void {
  feed.push({ kind, key, generation, reason, at: new Date(now), expires: new Date(8.64e15) })
}

const TOKEN: JWT = { jti: 'session-1', sub: '7' }

/** The finding for a token in a process that has just started, and again with its copy of the feed. */
async function find(token: JWT): Promise<unknown> {
  const config = start()
  const first = await lookUp(config, token)
  expect(await lookUp(config, token)).toEqual(first)
  return first
}

describe('A session in the feed of endings', () => {
  it('that has not been ended is not found', async () => {
    end('session', 'another', 0)
    end('user', '8', 1)
    end('provider', 's:another', 0)
    expect(await find({ ...TOKEN, idp: { s: 's:one', u: 'u:one' } })).toBeUndefined()
    expect(await find({})).toBeUndefined()
  })

  it('has the reason of its ending', async () => {
    end('session', 'session-1', 0, 'sign-out')
    expect(await find(TOKEN)).toEqual({ reason: 'sign-out' })
  })

  it('is over although the clock of the machine was set back to where the feed was pulled (REV-05)', async () => {
    let passed = 0
    const config = { ...start(), steady: () => START + passed }
    expect(await lookUp(config, TOKEN)).toBeUndefined()
    end('session', 'session-1', 0, 'sign-out')
    // An hour without requests, in which the clock went wrong by as much.
    passed = 3_600_000
    now = START + 10
    expect(await lookUp(config, TOKEN)).toEqual({ reason: 'sign-out' })
  })

  it.each([
    [2, { reason: 'all 3' }],
    [3, undefined],
    [4, undefined],
  ])('with the epoch %i and an ending of all with 3 is %j (REV-16)', async (epoch, found) => {
    end('all', '*', 3)
    expect(await find({ ...TOKEN, epoch })).toEqual(found)
  })

  it.each([
    [0, { reason: 'user 3' }],
    [2, { reason: 'user 3' }],
    [3, undefined],
  ])('of the generation %i with an ending of its user with 3 is %j', async (gen, found) => {
    end('user', '7', 3)
    expect(await find({ ...TOKEN, gen })).toEqual(found)
  })

  it('that was exempt counts as the generation that the others ended with, until a later one (REV-04)', async () => {
    end('session', exemptKey('session-1'), 3)
    end('user', '7', 3)
    expect(await find(TOKEN)).toEqual({ exempt: 3 })
    expect(await find({ ...TOKEN, jti: 'session-2' })).toEqual({ reason: 'user 3' })
    end('user', '7', 4)
    expect(await find(TOKEN)).toEqual({ reason: 'user 4' })
  })

  it('that was exempt is over by an ending of all that it does not come after (REV-04)', async () => {
    end('session', await allEndedKey('7'), 4, 'admin')
    end('session', exemptKey('session-1'), 5)
    end('user', '7', 5)
    expect(await find({ ...TOKEN, gen: 3 })).toEqual({ reason: 'admin' })
    expect(await find({ ...TOKEN, gen: 4 })).toEqual({ exempt: 5 })
  })

  it('that was exempt can be ended alone', async () => {
    end('session', exemptKey('session-1'), 3)
    end('user', '7', 3)
    end('session', 'session-1', 0, 'sign-out')
    expect(await find(TOKEN)).toEqual({ reason: 'sign-out' })
  })

  it('is over with its session at the provider, or with all of its user there that are older (LGO-04)', async () => {
    const token = (g?: number): JWT => ({
      ...TOKEN,
      idp: { s: 's:one', u: 'u:one', ...(g === undefined ? {} : { g }) },
    })
    end('provider', 'u:one', 5, 'back-channel')
    expect(await find(token())).toEqual({ reason: 'back-channel' })
    expect(await find(token(4))).toEqual({ reason: 'back-channel' })
    expect(await find(token(5))).toBeUndefined()
    end('provider', 's:one', 1, 'there')
    expect(await find(token(5))).toEqual({ reason: 'there' })
    expect(await find({ ...TOKEN, idp: { u: 'u:one' } })).toEqual({ reason: 'back-channel' })
    expect(await find({ ...TOKEN, idp: { s: 's:two' } })).toBeUndefined()
  })

  it('of a session at the provider is over with those that were open, and not with those ended before it (LGO-11)', async () => {
    const token = (n?: number): JWT => ({
      ...TOKEN,
      idp: { s: 's:unnamed', ...(n === undefined ? {} : { n }) },
    })
    const config = start()
    const claims = { sub: 'ada' }
    const at = { issuer: 'https://harbour.example', ...claims }
    const { session = '' } = await providerKeys(at.issuer, claims)
    end('provider', session, 4, 'back-channel')
    const issuedAfter = await findIssuedAfter(config, { owner: '7', providerSession: at })
    expect(issuedAfter?.provider).toMatchObject({ s: session, n: 4 })
    const named = { ...at, sid: 'one' }
    const ofNamed = await findIssuedAfter(config, { owner: '7', providerSession: named })
    expect(ofNamed?.provider).not.toHaveProperty('n')
    const { session: one = '' } = await providerKeys(at.issuer, named)
    end('provider', one, 6, 'back-channel')
    const again = await findIssuedAfter(config, { owner: '7', providerSession: named })
    expect(again?.provider).toMatchObject({ s: one, n: 6 })
    end('provider', 's:unnamed', 5, 'back-channel')
    expect(await find(token())).toEqual({ reason: 'back-channel' })
    expect(await find(token(4))).toEqual({ reason: 'back-channel' })
    expect(await find(token(5))).toBeUndefined()
  })

  it('is not looked for where sessions are not revoked', async () => {
    const config = start({ strategy: 'jwt' })
    expect(await lookUp(config, TOKEN)).toBeUndefined()
    expect(await lookUpAgain(config, TOKEN)).toBeUndefined()
    await catchUpTo(config, 0)
    await askForEndings(config)
    expect(await isDeviceEnded(config, device(null))).toBe(false)
    expect(await findIssuedAfter(config, { owner: '7' })).toBeUndefined()
    expect(calls).toEqual([])
  })

  it('is read without waiting for the store until the copy is a window old, and pulls from half a window on', async () => {
    const config = start()
    await lookUp(config, TOKEN)
    calls.length = 0
    now += 14_999
    expect(await lookUp(config, TOKEN)).toBeUndefined()
    expect(calls).toEqual([])
    end('session', 'session-1', 0, 'sign-out')
    now += 1
    expect(await lookUp(config, TOKEN)).toBeUndefined()
    expect(calls).toEqual(['list'])
    await lookUp(config, TOKEN)
    now += 30_000
    expect(await lookUp(config, TOKEN)).toEqual({ reason: 'sign-out' })
    end('user', '7', 3)
    now += 29_999
    expect(await lookUp(config, { ...TOKEN, jti: 'session-2' })).toBeUndefined()
  })

  it('is looked up in the store before it is read when the copy is exactly a window old', async () => {
    const config = start()
    await lookUp(config, TOKEN)
    end('session', 'session-1', 0, 'sign-out')
    now += 30_000
    expect(await lookUp(config, TOKEN)).toEqual({ reason: 'sign-out' })
  })

  it('is looked up again in the copy, without a query', async () => {
    const config = start()
    expect(await lookUpAgain(config, TOKEN)).toBeUndefined()
    expect(calls).toEqual([])
    end('session', 'session-1', 0, 'sign-out')
    await lookUp(config, TOKEN)
    now += 3_600_000
    expect(await lookUpAgain(config, TOKEN)).toEqual({ reason: 'sign-out' })
    expect(calls).toEqual(['list'])
  })

  it.each([
    [undefined, 20_000, 0],
    [20, 19_999, 0],
    [20, 20_000, 1],
    [0, 0, 1],
    [Number.NaN, 0, 1],
  ])(
    'asked for with a staleness of %j after %i ms asks the store %i times',
    async (most, ms, asked) => {
      const config = start()
      await lookUp(config, TOKEN)
      calls.length = 0
      now += ms
      await catchUpTo(config, most)
      expect(calls).toHaveLength(asked)
    },
  )

  it('is found after the store was asked for endings, with a copy of any age', async () => {
    const config = start()
    await lookUp(config, TOKEN)
    end('session', 'session-1', 0, 'admin')
    expect(await lookUpAgain(config, TOKEN)).toBeUndefined()
    await askForEndings(config)
    expect(await lookUpAgain(config, TOKEN)).toEqual({ reason: 'admin' })
  })

  it('is answered from memory while the store is unreachable, until the grace ends', async () => {
    const config = start()
    end('session', 'session-1', 0, 'admin')
    await lookUp(config, TOKEN)
    isAway = true
    await askForEndings(config)
    expect(await lookUpAgain(config, TOKEN)).toEqual({ reason: 'admin' })
    now += 300_000
    await expect(askForEndings(config)).rejects.toThrow(/listRevocations/)
  })

  it('cannot be looked up while the store is away, which is in the log', async () => {
    const config = start()
    isAway = true
    await expect(lookUp(config, TOKEN)).rejects.toThrow(/listRevocations/)
    expect(errors.map(({ name }) => name)).toEqual(['AdapterError'])
  })
})

const device = (providerSession: string | null, sessionId = 'session-1'): ListedDevice =>
  sampleDevice(START, { sessionId, providerSession })

describe('The session of a device', () => {
  it('has ended where it was ended alone, or with its session at the provider', async () => {
    const config = start()
    end('session', 'session-1', 0)
    end('provider', 's:one', 0)
    end('session', 'session-3', 7)
    await lookUp(config, TOKEN)
    expect(await isDeviceEnded(config, device(null))).toBe(true)
    expect(await isDeviceEnded(config, device(null, 'session-2'))).toBe(false)
    expect(await isDeviceEnded(config, device('s:one', 'session-2'))).toBe(true)
    expect(await isDeviceEnded(config, device('s:two', 'session-2'))).toBe(false)
    expect(await isDeviceEnded(config, device(null, 'session-3'))).toBe(false)
  })
})

it.each<readonly [string, readonly number[], readonly number[], boolean]>([
  ['by the latest ending of its user', [3], [3], true],
  ['by an ending that another one followed', [3], [3, 4], false],
  ['where the ending of its user is not known', [3], [], false],
  ['by no ending of its user', [], [3], false],
])('isExempt says of a session that was exempt %s: %j, %j, %s', async (_, exempt, ofUser, is) => {
  const config = start()
  for (const generation of exempt) end('session', exemptKey('session-1'), generation)
  for (const generation of ofUser) end('user', '7', generation)
  await lookUp(config, TOKEN)
  expect(await isExempt(config, '7', device(null))).toBe(is)
  expect(await isExempt(config, '7', device(null, 'session-2'))).toBe(false)
  // No session is exempt where none is revoked.
  expect(await isExempt(start({ strategy: 'jwt' }), '7', device(null))).toBe(false)
})

describe('The session of a device whose provider has ended all those of its user', () => {
  const at = (later: number, providerSubject: string | null = 'u:one') => ({
    ...device('s:one', 'session-5'),
    providerSubject,
    lastSeenAt: new Date(START + later),
  })

  it('goes on when it was last seen after its session there was ended (LGO-11)', async () => {
    const config = start()
    end('provider', 's:one', 3, 'back-channel')
    await lookUp(config, TOKEN)
    expect(await isDeviceEnded(config, at(1, null))).toBe(false)
    expect(await isDeviceEnded(config, at(0, null))).toBe(true)
  })

  it.each([
    ['before it', -1, true],
    ['in its millisecond', 0, true],
    ['after it', 1, false],
  ])('last seen %s has ended only if that was not after it (LGO-04)', async (_, later, is) => {
    const config = start()
    end('provider', 'u:one', 3, 'back-channel')
    await lookUp(config, TOKEN)
    expect(await isDeviceEnded(config, at(later))).toBe(is)
    expect(await isDeviceEnded(config, at(later, 'u:two'))).toBe(false)
    expect(await isDeviceEnded(config, at(later, null))).toBe(false)
  })

  it('has ended with the latest of several endings, of which the store is asked', async () => {
    const config = start()
    end('provider', 'u:one', 3)
    now += 10
    end('provider', 'u:one', 4)
    await lookUp(config, TOKEN)
    calls.length = 0
    expect(await isDeviceEnded(config, at(10))).toBe(true)
    expect(await isDeviceEnded(config, at(11))).toBe(false)
    expect(calls).toEqual(['get provider u:one', 'get provider u:one'])
    calls.length = 0
    expect(await isDeviceEnded(config, at(10, 'u:two'))).toBe(false)
    expect(calls).toEqual([])
  })

  it('goes on where the store has deleted the entry, which had expired', async () => {
    const config = start()
    end('provider', 'u:one', 3)
    await lookUp(config, TOKEN)
    feed.length = 0
    expect(await isDeviceEnded(config, at(0))).toBe(false)
  })
})

describe('A key of which a process that knows 50,001 has only a filter', () => {
  /** A process that has learned of more keys than it keeps as they are. */
  async function startFull(kind: 'sessions' | 'providers'): Promise<ResolvedConfig> {
    const config = start()
    await lookUp(config, {})
    const keys = openFeed(config)?.feed[kind]
    const entry = { generation: 0, reason: 'known', at: 0, expires: 8.64e15 }
    for (let index = 0; index <= 50_000; index++) keys?.add(`ended-${index}`, entry, now)
    calls.length = 0
    return config
  }

  it('is looked up in the store, and what the store says of the session counts (REV-10)', async () => {
    const config = await startFull('sessions')
    end('session', 'ended-0', 0, 'admin')
    expect(await lookUp(config, { jti: 'ended-0' })).toEqual({ reason: 'admin' })
    expect(calls).toEqual(['get session ended-0'])
  })

  it('is not asked about again where the store does not know it', async () => {
    const config = await startFull('sessions')
    for (let read = 0; read < 2; read++) {
      expect(await lookUp(config, { jti: 'ended-0' })).toBeUndefined()
    }
    expect(calls).toEqual(['get session ended-0'])
  })

  it('is that of a session or of a user at a provider, also for a device', async () => {
    const config = await startFull('providers')
    end('provider', 'ended-0', 5, 'back-channel')
    const over = { reason: 'back-channel' }
    expect(await lookUp(config, { jti: 'one', idp: { s: 'ended-0' } })).toEqual(over)
    expect(await lookUp(config, { jti: 'one', idp: { u: 'ended-0' } })).toEqual(over)
    expect(await isDeviceEnded(config, device('ended-0'))).toBe(true)
    // Once more for the device: it has no generation, and the entry is of one that has.
    expect(calls).toEqual(Array.from({ length: 4 }, () => 'get provider ended-0'))
    const ofSubject = { ...device(null, 'session-5'), providerSubject: 'ended-0' }
    expect(await isDeviceEnded(config, ofSubject)).toBe(true)
  })
})

describe('The session of a device, once all sessions were ended,', () => {
  it.each([
    ['before it', -1, true],
    ['in its millisecond', 0, true],
    ['after it', 1, false],
  ])('last seen %s has ended only if that was not after it (REV-16)', async (_, later, isEnded) => {
    const config = start()
    end('all', '*', 1)
    await lookUp(config, TOKEN)
    const seen = { ...device(null, 'session-4'), lastSeenAt: new Date(START + later) }
    expect(await isDeviceEnded(config, seen)).toBe(isEnded)
  })
})

describe('A session that is issued', () => {
  const at = { issuer: ISSUER, sub: 'ada', sid: 'one' }

  it('comes after every ending that the store knows of', async () => {
    const { session: s, user: u = '' } = await providerKeys(ISSUER, at)
    end('user', '7', 3)
    end('all', '*', 4)
    end('provider', u, 5)
    expect(await findIssuedAfter(start(), { owner: '7', providerSession: at })).toStrictEqual({
      owner: '7',
      since: START,
      endedAt: START,
      generation: 3,
      epoch: 4,
      provider: { s, u, g: 5 },
    })
    expect(calls).toEqual(['list', `get provider ${u}`, `get provider ${s}`])
  })

  it.each([
    ['all', '*', 'later.sid'],
    ['provider', 'user', 'sid'],
    ['provider', 'session', undefined],
  ] as const)(
    'says when the latest ending of the kind "%s" was that it comes after: %s (REV-05)',
    async (kind, key, sid) => {
      const named = { issuer: ISSUER, sub: 'ada', sid }
      const keys = await providerKeys(ISSUER, named)
      end(kind, key === '*' ? key : (keys[key] ?? ''), 5)
      const issuedAfter = await findIssuedAfter(start(), { owner: '7', providerSession: named })
      expect(issuedAfter?.since).toBe(START)
    },
  )

  it('has no epoch and no ending where none was stored', async () => {
    const { session: s, user: u } = await providerKeys(ISSUER, at)
    const config = start()
    expect(await findIssuedAfter(config, { owner: '7', providerSession: at })).toStrictEqual({
      owner: '7',
      since: 0,
      endedAt: 0,
      generation: 0,
      epoch: 0,
      provider: { s, u },
    })
    calls.length = 0
    expect(await findIssuedAfter(config, { owner: undefined })).toStrictEqual({
      owner: undefined,
      since: 0,
      endedAt: 0,
      generation: 0,
      epoch: 0,
      provider: undefined,
    })
    expect(calls).toEqual(['list'])
    end('user', '7', 3)
    expect(await findIssuedAfter(config, { owner: undefined })).toMatchObject({ generation: 0 })
  })

  it('keeps of its session at the provider what can end it, where something can', async () => {
    const { session, user } = await providerKeys(ISSUER, at)
    const marks = { s: session, u: user }
    expect(await findMarks(start(), { providerSession: at })).toStrictEqual(marks)
    const devices = {
      ...start({ strategy: 'jwt' }),
      session: { ...start().session, devices: true },
    }
    expect(await findMarks(devices, { providerSession: at })).toStrictEqual(marks)
    expect(await findMarks(start({ strategy: 'jwt' }), { providerSession: at })).toBeUndefined()
    expect(await findMarks(start(), { providerSession: undefined })).toBeUndefined()
    const named = { issuer: ISSUER, sid: 'one' }
    expect(await findMarks(start(), { providerSession: named })).toStrictEqual({ s: session })
    expect(await findMarks(start(), { providerSession: { issuer: ISSUER } })).toStrictEqual({})
  })

  it('passes the provider that opened it to the list of devices', () => {
    const account = { provider: 'acme', providerAccountId: 'ada', type: 'oidc' } as const
    expect(toDeviceSource({ account }, { s: 's:one', u: 'u:one' })).toEqual({
      provider: 'acme',
      providerSession: 's:one',
      providerSubject: 'u:one',
    })
    const none = { provider: null, providerSession: null, providerSubject: null }
    expect(toDeviceSource({ account: null })).toEqual(none)
  })
})

it('the keys of a provider session are made of its id and of its user, separately for each issuer (LGO-12)', async () => {
  const { session = '', user = '' } = await providerKeys(ISSUER, { sid: 'one', sub: 'ada' })
  expect([session, user]).toEqual([
    expect.stringMatching(/^s:[\w-]{22}$/),
    expect.stringMatching(/^u:[\w-]{22}$/),
  ])
  expect(session.slice(2)).not.toBe(user.slice(2))
  const elsewhere = await providerKeys(`${ISSUER}/x`, { sid: 'one', sub: 'ada' })
  expect(elsewhere.session).not.toBe(session)
  expect(elsewhere.user).not.toBe(user)
})

it('the key of a provider session does not depend on its user, nor that of a user on the session', async () => {
  const { session, user } = await providerKeys(ISSUER, { sid: 'one', sub: 'ada' })
  expect(await providerKeys(ISSUER, { sid: 'one' })).toStrictEqual({ session })
  expect((await providerKeys(ISSUER, { sub: 'ada', sid: 'two' })).user).toBe(user)
})

it('a provider session without an id has the key of its user, which differs from that of a session (LGO-11)', async () => {
  const { session, user } = await providerKeys(ISSUER, { sub: 'ada' })
  expect((await providerKeys(ISSUER, { sub: 'grace' })).session).not.toBe(session)
  expect((await providerKeys(ISSUER, { sid: 'ada' })).session).not.toBe(session)
  expect(user).toBeDefined()
})

it('a token without session and user has no provider keys', async () => {
  expect(await providerKeys(ISSUER, {})).toStrictEqual({})
})

describe('An application whose configuration function makes an adapter each time', () => {
  const session = { strategy: 'jwt', revocation: true } as const
  const reported = (): number => warnings.filter((code) => code === 'revocation-adapter').length

  async function read(configs: readonly ResolvedConfig[]): Promise<void> {
    for (const config of configs) await lookUp(config, TOKEN)
  }

  it('is warned after twenty reads in a row of which each had another adapter (REV-10)', async () => {
    const application = {}
    const configs = Array.from({ length: 20 }, () => start(session, application))
    await read(configs.slice(0, 19))
    expect(reported()).toBe(0)
    await read(configs.slice(19))
    expect(reported()).toBe(1)
  })

  it('is not warned when any of the last twenty was read again, as with an adapter for each tenant', async () => {
    const application = {}
    const tenants = Array.from({ length: 60 }, () => start(session, application))
    for (const [index, tenant] of tenants.entries()) {
      await read([tenant])
      if (index % 10 === 0) await read([tenant])
    }
    await read(tenants)
    expect(reported()).toBe(0)
  })

  it('is warned although an adapter from before is read again and again', async () => {
    const application = {}
    const kept = start(session, application)
    await read([kept])
    for (const config of Array.from({ length: 20 }, () => start(session, application))) {
      await read([config, kept])
    }
    expect(reported()).toBe(1)
  })

  it('is distinguished from other applications, and from sessions that nothing revokes', async () => {
    await read(Array.from({ length: 40 }, () => start(session)))
    const application = {}
    await read(Array.from({ length: 40 }, () => start({ strategy: 'jwt' }, application)))
    expect(reported()).toBe(0)
  })
})
