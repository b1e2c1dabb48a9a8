import { type ListedDevice, MemoryDevices } from '../../../../../test/adapters/memory-devices.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { createLogoutTokens } from '../../../test/logout-tokens.ts'
import { ISSUER, NOW, oidcProvider } from '../../../test/oauth-provider.ts'
import { sampleDevice } from '../../../test/sign-out-request.ts'
import type { ProviderOfKind } from '../config/providers.ts'
import { resolveConfig } from '../config/resolve.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { providerKeys } from '../sessions/endings/provider-keys.ts'
import { keyOf } from '../crypto/key-of.ts'
import type { AdapterRecords } from '../types/records.ts'
import type { AdapterRevocation } from '../types/adapter-revocation.ts'
import type { Adapter } from '../types/adapter.ts'
import type { SessionOptions } from '../types/config.ts'
import type { SessionEnded } from '../types/events.ts'
import { endByLogoutToken } from './back-channel.ts'

const tokens = await createLogoutTokens()

let feed: AdapterRevocation[]
const devices = new MemoryDevices()
let deleted: string[]
let asked: unknown[]
let isAway: boolean
let emitted: SessionEnded[]

beforeEach(() => {
  feed = []
  devices.clear()
  deleted = []
  asked = []
  isAway = false
  emitted = []
})

const none = async (): Promise<null> => null

const adapter: Adapter = {
  capabilities: { revocationFeed: true, records: true, revocation: true },
  listSessionsByUserId: async () => [],
  deleteSessionsByUserId: async () => 0,
  createSession: async (session) => session,
  getSessionAndUser: none,
  updateSession: none,
  deleteSession: async (id) => void deleted.push(id),
  getUser: none,
  // Ids that a store counts are numbers in some adapters.
  getUserByAccount: async (account) => {
    asked.push(account)
    return account.providerAccountId === 'ada' ? USER : null
  },
  appendRevocations: async (entries) => {
    if (isAway) throw new Error('The store is away.')
    feed.push(...entries)
  },
  listRevocations: async () => [],
  getRevocation: async ({ kind, key }) =>
    feed.find((entry) => entry.kind === kind && entry.key === key) ?? null,
  records: devices.records,
}

const USER = { id: '7', email: 'ada@example.com', emailVerified: null }

function open(session: SessionOptions, store: Adapter = adapter): ResolvedConfig {
  return resolveConfig(
    {
      providers: [],
      adapter: store,
      secret: '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978',
      session,
      logger: { warn: () => undefined },
      events: { sessionEnded: (message) => void emitted.push(message) },
    },
    { env: {}, clock: () => NOW * 1000, basePath: '/auth' },
  )
}

async function send(
  config: ResolvedConfig,
  claims: Readonly<Record<string, unknown>>,
): Promise<void> {
  const provider = oidcProvider(tokens.options)
  const text = await tokens.sign(claims)
  // The provider of these tests is one with OpenID Connect.
  const refusal = await endByLogoutToken(config, provider as ProviderOfKind<'oidc'>, text)
  if (refusal) throw refusal.toError(provider)
}

/** The keys that were ended, without the entry that remembers the token. */
const endedKeys = (): readonly string[] =>
  feed.map(({ key }) => key).filter((key) => !key.startsWith('jti:'))

const SEALED = { strategy: 'jwt', revocation: true } as const
const LISTED = { strategy: 'jwt', revocation: true, devices: true } as const
const STORED = { strategy: 'database', devices: true } as const

async function device(sessionId: string, sid: string | undefined): Promise<ListedDevice> {
  const { session, user } = await providerKeys(ISSUER, { sub: 'ada', sid })
  const keys = { providerSession: session ?? null, providerSubject: user ?? null }
  return sampleDevice(NOW * 1000, { sessionId, provider: 'acme', ...keys })
}

