import assert from 'node:assert/strict'
import type { Browser } from '../world/browser.ts'
import { createWorld, doSteps, type Member, type World } from '../world/world.ts'
import type { Subject } from './case.ts'

/** Signs a user in by another way than the form. */
async function enter(world: World, member: Member): Promise<Browser> {
  const browser = world.openBrowser()
  const answer = await browser.signIn('oauth', member.person)
  await doSteps(world, member, { browser, answer })
  return browser
}

/** Whether the account page counts the form as a way in: also nothing where it fails. */
async function readCounted(browser: Browser): Promise<unknown> {
  const { status, body } = await browser.get('/auth/account', { accept: 'application/json' })
  if (status !== 200) return undefined
  const given: unknown = JSON.parse(body)
  return typeof given === 'object' && given !== null && 'credentials' in given
    ? given.credentials
    : undefined
}

/** Other ways in are given up on the word of the feature. */
export async function checkHas({ options, strategy }: Subject): Promise<void> {
  const world = createWorld(options, strategy)
  const ada = world.addUser()
  await world.prepare(ada)
  const loaded = await world.feature.provider?.load()
  if (!loaded?.has) return
  const failures = (): string => world.said.failures.join('; ')
  const counted = await readCounted(await enter(world, ada))
  assert.equal(counted, true, `The form of a user does not count as a way in: ${failures()}`)
  const bob = await enter(world, world.addUser())
  if ((await readCounted(bob)) === true) return
  world.store.watch()
  await readCounted(bob)
  const { length } = world.store.calls()
  for (let at = 0; at < length; at += 1) {
    world.store.watch({ kind: 'fails before its effect', at, release: Promise.resolve() })
    assert.notEqual(
      await readCounted(bob),
      true,
      'The form counts as a way in where the store fails.',
    )
    world.store.watch()
  }
}
