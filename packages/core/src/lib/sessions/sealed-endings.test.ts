import { describe, expect, it } from 'vitest'
import { OIDC } from '../../../test/oauth-provider.ts'
import { type Given, sessionsForEachTest, START } from '../../../test/session-context.ts'
import { ADA } from '../../../test/sign-out-request.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import { endSessions } from './endings/endings.ts'
import type { SessionEnded } from '../types/events.ts'
import type { JWT } from '../types/jwt.ts'
import { jwtStrategy } from './jwt-strategy.ts'
import type { Identity } from './strategy.ts'

const DAY = 86_400_000

const REVOKED = { strategy: 'jwt', revocation: true } as const

const { store, clock, warnings, contextWith } = sessionsForEachTest(REVOKED)

const IDENTITY: Identity = { user: ADA, account: null, isNewUser: false }

/** The session cookie that a jar sets, as a browser sends it. */
const cookieOf = (jar: CookieJar): string =>
  jar
    .toHeaders()
    .map((header) => header.split(';')[0] ?? '')
    .find((cookie) => cookie.includes('session-token=')) ?? ''

const enter = async (config: Given = {}, identity = IDENTITY, cookie = ''): Promise<string> =>
  cookieOf((await jwtStrategy.issue(contextWith(cookie, config), identity)).jar)

const read = async (cookie: string, config: Given = {}) =>
  jwtStrategy.read(contextWith(cookie, config), 'client')

const isAlive = async (cookie: string, config: Given = {}): Promise<boolean> =>
  (await read(cookie, config)).session !== null

async function idOf(cookie: string, config: Given = {}): Promise<string> {
  return (await jwtStrategy.current(contextWith(cookie, config)))?.sessionId ?? ''
}

/** Ends all sessions of the user, but for one. */
const endOthers = async (except?: string): Promise<void> =>
  endSessions(
    contextWith('').config,
    { kind: 'user', id: ADA.id, ...(except === undefined ? {} : { except }) },
    'password-changed',
  )

/** What is sealed in a cookie. */
async function claimsOf(cookie: string): Promise<JWT> {
  const { profile } = contextWith('')
  const opened = await profile.sessionBox.open('session', cookie.split('=')[1] ?? '')
  return opened?.payload ?? {}
}

describe('A sealed session that is ended while its `jwt` callback runs', () => {
  it('is refused with a notice of why, and not sealed again (REV-02)', async () => {
    const cookie = await enter()
    const id = await idOf(cookie)
    const jwt = async ({ token }: { readonly token: JWT }): Promise<JWT> => {
      await endSessions(contextWith('').config, { kind: 'session', id }, 'admin')
      return { ...token, read: clock.now }
    }
    const { session, jar } = await read(cookie, { callbacks: { jwt } })
    expect(session).toBeNull()
    const cookies = jar.toHeaders().join()
    expect(cookies).toMatch(/session-token=; Max-Age=0/)
    expect(cookies).toContain('ended=admin')
  })
})

describe('A sealed session that was exempt when the others of its user ended', () => {
  it('is sealed again once, so that it counts as later by itself (REV-04)', async () => {
    const [here, there] = [await enter(), await enter()]
    await endOthers(await idOf(here))
    expect(await isAlive(there)).toBe(false)
    const sealed = cookieOf((await read(here)).jar)
    expect(sealed).not.toBe('')
    const [ending] = store.feed.filter(({ kind }) => kind === 'user')
    expect(ending?.generation).toBeGreaterThan(START)
    expect((await claimsOf(sealed))['gen']).toBe(ending?.generation)
    const again = await read(sealed)
    expect(again.session).not.toBeNull()
    expect(again.jar.toHeaders()).toEqual([])
  })

  it('says as which generation it counts, before and after it is sealed again (REV-04)', async () => {
    const generationOf = async (cookie: string): Promise<number | undefined> =>
      (await jwtStrategy.current(contextWith(cookie)))?.generation
    const cookie = await enter()
    expect(await generationOf(cookie)).toBe(0)
    await endOthers(await idOf(cookie))
    const [ending] = store.feed.filter(({ kind }) => kind === 'user')
    expect(ending?.generation).toBeGreaterThan(START)
    expect(await generationOf(cookie)).toBe(ending?.generation)
    expect(await generationOf(cookieOf((await read(cookie)).jar))).toBe(ending?.generation)
  })

  it('stays alive when it is sealed again for another reason (REV-04)', async () => {
    await endOthers()
    const cookie = await enter()
    const sealed = cookieOf(
      (await jwtStrategy.read(contextWith(cookie), 'client', { data: {} })).jar,
    )
    expect((await claimsOf(sealed))['gen']).toBe((await claimsOf(cookie))['gen'])
    expect(await isAlive(sealed)).toBe(true)
  })
})