describe('A logout token for sealed sessions', () => {
  it('that is refused ends nothing, and is not remembered (LGO-14)', async () => {
    await expect(send(open(SEALED), { aud: 'other' })).rejects.toMatchObject({
      cause: { reason: 'audience' },
    })
    expect(feed).toEqual([])
  })

  it('with `sid` ends that session, and the one of the user without a `sid` (LGO-04 LGO-11)', async () => {
    await send(open(SEALED), { sid: 'one' })
    const [named, unnamed] = await Promise.all([
      providerKeys(ISSUER, { sid: 'one' }),
      providerKeys(ISSUER, { sub: 'ada' }),
    ])
    expect(endedKeys()).toEqual([named.session, unnamed.session])
    expect(feed.map(({ reason }) => reason)).toEqual([
      'back-channel',
      'back-channel',
      'back-channel',
    ])
    expect(asked).toEqual([])
  })

  it('with `sid` ends no session of the user without a `sid` that is opened later (LGO-11)', async () => {
    await send(open(SEALED), { sid: 'one' })
    const { session: unnamed } = await providerKeys(ISSUER, { sub: 'ada' })
    // A later session counts as a greater generation, also one with the same id at the provider.
    expect(
      feed.flatMap(({ key, generation }) =>
        key.startsWith('s:') ? [[key === unnamed, generation]] : [],
      ),
    ).toEqual([
      [false, NOW * 1000],
      [true, NOW * 1000],
    ])
  })

  it('with only `sid` ends only that session (LGO-04)', async () => {
    await send(open(LISTED), { sub: undefined, sid: 'one' })
    expect(endedKeys()).toEqual([(await providerKeys(ISSUER, { sid: 'one' })).session])
    expect(asked).toEqual([])
  })

  it('with only `sub` ends all sessions of the user at the provider (LGO-04)', async () => {
    await send(open(SEALED), {})
    expect(endedKeys()).toEqual([(await providerKeys(ISSUER, { sub: 'ada' })).user])
  })

  it('for an unknown user gets the same response as any other (LGO-04)', async () => {
    await send(open(LISTED), { sub: 'unknown' })
    expect(endedKeys()).toEqual([(await providerKeys(ISSUER, { sub: 'unknown' })).user])
    expect(asked).toEqual([{ provider: 'acme', providerAccountId: 'unknown' }])
  })

  it('is refused the second time, and ends nothing (LGO-10)', async () => {
    const config = open(SEALED)
    await send(config, {})
    const { length } = feed
    await expect(send(config, {})).rejects.toMatchObject({
      message: 'replayed: the logout token of "acme" was used before.',
      cause: { reason: 'replayed' },
    })
    expect(feed).toHaveLength(length)
  })

  it('can be sent again after the store failed', async () => {
    const config = open(SEALED)
    isAway = true
    await expect(send(config, {})).rejects.toThrow('The adapter failed in appendRevocations().')
    isAway = false
    await expect(send(config, {})).resolves.toBeUndefined()
  })
})

describe('The event sessionEnded after a logout token', () => {
  it.each<[string, SessionOptions, Parameters<typeof send>[1], readonly (string | undefined)[]]>([
    ['with the user, where devices are listed', LISTED, {}, ['7']],
    ['without a user, where none is known', LISTED, { sub: 'unknown' }, [undefined]],
    [
      'without a user, where only a session is named',
      LISTED,
      { sub: undefined, sid: 'one' },
      [undefined],
    ],
    ['without a user, where no devices are listed', SEALED, {}, [undefined]],
    ['with the user of sessions in a store', STORED, {}, ['7']],
    ['once of `sid` and `sub`, where devices are listed (REV-17)', LISTED, { sid: 'one' }, ['7']],
    ['once of `sid` and `sub`, of sealed sessions (REV-17)', SEALED, { sid: 'one' }, [undefined]],
    ['once of `sid` and `sub`, of sessions in a store (REV-17)', STORED, { sid: 'one' }, ['7']],
    ['not for sessions in a store of an unknown user', STORED, { sub: 'unknown' }, []],
  ])('%s', async (_, session, claims, users) => {
    await send(open(session), claims)
    expect(emitted.map(({ userId }) => userId)).toEqual(users)
  })
})

