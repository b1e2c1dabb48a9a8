import type { Events } from '@latchstring/core/types'
import { beforeEach, describe, expect, test } from 'vitest'
import { BASE, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { type ControlWorld, openControlWorlds } from '@latchstring/test-kit/control-app'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { ADA, PASSWORD, signInWithPassword } from '@latchstring/test-kit/people'
import { readSession } from '@latchstring/test-kit/story'

type NewDevice = Parameters<NonNullable<Events['newDevice']>>[0]

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const COOKIE = '__Host-latchstring.device'

const worlds = forAllTests(openControlWorlds)
let world: ControlWorld
let emitted: NewDevice[]

const events: Events = { newDevice: (message) => void emitted.push(message) }

const names = (): readonly unknown[] => emitted.map(({ user }) => user.name)

describe.each(STRATEGIES)('LOG-03 The event newDevice with the strategy %s', (strategy) => {
  beforeEach(async () => {
    world = await worlds.enter(strategy)
    emitted = []
  })

  test('is emitted once for a sign-in in another browser, with the facts for a notice', async () => {
    const app = world.start({ events })
    const browser = app.openBrowser()
    const csrfToken = await browser.csrf(BASE)
    const fields = { csrfToken, username: 'ada', password: PASSWORD }
    await browser.submit(`${BASE}/callback/credentials`, fields, { 'user-agent': FIREFOX })
    expect(emitted).toEqual([
      {
        // It has no type of its own.
        user: expect.objectContaining({ id: ADA.id, email: ADA.email }) as unknown,
        provider: 'credentials',
        label: 'Firefox on Windows',
        signedInAt: new Date(world.clock.now()),
      },
    ])
    await signInWithPassword(browser)
    expect(emitted).toHaveLength(1)
    await signInWithPassword(app.openBrowser())
    expect(emitted).toHaveLength(2)
  })

  test('distinguishes several users of one browser, also without limits', async () => {
    for (const limits of [undefined, false] as const) {
      emitted = []
      const app = world.start({ events, ...(limits === undefined ? {} : { limits }) })
      const browser = app.openBrowser()
      for (const who of ['ada', 'grace', 'ada', 'grace'] as const) {
        await signInWithPassword(browser, who)
      }
      expect(names()).toEqual(['Ada Lovelace', 'Grace Hopper'])
    }
  })

  test('makes the browser known to the limits, by a cookie that names no user', async () => {
    const app = world.start({ events })
    const browser = await signInWithPassword(app.openBrowser())
    const first = browser.cookies.get(COOKIE)
    for (let failed = 0; failed < 12; failed++) {
      const stranger = app.openBrowser()
      const csrfToken = await stranger.csrf(BASE)
      const fields = { csrfToken, username: 'ada', password: 'wrong' }
      await stranger.submit(`${BASE}/callback/credentials`, fields)
    }
    await signInWithPassword(browser)
    expect(await readSession(browser)).not.toBeNull()
    expect(first).not.toContain(ADA.id)
    expect(emitted).toHaveLength(1)
  })

  test('is not emitted for a refused sign-in, and sets no cookie without a handler', async () => {
    const refusing = world.start({ events, callbacks: { signIn: () => false } })
    const browser = refusing.openBrowser()
    await expect(signInWithPassword(browser)).rejects.toThrow()
    expect(emitted).toEqual([])
    const silent = await signInWithPassword(world.start({ limits: false }).openBrowser())
    expect(silent.cookies.has(COOKIE)).toBe(false)
  })

  test('LOG-05 that throws does not prevent the sign-in', async () => {
    const app = world.start({
      events: {
        newDevice: () => {
          throw new Error('no mail server')
        },
      },
    })
    const browser: Browser = await signInWithPassword(app.openBrowser())
    expect(await readSession(browser)).not.toBeNull()
    expect(app.errors.map(({ type }) => type)).toEqual(['EventError'])
    expect(app.errors.map(({ message }) => message).join()).not.toContain(ADA.email)
  })
})