describe('The `jwt` callback', () => {
  it('cannot change which endings a session comes after (REV-02)', async () => {
    const jwt = ({ token }: { readonly token: JWT }): JWT => ({
      ...token,
      gen: 9_999_999_999,
      epoch: 9_999_999_999,
      latchstring_sub: 'unknown',
      idp: { s: 'none' },
    })
    const cookie = await enter({ callbacks: { jwt } })
    expect(await claimsOf(cookie)).not.toHaveProperty('gen')
    await endOthers()
    expect(await isAlive(cookie)).toBe(false)
  })

  it('may use the names of those claims where sessions are not revoked', async () => {
    const jwt = ({ token }: { readonly token: JWT }): JWT => ({ ...token, sub: 'x', gen: 'third' })
    const config = { session: { strategy: 'jwt' }, callbacks: { jwt } }
    const cookie = await enter(config)
    expect(await claimsOf(cookie)).toMatchObject({ sub: 'x', gen: 'third' })
    clock.now += DAY
    const sealed = cookieOf((await read(cookie, config)).jar)
    expect(await claimsOf(sealed)).toMatchObject({ sub: 'x', gen: 'third' })
    expect(await claimsOf(sealed)).not.toHaveProperty('latchstring_sub')
  })

  it('that gives the user another id leaves the session with its owner, who can end it (REV-02)', async () => {
    const jwt = ({ token }: { readonly token: JWT }): JWT => ({ ...token, sub: 'acme-1' })
    const cookie = await enter({ callbacks: { jwt } })
    const current = await jwtStrategy.current(contextWith(cookie))
    expect(current).toMatchObject({ userId: 'acme-1', owner: ADA.id })
    expect(await jwtStrategy.current(contextWith(await enter()))).not.toHaveProperty('owner')
    await endOthers()
    expect(await isAlive(cookie)).toBe(false)
  })
})

describe('A sign-in in a browser with a sealed session', () => {
  it('ends that session in every copy of its cookie (SES-05)', async () => {
    const before = await enter()
    const id = await idOf(before)
    await enter({}, IDENTITY, before)
    expect(await isAlive(before)).toBe(false)
    expect(store.feed).toMatchObject([{ kind: 'session', key: id, reason: 'new-sign-in' }])
  })

  it('ends that session also where the `jwt` callback wants no other (SES-05)', async () => {
    const before = await enter()
    const config = { callbacks: { jwt: () => null } }
    await jwtStrategy.issue(contextWith(before, config), IDENTITY)
    expect(await isAlive(before)).toBe(false)
  })

  it('fails where that session cannot be ended (SES-05)', async () => {
    const before = await enter()
    store.isAway = true
    await expect(enter({}, IDENTITY, before)).rejects.toMatchObject({
      type: 'AdapterError',
      message: 'The session from before the sign-in could not be ended, so no new one was made.',
      cause: { err: { type: 'AdapterError' } },
    })
  })

  it('ends nothing where the cookie is not a session', async () => {
    await enter({}, IDENTITY, '__Host-latchstring.session-token=x.y.z')
    expect(store.feed).toEqual([])
  })
})

describe('A sign-out of a sealed session', () => {
  it('ends it in every copy of its cookie, and emits the user who asked (SES-08)', async () => {
    const reported: SessionEnded[] = []
    const config: Given = { events: { sessionEnded: (message) => void reported.push(message) } }
    const cookie = await enter(config)
    const id = await idOf(cookie)
    await jwtStrategy.revoke(contextWith(cookie, config))
    expect(store.feed).toMatchObject([{ kind: 'session', key: id, reason: 'sign-out' }])
    expect(reported).toMatchObject([
      { kind: 'session', reason: 'sign-out', userId: ADA.id, by: ADA.id },
    ])
    expect(await isAlive(cookie)).toBe(false)
  })

  it('of a session ended elsewhere emits no signOut event', async () => {
    const reported: unknown[] = []
    const config: Given = { events: { signOut: (message) => void reported.push(message) } }
    const cookie = await enter(config)
    const id = await idOf(cookie)
    await endSessions(contextWith('').config, { kind: 'session', id }, 'admin')
    await jwtStrategy.revoke(contextWith(cookie, config))
    expect(reported).toEqual([])
  })
})

