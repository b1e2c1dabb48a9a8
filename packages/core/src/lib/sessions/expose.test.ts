import { describe, expect, it } from 'vitest'
import type { AdapterSession, AdapterUser } from '../types/adapter.ts'
import type { JWT } from '../types/jwt.ts'
import type { Session } from '../types/session.ts'
import { clientSession, exposeSession, type SessionRecord, type View } from './expose.ts'

const CANARY = 'session-token-canary'
const EXPIRES = new Date('2030-01-01T00:00:00Z')
const TOKEN: JWT = {
  sub: '1',
  name: 'Ada',
  email: 'ada@example.com',
  picture: '/ada.png',
  jti: 'jti-canary',
  iat: 1,
  exp: 2,
  role: 'role-canary',
  accessToken: 'access-canary',
}
const USER: AdapterUser = Object.assign(
  { id: '1', name: 'Ada', email: 'ada@example.com', emailVerified: null, image: '/ada.png' },
  { passwordHash: 'hash-canary' },
)
const SESSION: AdapterSession = { sessionToken: CANARY, userId: '1', expires: EXPIRES }

const jwt: SessionRecord = { strategy: 'jwt', token: TOKEN, expires: EXPIRES }
const database: SessionRecord = {
  strategy: 'database',
  session: SESSION,
  user: USER,
  expires: EXPIRES,
}

async function expose(record: SessionRecord, view: View): Promise<object> {
  return exposeSession({ callbacks: {} }, record, view)
}

describe('a session without a callback', () => {
  it.each([jwt, database])(
    'is name, e-mail address and image for the browser ($strategy, SES-10)',
    async (record) => {
      expect(await expose(record, 'client')).toEqual({
        user: { name: 'Ada', email: 'ada@example.com', image: '/ada.png' },
        expires: '2030-01-01T00:00:00.000Z',
      })
    },
  )

  it.each([jwt, database])(
    'is id, name, e-mail address and image for the server ($strategy, ALT-06, SES-10)',
    async (record) => {
      expect(await expose(record, 'server')).toEqual({
        user: { id: '1', name: 'Ada', email: 'ada@example.com', image: '/ada.png' },
        expires: '2030-01-01T00:00:00.000Z',
      })
    },
  )

  it.each(['client', 'server'] as const)(
    'never contains the session token for the %s (SES-02)',
    async (view) => {
      for (const record of [jwt, database]) {
        const shown = JSON.stringify(await expose(record, view))
        for (const secret of [CANARY, 'jti-canary', 'access-canary', 'role-canary'])
          expect(shown).not.toContain(secret)
      }
      expect(JSON.stringify(await expose(database, view))).not.toContain('hash-canary')
    },
  )

  it('of a user without name, address or image has null for them', async () => {
    const unnamed = {
      user: { name: null, email: null, image: null },
      expires: EXPIRES.toISOString(),
    }
    expect(await expose({ ...jwt, token: {} }, 'client')).toStrictEqual(unnamed)
    expect(await expose({ ...jwt, token: {} }, 'server')).toStrictEqual(unnamed)
  })
})

describe('the session callback', () => {
  it.each([jwt, database])('never gets the session token ($strategy, SES-02)', async (record) => {
    let got: unknown
    const callbacks = {
      session: (params: object) => {
        got = params
        return {}
      },
    }
    await exposeSession({ callbacks }, record, 'client', { data: { a: 1 } })
    expect(JSON.stringify(got)).not.toContain(CANARY)
    expect(got).toMatchObject({ trigger: 'update', newSession: { a: 1 } })
  })

  it('gets the token or the user, and the session shown to the browser', async () => {
    const seen: unknown[] = []
    const callbacks = {
      session: (params: object) => {
        seen.push(params)
        return {}
      },
    }
    await exposeSession({ callbacks }, jwt, 'server')
    await exposeSession({ callbacks }, database, 'client')
    expect(seen[0]).toEqual({
      session: {
        user: { name: 'Ada', email: 'ada@example.com', image: '/ada.png' },
        expires: EXPIRES.toISOString(),
      },
      token: TOKEN,
    })
    expect(seen[1]).toEqual({
      session: {
        userId: '1',
        user: { id: '1', name: 'Ada', email: 'ada@example.com', image: '/ada.png' },
        expires: EXPIRES.toISOString(),
      },
      user: USER,
    })
  })

  it('alone decides which members browser and server get', async () => {
    const callbacks = { session: () => ({ anything: 1 }) }
    for (const view of ['client', 'server'] as const) {
      expect(await exposeSession({ callbacks }, database, view)).toEqual({ anything: 1 })
    }
  })

  it('that throws rejects (REL-06)', async () => {
    const thrown = new Error('own')
    const throws = (): never => {
      throw thrown
    }
    for (const session of [() => Promise.reject(thrown), throws]) {
      for (const [record, type] of [
        [jwt, 'JWTSessionError'],
        [database, 'SessionTokenError'],
      ] as const) {
        const shown = async () => exposeSession({ callbacks: { session } }, record, 'client')
        await expect(shown()).rejects.toMatchObject({
          type,
          message: 'The `session` callback threw.',
          cause: { err: thrown },
        })
      }
    }
  })
})

describe('a session read for the server, converted for the browser', () => {
  it.each([jwt, database])(
    'contains what GET session would return ($strategy, SES-10)',
    async (record) => {
      const shown = clientSession({ callbacks: {} }, await expose(record, 'server'))
      expect(shown).toStrictEqual(await expose(record, 'client'))
    },
  )

  it('is the result of the `session` callback for both (SES-10)', () => {
    const session = { user: { id: '1', role: 'reader' } }
    const callbacks = { session: () => session }
    expect(clientSession({ callbacks }, session)).toBe(session)
  })
})

describe('a session callback without types', () => {
  it.each(
    [jwt, database].flatMap((record) =>
      [undefined, false, true, 'Ada', []].map((returned) => ({ ...record, record, returned })),
    ),
  )(
    'that returns $returned, which is neither a session nor null, is an error ($strategy, REL-06)',
    async ({ record, returned, strategy }) => {
      const type = strategy === 'jwt' ? 'JWTSessionError' : 'SessionTokenError'
      // A program without types may return anything.
      const session = async (): Promise<Session> => returned as unknown as Session
      const exposed = async (): Promise<object> =>
        exposeSession({ callbacks: { session } }, record, 'server')
      await expect(exposed()).rejects.toMatchObject({
        type,
        message:
          'The `session` callback returned neither a session nor `null`. Return the session.',
      })
    },
  )

  it.each([jwt, database])('that returns null shows no session ($strategy)', async (record) => {
    // The type has no `null`, which programs without types return.
    const callbacks = { session: (): Session => null as unknown as Session }
    expect(await exposeSession({ callbacks }, record, 'client')).toBeNull()
  })
})
