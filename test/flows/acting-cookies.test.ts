import { checkSession } from '@latchstring/core/check'
import { getToken } from '@latchstring/core/jwt'
import { BASE, SECRETS, STRATEGIES } from '@latchstring/test-kit/app'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { plantCookie, signInWithPassword } from '@latchstring/test-kit/people'
import { signOut } from '@latchstring/test-kit/story'
import { DAY } from '@latchstring/test-kit/test-clock'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  actFor,
  type ActingWorld,
  AS_ADMIN,
  AS_USER,
  openActingWorld,
  sourceOf,
  whoIs,
} from './src/acting-world.ts'

const store = storeForEachTest()

const OWN = '__Host-latchstring.session-token'
const ACTING = `${OWN}.acting`

/** Cookies that have the name of that of an acting session in them, and are none. */
const OTHERS = [
  ['whose value is that name', 'tossed', ACTING],
  ['whose name ends so', `admin-${ACTING}`, 'x'],
  ['whose name begins so', `${ACTING}-help`, 'x'],
  ['whose name goes on with a word after a dot', `${ACTING}.last`, 'x'],
] as const

describe.each(STRATEGIES)('With %s sessions, the cookie of an acting session', (strategy) => {
  let world: ActingWorld

  beforeEach(async () => {
    world = await openActingWorld(store, strategy)
  })

  test.each(OTHERS)('is not one %s', async (_, name, value) => {
    const browser = await world.admin()
    plantCookie(browser, name, value)
    expect(await whoIs(browser)).toBe(AS_ADMIN)
    await signOut(browser)
    expect([await whoIs(browser), browser.cookies.has(OWN)]).toEqual([null, false])
  })

  test('is not one of another application whose name ends in that of this one', async () => {
    const app = world.start({ cookies: { sessionToken: { name: 'session' } } })
    const browser = await signInWithPassword(app.openBrowser())
    plantCookie(browser, 'admin-session.acting', 'x')
    expect(await whoIs(browser)).toBe(AS_ADMIN)
    await signOut(browser)
    expect([await whoIs(browser), browser.cookies.has('session')]).toEqual([null, false])
  })

  test('is not there in an application in which no feature lets administrators act', async () => {
    const app = world.start({ features: [] })
    const browser = await signInWithPassword(app.openBrowser())
    plantCookie(browser, ACTING, 'made-up')
    expect(await whoIs(browser)).toBe(AS_ADMIN)
    await signOut(browser)
    expect(await whoIs(browser)).toBeNull()
  })

  test.each([
    ['a shorter life than acting', 900],
    ['the same', 3600],
  ])('stays when acting is over, where sessions have %s', async (_, maxAge) => {
    const app = world.start({
      session: { strategy, devices: true, maxAge, updateAge: 0 },
      cookies: { sessionToken: { options: { maxAge } } },
    })
    const browser = await signInWithPassword(app.openBrowser())
    const set = (await actFor(browser)).headers.getSetCookie()
    const line = set.find((one) => one.startsWith(`${ACTING}=`)) ?? ''
    const expires = Date.parse(/Expires=([^;]+)/.exec(line)?.[1] ?? '')
    expect(line).not.toContain('Max-Age')
    expect(expires - world.clock.now()).toBeGreaterThan(30 * DAY * 1000)
    for (let minute = 0; minute < 60; minute += 10) {
      expect(await whoIs(browser)).toBe(AS_USER)
      world.clock.advance(600)
    }
    expect(await whoIs(browser)).toBeNull()
    browser.clear(ACTING)
    expect(await whoIs(browser)).toBe(AS_ADMIN)
  })

  test('leaves no session of the administrator where the browser has lost a part of it', async () => {
    const browser = await world.admin()
    plantCookie(browser, `${ACTING}.1`, 'rest')
    expect(await whoIs(browser)).toBeNull()
  })
})

describe('With sealed sessions, `checkSession` and `getToken`', () => {
  const secret = SECRETS.older
  const config = { secret, url: BASE, acceptUnproven: true }

  test.each(OTHERS)('take no cookie for one of an acting session %s', async (_, name, value) => {
    const world = await openActingWorld(store, 'jwt')
    // Both have the clock of the machine.
    const app = world.start({}, { clock: Date.now })
    const browser = await signInWithPassword(app.openBrowser())
    plantCookie(browser, name, value)
    const req = sourceOf(browser)
    expect(await checkSession(req, config)).toMatchObject({ user: { name: AS_ADMIN } })
    expect(await getToken({ req, secret })).toMatchObject({ name: AS_ADMIN })
    expect(await getToken({ req, secret, raw: true })).toBe(browser.cookies.get(OWN))
  })
})
