import { beforeEach, describe, expect, it } from 'vitest'
import { resolveConfig } from '../config/resolve.ts'
import type { SessionContext } from '../request/context.ts'
import { CookieJar } from '../http/cookie-jar.ts'
import type { AuthConfig } from '../types/config.ts'
import type { JWT } from '../types/jwt.ts'
import { jwtStrategy } from './jwt-strategy.ts'
import { describeSignedInUser } from './describe-signed-in-user.ts'

const DAY = 86_400_000

let now: number
const errors: string[] = []

beforeEach(() => {
  now = 1_700_000_000_000
  errors.length = 0
})

function contextWith(cookie: string, config: Partial<AuthConfig> = {}): SessionContext {
  const resolved = resolveConfig(
    {
      providers: [],
      secret: '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978',
      logger: { error: (error: Error) => void errors.push(error.message), warn: () => undefined },
      ...config,
    },
    { env: {}, clock: () => now, basePath: '/auth' },
  )
  const origin = { href: 'https://app.example.com', secure: true }
  return { config: resolved, origin, profile: resolved.secure, jar: new CookieJar(cookie) }
}

/** A browser with a session. */
async function signedIn(config: Partial<AuthConfig> = {}): Promise<SessionContext> {
  const user = { id: '1', name: 'Ada', email: 'ada@example.com' }
  const identity = { user, account: null, isNewUser: false }
  const { jar } = await jwtStrategy.issue(contextWith('', config), identity)
  return contextWith(jar.toHeaders()[0]?.split(';')[0] ?? '', config)
}

describe('describeSignedInUser', () => {
  it('is undefined without a session', async () => {
    expect(await describeSignedInUser(contextWith(''))).toBeUndefined()
    expect(errors).toEqual([])
  })

  it.each<[string, unknown, string | undefined]>([
    ['the name', { name: 'Ada', email: 'ada@example.com' }, 'Ada'],
    ['the address without a name', { name: '', email: 'ada@example.com' }, 'ada@example.com'],
    [
      'the address beside a name that is not text',
      { name: 7, email: 'a@b.example' },
      'a@b.example',
    ],
    ['nothing where neither is text', { name: null, email: {} }, undefined],
    ['nothing where the session has no user', undefined, undefined],
    ['nothing where the user is a text', 'Ada', undefined],
    ['120 characters at most', { name: 'x'.repeat(121) }, 'x'.repeat(120)],
  ])('has of what the `session` callback shows %s', async (_, user, name) => {
    // An application without types may return it.
    const session = () => ({ user, expires: '' }) as never
    const context = await signedIn({ callbacks: { session } })
    expect(await describeSignedInUser(context)).toEqual({ name })
  })

  it('has the name of the session without a callback, and neither its id nor its address', async () => {
    expect(await describeSignedInUser(await signedIn())).toEqual({ name: 'Ada' })
  })

  it('reads as the browser does, and writes nothing', async () => {
    const written: string[] = []
    const encode = ({ token = {} }): string => {
      written.push('')
      return Buffer.from(JSON.stringify(token)).toString('base64url')
    }
    const decode = ({ token = '' }) => JSON.parse(Buffer.from(token, 'base64url').toString()) as JWT // `encode` made it.
    const context = await signedIn({ jwt: { encode, decode } })
    now += 2 * DAY
    expect(await describeSignedInUser(context)).toEqual({ name: 'Ada' })
    expect(written).toHaveLength(1)
  })

  it('is undefined where reading the session fails, which is logged', async () => {
    const jwt = (): never => {
      throw new Error('The callback failed.')
    }
    const given = await signedIn()
    const context = contextWith(given.jar.toHeaders().join(), { callbacks: { jwt } })
    expect(await describeSignedInUser({ ...context, jar: given.jar })).toBeUndefined()
    expect(errors).toEqual(['The `jwt` callback threw.'])
  })
})
