import type { Adapter } from '@latchstring/core/adapters'
import { beforeEach, describe, expect, test } from 'vitest'
import { BASE } from '@latchstring/test-kit/app'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import type { Browser } from '@latchstring/test-kit/browser'
import {
  CONTESTED,
  isSignedIn,
  openPlace,
  type Place,
  prove,
  signInWithGuild,
} from '@latchstring/test-kit/ownership'
import { openInMemory } from '@latchstring/test-kit/sqlite-store'
import { expectSignedIn, readSession, signOut } from '@latchstring/test-kit/story'
import { startClock, type TestClock } from '@latchstring/test-kit/test-clock'
import { watchCalls } from '@latchstring/test-kit/watched-adapter'
import { OLD_SECRET, version5 } from './src/peer-tokens.ts'

const store = forAllTests(openInMemory)
let clock: TestClock

beforeEach(async () => {
  // Tokens of the other library are made at the present.
  clock = startClock(Date.now())
  const user = await store.getUserByEmail(CONTESTED)
  if (user) await store.deleteUser(user.id)
})

const COOKIE = '__Secure-authjs.session-token'

function open(adapter: Adapter = store): Place {
  return openPlace(adapter, clock, {
    session: { strategy: 'jwt' },
    migrate: { from: 'next-auth', until: '2120-01-01', secret: OLD_SECRET },
  })
}

/** A browser with the cookie of the other library, of a stored user or of another. */
async function withOldCookie({ app }: Place, sub: string | undefined): Promise<Browser> {
  const browser = app.openBrowser()
  const token = { name: 'N', email: CONTESTED, ...(sub === undefined ? {} : { sub }) }
  const value = await version5({ token, salt: COOKIE })
  browser.receive(BASE, `${COOKIE}=${value}; Path=/; HttpOnly; Secure; SameSite=Lax`)
  return browser
}

/** A user is created with the address, by a service that does not verify it. */
async function squat({ app }: Place): Promise<string> {
  expectSignedIn(await signInWithGuild(app.openBrowser(), 'guild'))
  return (await store.getUserByEmail(CONTESTED))?.id ?? ''
}

describe('A session of another library, of a user whose address is unproven,', () => {
  test.each([
    ['by its id', (id: string) => id],
    ['by its address', () => undefined],
  ])('ends at the first proof, whose user is found %s (ALT-05 ALT-03)', async (_, subOf) => {
    const place = open()
    const squatter = await withOldCookie(place, subOf(await squat(place)))
    expect(await isSignedIn(squatter)).toBe(true)
    expect(await isSignedIn(squatter)).toBe(true)
    clock.advance(10)
    const owner = await prove(place)
    expect(await isSignedIn(squatter)).toBe(false)
    expect(await isSignedIn(owner)).toBe(true)
  })

  test('is not accepted after the first proof when it was issued before (ALT-05 ALT-03)', async () => {
    const place = open()
    const squatter = await withOldCookie(place, await squat(place))
    clock.advance(10)
    await prove(place)
    expect(await readSession(squatter)).toBeNull()
  })

  test('ends in the browser that signs out while the store is down (REL-03)', async () => {
    const watched = watchCalls(store)
    const place = open(watched.adapter)
    const browser = await withOldCookie(place, await squat(place))
    watched.breakDown()
    expect((await signOut(browser)).status).toBe(503)
    expect([...browser.cookies.keys()]).not.toContain(COOKIE)
    watched.repair()
    expect(await readSession(browser)).toBeNull()
  })
})

test('A session of another library is accepted when it was issued after the proof, or when its user is not stored (ALT-05)', async () => {
  const place = open()
  const id = await squat(place)
  clock.advance(-3600)
  await prove(place)
  clock.advance(3600)
  const browsers = [await withOldCookie(place, id), await withOldCookie(place, 'unknown')]
  for (const browser of browsers) {
    expect(await isSignedIn(browser)).toBe(true)
    expect(await isSignedIn(browser)).toBe(true)
  }
})
