import { describe, expect, it } from 'vitest'
import { type Given, sessionsForEachTest, START } from '../../../test/session-context.ts'
import { ADA } from '../../../test/sign-out-request.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import { selectStrategy } from './select.ts'
import type { Current, Identity, ReadResult } from './strategy.ts'
import { whyEnded } from './why-ended.ts'

const DAY = 86_400_000

const STORED = { strategy: 'database' } as const
const LISTED = { strategy: 'database', devices: true } as const

const { store, clock, warnings, contextWith } = sessionsForEachTest(LISTED)

const IDENTITY: Identity = { user: ADA, account: null, isNewUser: false }

const cookieOf = (jar: CookieJar): string => jar.toHeaders()[0]?.split(';')[0] ?? ''

async function enter(config: Given = {}, identity: Partial<Identity> = {}): Promise<string> {
  const context = contextWith('', config)
  const strategy = selectStrategy(context)
  return cookieOf((await strategy.issue(context, { ...IDENTITY, ...identity })).jar)
}

async function current(cookie: string, config: Given = {}): Promise<Current | null> {
  const context = contextWith(cookie, config)
  return selectStrategy(context).current(context)
}

async function read(cookie: string, config: Given = {}): Promise<ReadResult> {
  const context = contextWith(cookie, config)
  return selectStrategy(context).read(context, 'client')
}

describe('The time of the sign-in of a session in a store', () => {
  const signedInAt = START / 1000 - 600

  it('is that of its own device (REV-12)', async () => {
    await enter()
    const cookie = await enter({}, { earlier: { signedInAt } })
    expect(store.devices.values().map(({ createdAt }) => createdAt.getTime())).toEqual([
      START,
      signedInAt * 1000,
    ])
    expect((await current(cookie))?.signedInAt).toBe(signedInAt)
  })

  it('is unknown where a token of the application does not say and no device is there', async () => {
    const session = { ...LISTED, generateSessionToken: () => 'made-by-the-application-0123456789' }
    const cookie = await enter({ session })
    store.devices.clear()
    const found = await current(cookie, { session })
    expect(found).toMatchObject({ userId: ADA.id, signedInAt: undefined })
  })

  it('is in the token, whatever the device says', async () => {
    const session = LISTED
    const cookie = await enter({ session }, { earlier: { signedInAt } })
    store.devices.clear()
    expect((await current(cookie, { session }))?.signedInAt).toBe(signedInAt)
  })

  it('is in a token of the library without both (FRE-01)', async () => {
    const cookie = await enter()
    expect((await current(cookie, { session: STORED }))?.signedInAt).toBe(START / 1000)
  })
})

describe('A session in a store that is ended while its expiry is moved', () => {
  it('is refused, and its device is not noted as used (REV-02)', async () => {
    const cookie = await enter()
    const before = store.devices.size
    clock.now += 2 * DAY
    const adapter = {
      ...store.adapter,
      capabilities: { ...store.adapter.capabilities, compareAndSet: true },
      compareAndSetSession: () => {
        store.rows.clear()
        return false
      },
    }
    const { session, jar } = await read(cookie, { adapter })
    expect(session).toBeNull()
    expect(jar.toHeaders()).toEqual([])
    expect(store.devices.size).toBe(before)
  })

  it('is noted as used otherwise', async () => {
    const cookie = await enter()
    clock.now += 2 * DAY
    expect((await read(cookie)).session).not.toBeNull()
    expect(store.devices.values().at(-1)).toMatchObject({
      lastSeenAt: new Date(clock.now),
      expires: new Date(clock.now + 30 * DAY),
    })
  })
})

describe('A cookie that is not a session in the store', () => {
  const cookie = '__Host-latchstring.session-token=abc'
  const WARNING = /^development: The session cookie .* belongs to no session in the store/

  it.each([
    ['development', true],
    ['production', false],
  ])('is warned about in %s: %s', async (NODE_ENV, isWarned) => {
    expect((await read(cookie, { NODE_ENV })).session).toBeNull()
    expect(warnings.some((warning) => WARNING.test(warning))).toBe(isWarned)
  })
})

describe.each([
  ['in a store', LISTED],
  ['that is sealed', { strategy: 'jwt', revocation: true }],
])('whyEnded with a session %s', (_, session) => {
  const notice = '__Host-latchstring.ended=admin'

  it('leaves a session as it is that goes on, also where it could be extended', async () => {
    const cookie = await enter({ session })
    clock.now += 2 * DAY
    const context = contextWith(cookie, { session })
    const { ended, jar } = await whyEnded(context)
    expect(ended).toBeUndefined()
    expect(jar.toHeaders()).toEqual([])
  })

  it('takes the notice of a session that is over, once', async () => {
    const { ended, jar } = await whyEnded(contextWith(notice, { session }))
    expect(ended).toBe('admin')
    expect(jar.toHeaders().join()).toMatch(/ended=; Max-Age=0/)
  })

  it('says nothing where no session can have been ended elsewhere', async () => {
    const { strategy } = session as { readonly strategy: string } // both have one
    const context = contextWith(notice, { session: { strategy } })
    const { ended, jar } = await whyEnded(context)
    expect(ended).toBeUndefined()
    expect(jar).toBe(context.jar)
  })
})
