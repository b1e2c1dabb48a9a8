import { describe, expect, it } from 'vitest'
import { createLogoutTokens } from '../../../test/logout-tokens.ts'
import { ISSUER } from '../../../test/oauth-provider.ts'
import {
  createSignOutApp,
  endingStoreForEachTest,
  type SignOutApp,
} from '../../../test/sign-out-request.ts'
import type { AuthConfig } from '../types/config.ts'
import { endSession, signOut } from './end-session.ts'

const tokens = await createLogoutTokens()
const store = endingStoreForEachTest()

const SESSIONS = {
  jwt: { strategy: 'jwt', revocation: true },
  database: { strategy: 'database' },
} as const

function start(
  session: AuthConfig['session'] = SESSIONS.jwt,
  config: Partial<AuthConfig> = {},
): SignOutApp {
  return createSignOutApp({
    providers: tokens.providers(
      { endSession: { hint: 'id_token' } },
      { endSession: `${ISSUER}/island` },
    ),
    adapter: store.adapter,
    session,
    ...config,
  })
}

const ACCOUNT = { provider: 'acme', providerAccountId: 'ada', type: 'oidc', userId: '7' } as const

/** The target of the redirect, without parameters. */
async function leave(app: SignOutApp, provider: unknown): Promise<string> {
  const jar = await app.signIn({ account: ACCOUNT })
  const result = await endSession(app.open(jar, { body: { provider } }), 'address')
  expect(result.jar.toHeaders().join()).toMatch(/session-token=; Max-Age=0/)
  return result.kind === 'redirect' ? (result.to.split('?')[0] ?? '') : result.kind
}

describe('A sign-out', () => {
  it.each([
    [true, `${ISSUER}/logout`],
    ['true', `${ISSUER}/logout`],
    ['island', `${ISSUER}/island`],
    [undefined, 'https://app.example/bye'],
    ['', 'https://app.example/bye'],
    [false, 'https://app.example/bye'],
    ['false', 'https://app.example/bye'],
    [['acme'], 'https://app.example/bye'],
  ])('with the provider %j redirects to %s (LGO-16)', async (provider, to) => {
    expect(await leave(start(), provider)).toBe(to)
  })

  it('in a signed-out browser redirects to its target', async () => {
    const result = await endSession(start().open(undefined, { body: { provider: true } }), 'page')
    expect(result).toMatchObject({ kind: 'redirect', to: 'https://app.example/bye' })
  })

  it('whose logout request is too long is a form, and a redirect for a script (LGO-09)', async () => {
    const app = start()
    const account = { ...ACCOUNT, id_token: 'x'.repeat(1_950) }
    const ask = async (headers = {}) =>
      signOut(app.open(await app.signIn({ account }), { body: { provider: true }, headers }))
    expect(await ask()).toMatchObject({ kind: 'page' })
    expect(await ask({ 'x-auth-return-redirect': '1' })).toMatchObject({ kind: 'redirect' })
  })
})

describe.each(['jwt', 'database'] as const)('A sign-out with the strategy %s', (strategy) => {
  it.each([
    ['true', false],
    [true, false],
    ['on', false],
    [undefined, true],
    ['', true],
    [false, true],
    ['false', true],
  ])('with `everywhere: %j` leaves the other session: %s (SES-13)', async (everywhere, stays) => {
    const app = start(SESSIONS[strategy])
    const [here, there] = [await app.signIn(), await app.signIn()]
    await endSession(app.open(here, { body: { everywhere } }), 'page')
    expect([await app.isAlive(here), await app.isAlive(there)]).toEqual([false, stays])
  })

  it('with `everywhere` in a signed-out browser ends nothing', async () => {
    const app = start(SESSIONS[strategy])
    const there = await app.signIn()
    const context = app.open(undefined, { body: { everywhere: true } })
    expect(await endSession(context, 'page')).toMatchObject({ kind: 'redirect' })
    expect(await app.isAlive(there)).toBe(true)
  })
})

