import type { AuthConfig } from '@latchstring/core'
import type { Adapter, AdapterUser } from '@latchstring/core/adapters'
import { createFrameworkAuth } from '@latchstring/core/framework'
import type { Session } from '@latchstring/core/types'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { BASE, createApp, ENV, STRATEGIES, type Strategy } from '@latchstring/test-kit/app'
import { ANY_TEXT } from '@latchstring/test-kit/matchers'
import {
  signInWithPassword,
  passwords,
  PEOPLE,
  updateSession,
  storePeople,
} from '@latchstring/test-kit/people'
import { readSession } from '@latchstring/test-kit/story'
import { watchCalls } from '@latchstring/test-kit/watched-adapter'

/** What the application keeps with its users, and no page may print. */
const PRIVATE = { passwordHash: 'hash-canary', address: 'address-canary', banned: true }

const store = storeForEachTest()

beforeEach(async () => {
  await storePeople(store.adapter, new Date(1e12))
})

/** The store with more columns of its users. */
function withColumns(): Adapter {
  const watched = watchCalls(store.adapter)
  watched.intercept('getSessionAndUser', async (token) => {
    const found = await store.adapter.getSessionAndUser(String(token))
    return found && { ...found, user: { ...found.user, ...PRIVATE } }
  })
  return watched.adapter
}

function configOf(strategy: Strategy, callbacks: AuthConfig['callbacks'] = {}): AuthConfig {
  return {
    providers: [passwords({ authorize: () => ({ ...PEOPLE.ada, ...PRIVATE }) })],
    adapter: withColumns(),
    session: { strategy },
    callbacks: {
      jwt: ({ token, user }) => (user ? { ...token, ...PRIVATE, accessToken: 'at-canary' } : token),
      ...callbacks,
    },
  }
}

type Read = (parts: { readonly config: AuthConfig; readonly headers: Headers }) => Promise<unknown>

/** Every function that reads a session on the server. */
const ON_THE_SERVER: Readonly<Record<string, Read>> = {
  'the operation session': async ({ config, headers }) =>
    (await createFrameworkAuth(config, { env: ENV }).session({ headers })).session,
  'the operation update': async ({ config, headers }) =>
    (await createFrameworkAuth(config, { env: ENV }).update({ headers }, { user: PRIVATE }))
      .session,
  'a guarded request': async ({ config, headers }) =>
    (await createFrameworkAuth(config, { env: ENV }).authorize(new Request(BASE, { headers })))
      .session,
  'the callback authorized': async ({ config, headers }) => {
    let seen: unknown
    const authorized = ({ auth }: { auth: Session | null }): boolean => (seen = auth) !== null
    const guarded = { ...config, callbacks: { ...config.callbacks, authorized } }
    await createFrameworkAuth(guarded, { env: ENV }).authorize(new Request(BASE, { headers }))
    return seen
  },
  'the event session': async ({ config, headers }) => {
    let seen: unknown
    const events = { session: ({ session }: { session: Session }) => void (seen = session) }
    await createFrameworkAuth({ ...config, events }, { env: ENV }).session({ headers })
    return seen
  },
}

describe.each(STRATEGIES)('With %s sessions and no session callback', (strategy) => {
  test('the browser gets name, e-mail address and image from GET and POST session (ALT-06, SES-10)', async () => {
    const browser = await signInWithPassword(createApp(configOf(strategy)).openBrowser())
    const { id: _, ...user } = PEOPLE.ada
    const seen = { user, expires: ANY_TEXT }
    expect(await readSession(browser)).toEqual(seen)
    expect(await (await updateSession(browser, { user: PRIVATE })).json()).toEqual(seen)
  })

  test.each(Object.keys(ON_THE_SERVER))(
    'the server gets id, name, e-mail address and image from %s, and no other column (ALT-06)',
    async (way) => {
      const config = configOf(strategy)
      const browser = await signInWithPassword(createApp(config).openBrowser())
      const pairs = [...browser.cookies].map(([name, value]) => `${name}=${value}`)
      const headers = new Headers({ cookie: pairs.join('; ') })
      const session = await ON_THE_SERVER[way]?.({ config, headers })
      expect(session).toEqual({ user: PEOPLE.ada, expires: ANY_TEXT })
    },
  )
})

test('With database sessions the session callback gets the complete stored user, and decides what is exposed (ALT-06)', async () => {
  const users: AdapterUser[] = []
  const config = configOf('database', {
    session: ({ session, user }) => {
      users.push(user)
      return { ...session, banned: Reflect.get(user, 'banned') === true }
    },
  })
  const browser = await signInWithPassword(createApp(config).openBrowser())
  expect(await readSession(browser)).toMatchObject({ banned: true, user: PEOPLE.ada })
  expect(users).toEqual([{ ...PEOPLE.ada, emailVerified: new Date(1e12), ...PRIVATE }])
})

test.each(STRATEGIES)(
  'With %s sessions a session callback that returns a member which is not JSON is named in the log with the member, and is no fault of the library (REL-06)',
  async (strategy) => {
    const config = configOf(strategy, { session: ({ session }) => ({ ...session, count: 1n }) })
    const app = createApp(config)
    const browser = await signInWithPassword(app.openBrowser())
    expect((await browser.open(`${BASE}/session`)).status).toBe(500)
    expect(app.errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(/`session` callback .*: `session\.count` is a BigInt/),
    ])
  },
)
