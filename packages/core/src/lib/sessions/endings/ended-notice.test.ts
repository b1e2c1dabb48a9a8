import { beforeEach, describe, expect, it } from 'vitest'
import { MemoryDevices } from '../../../../../../test/adapters/memory-devices.ts'
import { resolveConfig } from '../../config/resolve.ts'
import type { SessionContext } from '../../request/context.ts'
import { CookieJar } from '../../http/cookie-jar.ts'
import { en } from '../../pages/texts/en.ts'
import type { AdapterRevocation } from '../../types/adapter-revocation.ts'
import type { Adapter } from '../../types/adapter.ts'
import type { SessionOptions } from '../../types/config.ts'
import type { EndedReason } from '../../types/pages.ts'
import { withNotice } from '../token-endings.ts'
import { endSessions } from './endings.ts'
import {
  findReason,
  keepReason,
  setEndedNotice,
  takeEndedNotice,
  toEndedReason,
} from './ended-notice.ts'

const NOW = 1_700_000_000_000
const COOKIE = '__Host-latchstring.ended'

// The page has a sentence for each reason, and for nothing else.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
const REASONS = Object.keys(en.ended) as readonly EndedReason[]

let rows: AdapterRevocation[]
let calls: string[]
let errors: Error[]
let isAway: boolean

beforeEach(() => {
  rows = []
  calls = []
  errors = []
  isAway = false
})

const none = async (): Promise<null> => null

function called(name: string): void {
  calls.push(name)
  if (isAway) throw new Error('ECONNREFUSED')
}

const SEALED = { strategy: 'jwt', revocation: true, devices: true } as const
const STORED = { strategy: 'database', devices: true } as const

function open(
  session: SessionOptions,
  { cookie = '', readOnly = false, revocationFeed = true } = {},
): SessionContext {
  const adapter: Adapter = {
    capabilities: { revocationFeed, records: true, revocation: true },
    createSession: async (created) => created,
    getSessionAndUser: none,
    updateSession: none,
    deleteSession: none,
    getUser: none,
    records: new MemoryDevices().records,
    listSessionsByUserId: async () => [],
    deleteSessionsByUserId: async () => 0,
    async appendRevocations(entries) {
      called('append')
      rows.push(...entries)
    },
    listRevocations: async () => [],
    async getRevocation({ kind, key }) {
      called(`get ${kind} ${key}`)
      return rows.find((row) => row.kind === kind && row.key === key) ?? null
    },
  }
  const config = resolveConfig(
    {
      providers: [],
      adapter,
      secret: '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978',
      session,
      logger: { warn: () => undefined, error: (error) => void errors.push(error) },
    },
    { env: {}, clock: () => NOW, basePath: '/auth' },
  )
  const origin = { href: 'https://app.example', secure: true }
  return { config, origin, profile: config.secure, jar: new CookieJar(cookie), readOnly }
}

/** The notice that is set in a jar, with its attributes. */
const setBy = (reason: string): unknown => [
  {
    name: COOKIE,
    value: reason,
    options: { httpOnly: true, sameSite: 'lax', path: '/', secure: true, maxAge: 300 },
  },
]

describe('The reason of an ending that a person sees', () => {
  it.each(REASONS)('is the reason itself if it is %s', (reason) => {
    expect(toEndedReason(reason)).toBe(reason)
  })

  it.each(['own-reason', '', 'toString'])(
    'is `other` if it is %j, which the page has no sentence for',
    (reason) => {
      expect(toEndedReason(reason)).toBe('other')
    },
  )

  it('is a sign-out at the provider, however that was heard of', () => {
    expect(toEndedReason('front-channel')).toBe('back-channel')
  })

  it.each(['sign-out', 'new-sign-in', undefined])('is nothing if it is %j', (reason) => {
    expect(toEndedReason(reason)).toBeUndefined()
  })
})

describe('The cookie about the end of a sealed session', () => {
  async function tell(
    reason: string,
    { jti = 'one', readOnly = false } = {},
  ): Promise<readonly unknown[]> {
    const context = open(SEALED, { readOnly })
    await endSessions(context.config, { kind: 'session', id: 'one' }, reason)
    return (await withNotice(context, context.jar, { jti })).changes()
  }

  it('has the reason for five minutes', async () => {
    expect(await tell('password-changed')).toEqual(setBy('password-changed'))
    expect(await tell('own-reason')).toEqual(setBy('other'))
  })

  it('is not set after a sign-out, nor about a session that was not ended', async () => {
    expect(await tell('sign-out')).toEqual([])
    expect(await tell('admin', { jti: 'two' })).toEqual([])
  })

  it('is not set where no cookie can be', async () => {
    expect(await tell('admin', { readOnly: true })).toEqual([])
  })
})