describe('A sign-out with a store that is down', () => {
  const message = 'The store failed while the session was being ended.'

  it('fails with the cookies that end a sealed session (REL-06)', async () => {
    const app = start()
    const context = app.open(await app.signIn())
    store.isAway = true
    const failure: unknown = await endSession(context, 'page').catch((error: unknown) => error)
    expect(failure).toMatchObject({
      name: 'FlowFailure',
      error: { type: 'SignOutError', message, cause: { err: { type: 'AdapterError' } } },
    })
    // A matcher has no type of its own.
    const { jar, error } = failure as { readonly jar: typeof context.jar; readonly error: object }
    expect(jar.toHeaders().join()).toMatch(/session-token=; Max-Age=0/)
    expect(error).toHaveProperty('cookies', jar.changes())
    expect(jar.changes()).not.toHaveLength(0)
  })

  it('fails without cookies for a session in a store, which goes on (REL-06)', async () => {
    const app = start(SESSIONS.database)
    const jar = await app.signIn()
    store.isAway = true
    await expect(endSession(app.open(jar), 'page')).rejects.toMatchObject({
      type: 'SignOutError',
      message,
      cookies: [],
    })
    store.isAway = false
    expect(await app.isAlive(jar)).toBe(true)
  })
})

describe('A sign-out in one browser', () => {
  it.each([{ strategy: 'jwt' }, { strategy: 'database' }] as const)(
    'needs nothing that ends sessions elsewhere: %j',
    async (session) => {
      const { deleteSessionsByUserId: _, ...rest } = Object.fromEntries(
        Object.entries(store.adapter),
      )
      const app = start(session, { adapter: { ...rest, capabilities: {} } })
      const context = app.open(await app.signIn(), { body: { everywhere: 'false' } })
      const { jar } = await endSession(context, 'page')
      expect(jar.toHeaders().join()).toMatch(/session-token=; Max-Age=0/)
    },
  )
})

describe('A sign-out everywhere', () => {
  const everywhere = { body: { everywhere: 'true' } }

  it('names the option that sealed sessions need, and ends nothing (SES-13)', async () => {
    const app = start({ strategy: 'jwt' })
    await expect(
      endSession(app.open(await app.signIn(), everywhere), 'page'),
    ).rejects.toMatchObject({
      type: 'InvalidConfiguration',
      message:
        'A sign-out with `everywhere` needs sessions that can be ended, which those of the strategy "jwt" cannot be without `session.revocation`. Set it to true, or `session.strategy` to "database".',
    })
  })

  it('names the method that a store lacks, and ends nothing (SES-13)', async () => {
    const { deleteSessionsByUserId, ...rest } = Object.fromEntries(Object.entries(store.adapter))
    expect(deleteSessionsByUserId).toBeTypeOf('function')
    const app = start(SESSIONS.database, { adapter: { ...rest, capabilities: {} } })
    const jar = await app.signIn()
    await expect(endSession(app.open(jar, everywhere), 'page')).rejects.toMatchObject({
      type: 'MissingAdapterMethods',
      message:
        'A sign-out with `everywhere` needs deleteSessionsByUserId; the adapter lacks it. Use one with the capability "revocation", such as @latchstring/adapter-sql.',
    })
    expect(await app.isAlive(jar)).toBe(true)
  })

  it('is refused for a session that names no user, which ends (SES-13)', async () => {
    const app = start(SESSIONS.jwt, {
      callbacks: {
        jwt({ token }) {
          const { sub: _, ...rest } = token
          return rest
        },
      },
    })
    const jar = await app.signIn({ user: { name: 'Ada' } })
    await expect(endSession(app.open(jar, everywhere), 'page')).rejects.toMatchObject({
      name: 'FlowFailure',
      error: {
        type: 'InvalidRequest',
        message: 'The session names no user. Keep `sub` in its token.',
      },
    })
  })

  it('ends the sessions of the stored user, whose id in the session is another (SES-13)', async () => {
    const app = start()
    const identity = { subject: 'acme-1', user: { id: '7', name: 'Ada' } }
    const [here, there] = [await app.signIn(identity), await app.signIn(identity)]
    await endSession(app.open(here, everywhere), 'page')
    expect(await app.isAlive(there)).toBe(false)
  })
})
