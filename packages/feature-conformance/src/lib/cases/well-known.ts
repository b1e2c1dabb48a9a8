import assert from 'node:assert/strict'
import { fill, findOf } from '../world/acts.ts'
import type { Answer } from '../world/browser.ts'
import { createWorld } from '../world/world.ts'
import type { Case, Subject } from './case.ts'

const shown = ({ status, body, location }: Answer): string =>
  JSON.stringify({ status, body, location })

async function checkSame({ options, strategy }: Subject, name: string): Promise<void> {
  const world = createWorld(options, strategy)
  const ada = await world.join()
  await fill(world, ada)
  const path = `/.well-known/${name}`
  world.store.watch()
  const first = await world.openBrowser().get(path)
  const written = world.store.calls().filter(({ writes }) => writes)
  assert.deepEqual(written, [], `${path} writes.`)
  assert.ok(
    first.status < 400,
    `${path} answers ${first.status}: ${world.said.failures.join('; ')}`,
  )
  world.wait(1)
  for (const browser of [world.openBrowser(), ada.browser]) {
    const before = JSON.stringify([...browser.cookies])
    for (const sending of [
      {},
      { instance: 1 },
      { language: 'de' },
      { accept: 'application/json' },
    ]) {
      const answer = await browser.get(path, sending)
      assert.equal(shown(answer), shown(first), `${path} is not the same for everyone.`)
      assert.equal(answer.setsCookies, false, `${path} sets cookies.`)
      assert.equal(JSON.stringify([...browser.cookies]), before)
    }
  }
  const found = findOf(ada, first.body + (first.location ?? ''))
  assert.equal(found, undefined, `${path} shows the ${found} of a user.`)
}

async function checkFaults({ options, strategy }: Subject, name: string): Promise<void> {
  const world = createWorld(options, strategy)
  await fill(world, await world.join())
  const path = `/.well-known/${name}`
  world.store.watch()
  const sound = await world.openBrowser().get(path)
  const calls = world.store.calls()
  for (const [at, call] of calls.entries()) {
    world.store.watch({ kind: 'fails before its effect', at, release: Promise.resolve() })
    const answer = await world.openBrowser().get(path)
    assert.ok(
      answer.status >= 500 || shown(answer) === shown(sound),
      `${path} answers ${answer.status} with something else where ${call.name} fails.`,
    )
  }
  world.store.watch()
}

/** Tests of a well-known address. */
export const wellKnownCases = (subject: Subject, name: string): readonly Case[] => [
  {
    name: `/.well-known/${name} is the same for everyone, without cookies`,
    run: () => checkSame(subject, name),
  },
  {
    name: `/.well-known/${name} says that it failed where the store does`,
    run: () => checkFaults(subject, name),
  },
]