describe('The reason of sessions of a store', () => {
  const at = new Date(NOW)
  const expires = new Date(NOW + 1_000)

  it('is kept in the feed for each of them', async () => {
    const { config } = open(STORED)
    await keepReason(config, ['one', 'two'], { reason: 'admin', at, expires })
    const entry = { kind: 'session', generation: 0, reason: 'admin', at, expires }
    expect(rows).toEqual([
      { ...entry, key: 'one' },
      { ...entry, key: 'two' },
    ])
    expect(calls).toEqual(['append'])
  })

  it.each<readonly [string, SessionOptions, boolean]>([
    ['of sealed sessions', SEALED, true],
    ['without a list of devices', { strategy: 'database' }, true],
    ['without a feed', STORED, false],
  ])('is neither kept nor looked up %s', async (_, session, revocationFeed) => {
    const context = open(session, { revocationFeed })
    await keepReason(context.config, ['one'], { reason: 'admin', at, expires })
    expect(await findReason(context, 'one')).toBeUndefined()
    expect(calls).toEqual([])
  })

  it('is not stored without a session, nor where it is not shown', async () => {
    const { config } = open(STORED)
    await keepReason(config, [], { reason: 'admin', at, expires })
    await keepReason(config, ['one'], { reason: 'sign-out', at, expires })
    await keepReason(config, ['one'], { reason: 'new-sign-in', at, expires })
    expect(calls).toEqual([])
  })

  it('that cannot be stored or looked up is logged, and nothing else fails', async () => {
    const context = open(STORED)
    isAway = true
    await keepReason(context.config, ['one'], { reason: 'admin', at, expires })
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringContaining('appendRevocations'),
    ])
    expect(await findReason(context, 'one')).toBeUndefined()
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringContaining('appendRevocations'),
      expect.stringContaining('getRevocation'),
    ])
  })

  it('is shown for its own session, and for no other', async () => {
    const context = open(STORED)
    await keepReason(context.config, ['one'], { reason: 'back-channel', at, expires })
    const reason = await findReason(context, 'one')
    expect(setEndedNotice(context, context.jar, reason).changes()).toEqual(setBy('back-channel'))
    expect(await findReason(context, 'two')).toBeUndefined()
    expect(calls).toEqual(['append', 'get session one', 'get session two'])
    expect(errors).toEqual([])
  })

  it('is not looked up where no cookie can be set', async () => {
    const context = open(STORED, { readOnly: true })
    expect(await findReason(context, 'one')).toBeUndefined()
    expect(calls).toEqual([])
  })
})

describe('The notice about an ended session', () => {
  const deleted = [expect.objectContaining({ name: COOKIE, value: '' })]

  it.each(REASONS)('is read from the cookie as %s, which is deleted', (reason) => {
    const context = open(SEALED, { cookie: `other=x; ${COOKIE}=${reason}` })
    const { ended, jar } = takeEndedNotice(context, context.jar)
    expect(ended).toBe(reason)
    expect(jar.changes()).toEqual(deleted)
  })

  it('is none where there is no cookie, and nothing is deleted', () => {
    const context = open(SEALED, { cookie: 'other=admin' })
    const jar = context.jar.set({ name: 'another', options: {} }, 'admin')
    const taken = takeEndedNotice(context, jar)
    expect(taken.ended).toBeUndefined()
    expect(taken.jar).toBe(jar)
  })

  it.each(['own-reason', 'sign-out', 'toString', ''])(
    'is none where the cookie has %j, which is deleted',
    (value) => {
      const context = open(SEALED, { cookie: `${COOKIE}=${value}` })
      const { ended, jar } = takeEndedNotice(context, context.jar)
      expect(ended).toBeUndefined()
      expect(jar.changes()).toEqual(deleted)
    },
  )

  it('that was left during the request counts before that of the cookie', () => {
    const context = open(SEALED, { cookie: `${COOKIE}=admin` })
    const { options } = context.profile.device
    const jar = context.jar
      .set({ name: 'another', options: {} }, 'other')
      .set({ name: COOKIE, options }, 'email-changed')
    const taken = takeEndedNotice(context, jar)
    expect(taken.ended).toBe('email-changed')
    expect(taken.jar.changes()).toContainEqual(deleted[0])
  })

  it('that was taken is not taken again', () => {
    const context = open(SEALED, { cookie: `${COOKIE}=admin` })
    const { jar } = takeEndedNotice(context, context.jar)
    expect(takeEndedNotice(context, jar).ended).toBeUndefined()
  })
})
