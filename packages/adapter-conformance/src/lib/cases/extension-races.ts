import assert from 'node:assert/strict'
import type { AdapterSession } from '@latchstring/core/adapters'
import { assertNothing, race } from '../expectations.ts'
import type { Case, Subject } from '../options.ts'
import { RACERS, ROUNDS, sampleSession, sampleUser } from '../samples.ts'

/** Extends a session many times while it is deleted, and asserts that it has ended in every order. */
async function assertOver(
  subject: Subject,
  extend: (session: AdapterSession, to: Date) => unknown,
): Promise<void> {
  const { adapter } = subject
  const { id } = await adapter.createUser(sampleUser())
  for (let round = 1; round <= ROUNDS; round += 1) {
    const session = sampleSession(subject, id)
    await adapter.createSession(session)
    const to = new Date(session.expires.getTime() + 60_000)
    const turn = Math.floor((RACERS / (ROUNDS + 1)) * round)
    const { errors } = await race(RACERS, async (index) => {
      if (index === turn) await adapter.deleteSession(session.sessionToken)
      else await extend(session, to)
    })
    assert.deepEqual(errors, [])
    assertNothing(await adapter.getSessionAndUser(session.sessionToken))
  }
}

/** Tests of `updateSession` during the end of a session. */
export const updateRaceCases: readonly Case[] = [
  {
    name: `${RACERS} calls of updateSession do not restore a session that is being deleted (REV-03)`,
    run: (subject) =>
      assertOver(subject, ({ sessionToken }, expires) =>
        subject.adapter.updateSession({ sessionToken, expires }),
      ),
  },
]

/** The same tests of `compareAndSetSession`. */
export const compareAndSetRaceCases: readonly Case[] = [
  {
    name: `${RACERS} calls of compareAndSetSession do not restore a session that is being deleted (REV-03)`,
    run: (subject) =>
      assertOver(subject, ({ sessionToken, expires: from }, to) =>
        subject.adapter.compareAndSetSession({ sessionToken, from, to }),
      ),
  },
]
