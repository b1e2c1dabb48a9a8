import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { resolveConfig } from '../config/resolve.ts'
import { CookieJar } from '../http/cookie-jar.ts'
import type { Adapter } from '../types/adapter.ts'
import type { AuthConfig, MigrateOptions } from '../types/config.ts'
import { hashToken } from './database-token.ts'
import { openForeignToken } from './foreign-token.ts'

const SECRETS = ['of now', 'of before']
const TOKEN = 'q7Qw2Zp0sVt5Xn8Lk3Jh6Gf1Dd4Ss9Aa'

const sign = (secret: string, token = TOKEN): string =>
  `${token}.${createHmac('sha256', secret).update(token).digest('base64')}`

const NOW = 1_800_000_000_000
const DAY = 86_400_000

interface Stored {
  readonly emailVerified?: Date | null
  /** The store cannot delete the sessions of a user. */
  readonly keeps?: true
  readonly expires?: Date
}

async function open(
  { emailVerified = new Date(NOW - 90 * DAY), expires = new Date(NOW + 5 * DAY), keeps }: Stored,
  migrate: Partial<MigrateOptions> = {},
): Promise<object | null> {
  const user = { id: 'u', name: 'Ada', email: 'ada@example.com', emailVerified }
  const key = await hashToken(TOKEN)
  const adapter: Adapter = {
    ...(keeps ? {} : { deleteSessionsByUserId: () => 0 }),
    getSessionAndUser: (sessionToken) =>
      sessionToken === key ? { user, session: { sessionToken, userId: 'u', expires } } : null,
  }
  const input: AuthConfig = {
    providers: [],
    adapter,
    session: { strategy: 'jwt' },
    secret: '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978',
    migrate: { from: 'better-auth', secret: SECRETS, until: '2126-01-01', ...migrate },
  }
  const config = resolveConfig(input, { env: {}, clock: () => NOW, basePath: '/auth' })
  const origin = { href: 'https://app.example.com', secure: true }
  const context = { config, origin, profile: config.secure, jar: new CookieJar('') }
  const name = '__Secure-better-auth.session_token'
  return openForeignToken(context, { name, value: sign('of before') })
}

describe('A session that was moved into the store of an application with sealed sessions', () => {
  it('has its user, its end, and the earliest time at which it can have been used', async () => {
    expect(await open({})).toMatchObject({
      sub: 'u',
      name: 'Ada',
      email: 'ada@example.com',
      exp: (NOW + 5 * DAY) / 1000,
      iat: (NOW + 5 * DAY - 30 * DAY) / 1000,
    })
    const emailVerified = new Date(NOW - 3 * DAY)
    expect(await open({ emailVerified })).toMatchObject({ iat: (NOW - 3 * DAY) / 1000 })
  })

  it('does not count once it has ended', async () => {
    expect(await open({ expires: new Date(NOW) })).toBeNull()
  })

  it('counts before the first proof of the address where that can delete it, and nowhere else', async () => {
    const iat = (NOW - 25 * DAY) / 1000
    expect(await open({ emailVerified: null })).toMatchObject({ sub: 'u', iat })
    expect(await open({ emailVerified: null, keeps: true })).toBeNull()
    // From before the proof, as far as can be known.
    const emailVerified = new Date(NOW - 3 * DAY)
    expect(await open({ emailVerified, keeps: true })).toMatchObject({ iat })
  })

  it('is found by the function of the application where there is one, by its token alone', async () => {
    const seen: string[] = []
    const decode: MigrateOptions['decode'] = ({ token = '' }) => {
      seen.push(token)
      return { sub: 'own', iat: NOW / 1000 - 60 }
    }
    expect(await open({}, { decode })).toMatchObject({ sub: 'own' })
    expect(seen).toEqual([TOKEN])
    expect(await open({}, { decode, secret: 'of another' })).toBeNull()
    expect(seen).toHaveLength(1)
  })
})
