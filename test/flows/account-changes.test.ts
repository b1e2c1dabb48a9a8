import type { SessionEnded } from '@latchstring/core/types'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type App, BASE, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { type ControlWorld, openControlWorlds } from '@latchstring/test-kit/control-app'
import { ADA, PEOPLE, signInWithPassword } from '@latchstring/test-kit/people'
import { readSession } from '@latchstring/test-kit/story'

let worlds: Awaited<ReturnType<typeof openControlWorlds>>
let world: ControlWorld
let endings: SessionEnded[]

beforeAll(async () => {
  worlds = await openControlWorlds()
})
afterAll(async () => worlds.close())

/** The table: whether the session that asks lives on, and whether another of the same user does. */
const CHANGES = [
  ['password-changed', true, false, 'password-changed'],
  ['password-reset', false, false, 'password-changed'],
  ['email-changed', true, false, 'email-changed'],
  ['passkey-added', true, true, undefined],
  ['passkey-removed', true, false, 'passkey-removed'],
  ['factor-added', true, false, 'factor-added'],
  ['factor-removed', true, false, 'factor-removed'],
  ['recovery-used', false, false, 'recovery-used'],
  ['account-linked', true, true, undefined],
  ['account-unlinked', true, true, undefined],
  ['user-disabled', false, false, 'admin'],
  ['user-deleted', false, false, 'admin'],
] as const

const sessionsOf = (app: App, browser: Browser): ReturnType<App['auth']['sessions']> =>
  app.auth.sessions({
    url: `${BASE}/page`,
    headers: new Headers({
      cookie: browser
        .stored()
        .map(({ name, value }) => `${name}=${value}`)
        .join('; '),
    }),
  })

const alive = async (...browsers: readonly Browser[]): Promise<readonly boolean[]> =>
  Promise.all(browsers.map(async (browser) => (await readSession(browser)) !== null))

const start = (endOn = {}): App =>
  world.start({
    session: { strategy, devices: true, revocation: strategy === 'jwt', endOn },
    events: { sessionEnded: (ended) => void endings.push(ended) },
  })

let strategy: (typeof STRATEGIES)[number]

describe.each(STRATEGIES)('REV-15 A change of an account with the strategy %s', (current) => {
  beforeEach(async () => {
    strategy = current
    world = await worlds.enter(current)
    endings = []
  })

  test.each(CHANGES)(
    '(%s) leaves the session that asks: %s, and others of the user: %s',
    async (change, here, there, reason) => {
      const app = start()
      const [ada, other] = [
        await signInWithPassword(app.openBrowser()),
        await signInWithPassword(app.openBrowser()),
      ]
      const grace = await signInWithPassword(app.openBrowser(), 'grace')
      await sessionsOf(app, ada).changed(ADA.id, change)
      expect(await alive(ada, other, grace)).toEqual([here, there, true])
      expect(endings.map((ended) => ended.reason)).toEqual(reason === undefined ? [] : [reason])
    },
  )

  test('ends all sessions of another user, to whom the session of the request does not belong', async () => {
    const app = start()
    const ada = await signInWithPassword(app.openBrowser())
    const grace = await signInWithPassword(app.openBrowser(), 'grace')
    await sessionsOf(app, ada).changed(PEOPLE.grace.id, 'password-changed')
    expect(await alive(ada, grace)).toEqual([true, false])
    expect(endings).toMatchObject([{ kind: 'user', userId: PEOPLE.grace.id, by: ADA.id }])
    await app.auth.sessions().changed(ADA.id, 'email-changed')
    expect(await alive(ada)).toEqual([false])
  })

  test('ends the sessions that `session.endOn` names in place of the default', async () => {
    const app = start({ 'account-unlinked': 'others', 'password-changed': 'none' })
    const [ada, other] = [
      await signInWithPassword(app.openBrowser()),
      await signInWithPassword(app.openBrowser()),
    ]
    await sessionsOf(app, ada).changed(ADA.id, 'password-changed')
    expect(await alive(ada, other)).toEqual([true, true])
    await sessionsOf(app, ada).changed(ADA.id, 'account-unlinked')
    expect(await alive(ada, other)).toEqual([true, false])
  })

  test.each([['toString'], ['password'], ['__proto__']])(
    'of an unknown kind is refused, and ends nothing: %s',
    async (change) => {
      const app = start()
      const browser = await signInWithPassword(app.openBrowser())
      // What a program without types may write.
      const ending = app.auth.sessions().changed(ADA.id, change as 'password-changed')
      await expect(ending).rejects.toMatchObject({ type: 'InvalidConfiguration' })
      expect(await alive(browser)).toEqual([true])
    },
  )

  test('is refused where `session.endOn` has an invalid value for it', async () => {
    const app = start({ 'password-changed': 'some' })
    const ending = app.auth.sessions().changed(ADA.id, 'password-changed')
    await expect(ending).rejects.toMatchObject({
      type: 'InvalidConfiguration',
      // It has no type of its own.
      message: expect.stringContaining('"some"') as unknown,
    })
    // Whatever is asked first says so, before any account changes.
    expect((await app.openBrowser().open(`${BASE}/session`)).status).toBe(500)
  })
})

test('REV-15 A change of an account is refused where nothing can end sealed sessions', async () => {
  world = await worlds.enter('jwt')
  const app = world.start({ session: { strategy: 'jwt', devices: false, revocation: false } })
  const browser = await signInWithPassword(app.openBrowser())
  const sessions = app.auth.sessions()
  await expect(sessions.changed(ADA.id, 'user-disabled')).rejects.toMatchObject({
    type: 'InvalidConfiguration',
    // It has no type of its own.
    message: expect.stringContaining('session.revocation') as unknown,
  })
  await sessions.changed(ADA.id, 'passkey-added')
  expect(await alive(browser)).toEqual([true])
})
