import { STRATEGIES } from '@latchstring/test-kit/app'
import { ADA, copyCookies } from '@latchstring/test-kit/people'
import { expectSignedIn, readSession } from '@latchstring/test-kit/story'
import { describe, expect, test } from 'vitest'
import { FIRST, NEXT, openPasswordWorld, post, signIn } from './src/password-world.ts'

const JSON_ALONE = { accept: 'application/json' }

describe.each(STRATEGIES)('A change that ends the other sessions, by %s', (strategy) => {
  test('makes the session of its browser anew, so that a copy of the cookie ends too', async () => {
    const world = await openPasswordWorld({ strategy })
    const own = world.openBrowser()
    expectSignedIn(await signIn(own))
    const thief = copyCookies(own, world.openBrowser())
    world.clock.advance(60)
    const changed = await post(own, 'change', { current: FIRST, password: NEXT }, JSON_ALONE)
    expect(changed.status).toBe(200)
    world.clock.advance(60)
    expect((await readSession(thief))?.user).toBeUndefined()
    expect((await readSession(own))?.user?.email).toBe(ADA.email)
  })

  test('leaves the session as it was where the change is refused', async () => {
    const world = await openPasswordWorld({ strategy })
    const own = world.openBrowser()
    expectSignedIn(await signIn(own))
    const copy = copyCookies(own, world.openBrowser())
    const refused = await post(own, 'change', { current: 'wrong', password: NEXT }, JSON_ALONE)
    expect(refused.status).toBe(403)
    expect((await readSession(copy))?.user?.email).toBe(ADA.email)
  })

  test('is done where nothing can make the session anew', async () => {
    const session = {
      strategy,
      revocation: strategy === 'jwt',
      devices: true,
      generateSessionToken: () => crypto.randomUUID(),
    }
    const world = await openPasswordWorld({ strategy, config: { session } })
    const own = world.openBrowser()
    expectSignedIn(await signIn(own))
    const changed = await post(own, 'change', { current: FIRST, password: NEXT }, JSON_ALONE)
    expect(changed.status).toBe(200)
    expect((await readSession(own))?.user?.email).toBe(ADA.email)
    expect(world.warnings).toEqual([])
  })
})