describe('A logout token for sessions in a store', () => {
  // A counter that lets each key through once.
  const spent = new Set<string>()
  const COUNTS: Adapter = {
    capabilities: { counters: true },
    spend: async ({ key }) => {
      const allowed = !spent.has(key)
      spent.add(key)
      return { allowed, retryAfter: 1 }
    },
  }

  it.each<readonly [string, Adapter]>([
    ['remembers tokens', {}],
    ['counts tokens in the store', COUNTS],
  ])(
    'can be sent again after the store failed where a process without a feed %s, and ends nothing after that (LGO-10)',
    async (_, counts) => {
      const config = open(STORED, {
        ...adapter,
        ...counts,
        capabilities: { records: true, revocation: true, ...counts.capabilities },
        deleteSession: async (id) => {
          if (isAway) throw new Error('The store is away.')
          deleted.push(id)
        },
      })
      devices.replace(await device('one', undefined))
      isAway = true
      await expect(send(config, { jti: 'sent-again' })).rejects.toThrow('deleteSession()')
      isAway = false
      await send(config, { jti: 'sent-again' })
      expect(deleted).toEqual(['one'])
      devices.replace(await device('two', undefined))
      const replay = send(config, { jti: 'sent-again' })
      await expect(replay).rejects.toMatchObject({ cause: { reason: 'replayed' } })
      expect(deleted).toEqual(['one'])
    },
  )

  it('with `sub` and `sid` deletes that session, and those of the user without a `sid` (LGO-04 LGO-11)', async () => {
    devices.replace(
      await device('one', 'one'),
      await device('two', 'two'),
      await device('three', undefined),
    )
    await send(open(STORED), { sid: 'one' })
    expect(deleted.toSorted()).toEqual(['one', 'three'])
  })

  it('with only `sub` deletes all sessions of the user at the provider (LGO-04)', async () => {
    devices.replace(
      await device('one', 'one'),
      await device('two', 'two'),
      await device('three', undefined),
    )
    await send(open(STORED), {})
    expect(deleted.toSorted()).toEqual(['one', 'three', 'two'])
  })

  it('for an unknown user gets the same response as any other (LGO-04)', async () => {
    await expect(send(open(STORED), { sub: 'unknown' })).resolves.toBeUndefined()
    expect(deleted).toEqual([])
  })

  it('with only `sid` deletes that session alone, whose device names the user (LGO-04)', async () => {
    devices.replace(
      await device('one', 'one'),
      await device('two', 'two'),
      await device('three', undefined),
    )
    await send(open(STORED), { sub: undefined, sid: 'one' })
    expect(deleted).toEqual(['one'])
    expect(asked).toEqual([])
  })

  it('with only `sid` deletes no session of another issuer or another key, whatever the store finds (LGO-04 LGO-12)', async () => {
    const [named, { session: elsewhere = null }] = await Promise.all([
      device('one', 'one'),
      providerKeys('https://other.example', { sid: 'one' }),
    ])
    devices.replace(
      named,
      { ...named, sessionId: 'two', userId: '8', providerSession: elsewhere },
      { ...named, sessionId: 'three', userId: '9', providerSession: 's:ANOTHER' },
      { ...named, sessionId: 'four', providerSession: elsewhere },
      { ...named, sessionId: 'five', userId: '9' },
    )
    await send(open(STORED), { sub: undefined, sid: 'one' })
    expect(deleted.toSorted()).toEqual(['five', 'one'])
    deleted = []
    // What a store finds that compares by the rules of a language.
    const find: AdapterRecords['find'] = async (table) => {
      const row = await devices.records.get(table, { userId: '8', session: await keyOf('two') })
      return { rows: row ? [row] : [], next: null }
    }
    const careless: Adapter = { ...adapter, records: { ...devices.records, find } }
    const sent = send(open(STORED, careless), { sub: undefined, sid: 'one', jti: 'another' })
    await expect(sent).rejects.toThrow('another row')
    expect(deleted).toEqual([])
  })

  it('with only `sid` of an unknown session gets the same response as any other (LGO-04)', async () => {
    await expect(send(open(STORED), { sub: undefined, sid: 'nine' })).resolves.toBeUndefined()
    expect(deleted).toEqual([])
  })
})