describe('The device of a sealed session', () => {
  const session = { ...REVOKED, devices: true }
  const jwt = ({ token }: { readonly token: JWT }): JWT => ({ ...token, read: clock.now })

  it('is noted when it is opened, with the time and what opened it', async () => {
    const account = { provider: 'acme', providerAccountId: 'a', type: 'oidc', userId: '7' } as const
    const providerSession = { issuer: 'https://idp.example', sub: 'a', sid: 'one' }
    const cookie = await enter({ session }, { ...IDENTITY, account, providerSession })
    expect(store.devices.values()).toMatchObject([
      {
        sessionId: await idOf(cookie, { session }),
        userId: ADA.id,
        createdAt: new Date(START),
        expires: new Date(START + 30 * DAY),
        provider: 'acme',
      },
    ])
    const [device] = store.devices.values()
    const marks = [device?.providerSession, device?.providerSubject]
    expect(marks.map((mark) => mark?.slice(0, 2))).toEqual(['s:', 'u:'])
  })

  it('is not noted for a session that names no user, nor without the option', async () => {
    await enter({ session }, { ...IDENTITY, user: { name: 'Ada' } })
    await enter()
    expect(store.devices.values()).toEqual([])
  })

  it.each([
    [59, 0],
    [60, 1],
  ])(
    'is noted as used when it is sealed again, %i seconds later: %i times',
    async (later, times) => {
      const cookie = await enter({ session })
      clock.now += later * 1000
      const sealed = cookieOf((await read(cookie, { session, callbacks: { jwt } })).jar)
      expect(sealed).not.toBe('')
      const lastSeenAt = new Date(START + times * 60_000)
      expect(store.devices.values()).toMatchObject([{ lastSeenAt }])
    },
  )

  it('is not looked up where the session names no user', async () => {
    const nameless = { ...IDENTITY, user: { name: 'Ada' } }
    const cookie = await enter({ session }, nameless)
    let asked = 0
    const adapter = {
      ...store.adapter,
      listDevicesByUserId: () => {
        asked += 1
        return []
      },
    }
    clock.now += 60_000
    expect((await read(cookie, { session, adapter, callbacks: { jwt } })).session).not.toBeNull()
    expect(asked).toBe(0)
  })
})

describe('A session cookie that cannot be opened', () => {
  const cookie = '__Host-latchstring.session-token=x.y.z'
  const WARNING =
    /^development: The session cookie "__Host-latchstring\.session-token" cannot be opened/

  it('is warned about in development, and is not a session', async () => {
    const { session, jar } = await read(cookie, { NODE_ENV: 'development' })
    expect(session).toBeNull()
    expect(jar.toHeaders()).toEqual([])
    expect(warnings).toContainEqual(expect.stringMatching(WARNING))
  })

  it('is not warned about in production', async () => {
    await read(cookie)
    expect(warnings).not.toContainEqual(expect.stringMatching(WARNING))
  })

  it('is not warned about where the session was one, and has ended', async () => {
    const config = { NODE_ENV: 'development' }
    const good = await enter(config)
    await endOthers()
    expect(await isAlive(good, config)).toBe(false)
    expect(warnings).not.toContainEqual(expect.stringMatching(WARNING))
  })
})

describe('An encoder of the application', () => {
  /** The claims that it is given at a sign-in. */
  async function given(identity: Identity, config: Given = {}): Promise<JWT> {
    const seen: JWT[] = []
    const encode = ({ token = {} }: { readonly token?: JWT }): string => {
      seen.push(token)
      return Buffer.from(JSON.stringify(token)).toString('base64url')
    }
    const decode = ({ token = '' }: { readonly token?: string }): JWT =>
      JSON.parse(Buffer.from(token, 'base64url').toString()) as JWT // `encode` made it
    await enter({ session: { strategy: 'jwt' }, jwt: { encode, decode }, ...config }, identity)
    expect(seen).toHaveLength(1)
    return seen[0] ?? {}
  }

  it('gets no provider for a session that no provider has opened', async () => {
    const claims = await given(IDENTITY)
    expect(claims).toHaveProperty('jti')
    expect(claims).not.toHaveProperty('latchstring_by')
  })

  it('gets the provider that opened the session', async () => {
    const account = {
      provider: 'acme',
      providerAccountId: 'a',
      type: 'oidc',
      userId: ADA.id,
    } as const
    const claims = await given({ ...IDENTITY, account }, { providers: [OIDC] })
    expect(claims).toMatchObject({ latchstring_by: { p: 'acme' } })
  })
})
