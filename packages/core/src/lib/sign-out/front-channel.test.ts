import { describe, expect, it } from 'vitest'
import { createLogoutTokens } from '../../../test/logout-tokens.ts'
import { ISSUER } from '../../../test/oauth-provider.ts'
import {
  type Asked,
  createSignOutApp,
  endingStoreForEachTest,
} from '../../../test/sign-out-request.ts'
import type { SessionOptions } from '../types/config.ts'
import { endInFrame } from './front-channel.ts'

const tokens = await createLogoutTokens()
const store = endingStoreForEachTest()

const SESSIONS = {
  jwt: { strategy: 'jwt', revocation: true },
  database: { strategy: 'database', devices: true },
} as const

const start = (session: SessionOptions) =>
  createSignOutApp({ providers: tokens.providers(), adapter: store.adapter, session })

const account = (provider = 'acme') =>
  ({ provider, providerAccountId: 'ada', type: 'oidc', userId: '7' }) as const

const THERE = { issuer: ISSUER, sub: 'ada', sid: 'one' }
const OPENED = { account: account(), providerSession: THERE }

const frame = ({ query = {}, ...asked }: Asked = {}): Asked => ({
  query: { iss: ISSUER, sid: 'one', ...query },
  ...asked,
})

describe.each(['jwt', 'database'] as const)('A front-channel logout with %s', (strategy) => {
  /** Whether a session is left after the request of a frame. */
  async function outlives(identity: object, asked = frame()): Promise<boolean> {
    const app = start(SESSIONS[strategy])
    const cookies = await app.signIn(identity)
    const context = app.open(cookies, asked)
    const jar = await endInFrame(context)
    const isAlive = await app.isAlive(cookies)
    expect(jar === context.jar).toBe(isAlive)
    return isAlive
  }

  it('of a frame ends the named session (LGO-05)', async () => {
    expect(await outlives(OPENED)).toBe(false)
  })

  it.each([
    ['iframe', false],
    ['frame', false],
    ['fencedframe', true],
    ['iframe-of-another-kind', true],
    ['document', true],
    ['image', true],
  ])('with the sec-fetch-dest %s leaves the session: %s (LGO-05)', async (dest, is) => {
    expect(await outlives(OPENED, frame({ headers: { 'sec-fetch-dest': dest } }))).toBe(is)
  })

  it.each<[string, object, Asked]>([
    ['that another session at the provider opened', OPENED, { query: { sid: 'two' } }],
    ['of another issuer', OPENED, { query: { iss: 'https://other.example' } }],
    ['of another provider', { ...OPENED, account: account('island') }, {}],
    ['whose ID token named no session', { account: account() }, {}],
    ['that a password opened', { account: null }, {}],
  ])('leaves a session %s (LGO-05)', async (_, identity, asked) => {
    expect(await outlives(identity, frame(asked))).toBe(true)
  })

  it.each(['iss', 'sid'])('names %s where it is missing or empty (LGO-05)', async (name) => {
    const asked = outlives(OPENED, frame({ query: { [name]: '' } }))
    await expect(asked).rejects.toMatchObject({
      type: 'InvalidRequest',
      message: `The front-channel logout request needs exactly one \`${name}\`.`,
    })
  })

  it('does nothing in a signed-out browser (LGO-05)', async () => {
    const context = start(SESSIONS[strategy]).open(undefined, frame())
    expect(await endInFrame(context)).toBe(context.jar)
  })
})

describe('A front-channel logout', () => {
  it('leaves a session in a store that has no device (LGO-05)', async () => {
    const app = start(SESSIONS.database)
    const cookies = await app.signIn(OPENED)
    store.devices.clear()
    await endInFrame(app.open(cookies, frame()))
    expect(await app.isAlive(cookies)).toBe(true)
  })

  it('ends nothing where sessions do not record the provider session (LGO-05)', async () => {
    const app = start({ strategy: 'jwt' })
    const cookies = await app.signIn({ account: account() })
    const context = app.open(cookies, frame())
    expect(await endInFrame(context)).toBe(context.jar)
  })

  it('with a store that is down has the cookies that end a sealed session (LGO-05)', async () => {
    const app = start(SESSIONS.jwt)
    const context = app.open(await app.signIn(OPENED), frame())
    store.isAway = true
    await expect(endInFrame(context)).rejects.toMatchObject({
      name: 'FlowFailure',
      error: { type: 'AdapterError' },
    })
  })

  it('with a store that is down has no cookies for a session in it, which goes on (LGO-05)', async () => {
    const app = start(SESSIONS.database)
    const cookies = await app.signIn(OPENED)
    store.isAway = true
    await expect(endInFrame(app.open(cookies, frame()))).rejects.toMatchObject({
      type: 'AdapterError',
    })
    store.isAway = false
    expect(await app.isAlive(cookies)).toBe(true)
  })
})
