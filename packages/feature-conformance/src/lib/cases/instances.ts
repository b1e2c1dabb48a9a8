import assert from 'node:assert/strict'
import { act, actsOf, fill, needsMore } from '../world/acts.ts'
import { createWorld } from '../world/world.ts'
import type { Case, Subject } from './case.ts'

async function checkInstances({ options, strategy }: Subject): Promise<void> {
  const world = createWorld(options, strategy)
  const member = await world.join()
  await fill(world, member)
  for (const one of actsOf(world)) {
    if (one.action.kind !== 'page' || needsMore(one)) continue
    for (const inputs of world.inputsOf(one.word, member)) {
      const bodies: string[] = []
      for (const instance of [0, 1]) {
        const sending = { instance, accept: 'application/json' }
        bodies.push((await act(world, one, { browser: member.browser, inputs }, sending)).body)
      }
      assert.equal(bodies[1], bodies[0], `${one.word} is another page in another process.`)
    }
  }
}

/** Tests of two processes over one store. */
export const instanceCases = (subject: Subject): readonly Case[] => [
  { name: 'two processes show the same', run: () => checkInstances(subject) },
]
