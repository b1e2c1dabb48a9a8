import assert from 'node:assert/strict'
import { assertNothing, assertStored, race } from '../expectations.ts'
import type { Case } from '../options.ts'
import { RACERS, ROUNDS, sampleSession, sampleUser, unique } from '../samples.ts'

/** Tests of `sessions`. */
export const sessionCases: readonly Case[] = [
  {
    name: 'createSession returns the session',
    async run(subject) {
      const { id } = await subject.adapter.createUser(sampleUser())
      const session = sampleSession(subject, id)
      assertStored(await subject.adapter.createSession(session), session)
    },
  },
  {
    name: 'getSessionAndUser returns the session with its time, and its user',
    async run(subject) {
      const { adapter } = subject
      await adapter.createSession(
        sampleSession(subject, (await adapter.createUser(sampleUser())).id),
      )
      const user = await adapter.createUser(sampleUser({ emailVerified: subject.at(-5_003) }))
      const session = sampleSession(subject, user.id)
      await adapter.createSession(session)
      const found = await adapter.getSessionAndUser(session.sessionToken)
      assertStored(found?.session, session)
      assertStored(found?.user, user)
    },
  },
  {
    name: 'getSessionAndUser returns null for an unknown token',
    async run({ adapter }) {
      assertNothing(await adapter.getSessionAndUser(unique('unknown')))
    },
  },
  {
    name: 'updateSession moves the expiry and leaves the rest',
    async run(subject) {
      const { adapter, at } = subject
      const { id } = await adapter.createUser(sampleUser())
      const session = sampleSession(subject, id)
      const bystander = sampleSession(subject, id)
      await adapter.createSession(session)
      await adapter.createSession(bystander)
      const expires = at(7_200_321)
      await adapter.updateSession({ sessionToken: session.sessionToken, expires })
      const found = await adapter.getSessionAndUser(session.sessionToken)
      assertStored(found?.session, { ...session, expires })
      const other = await adapter.getSessionAndUser(bystander.sessionToken)
      assertStored(other?.session, bystander)
    },
  },
  {
    name: 'deleteSession ends that session and no other',
    async run(subject) {
      const { adapter } = subject
      const { id } = await adapter.createUser(sampleUser())
      const session = sampleSession(subject, id)
      const bystander = sampleSession(subject, id)
      await adapter.createSession(session)
      await adapter.createSession(bystander)
      await adapter.deleteSession(session.sessionToken)
      assertNothing(await adapter.getSessionAndUser(session.sessionToken))
      assert.ok(await adapter.getSessionAndUser(bystander.sessionToken))
    },
  },
  {
    name: 'deleteUser ends every session of the user (SES-11)',
    async run(subject) {
      const { adapter } = subject
      const { id } = await adapter.createUser(sampleUser())
      const tokens = [unique('first'), unique('second')]
      for (const sessionToken of tokens) {
        await adapter.createSession(sampleSession(subject, id, { sessionToken }))
      }
      await adapter.deleteUser(id)
      for (const token of tokens) assertNothing(await adapter.getSessionAndUser(token))
    },
  },
]

/** Tests of `compareAndSet`. */
export const compareAndSetCases: readonly Case[] = [
  {
    name: 'compareAndSetSession moves the expiry when it is what the caller read',
    async run(subject) {
      const { adapter, at } = subject
      const { id } = await adapter.createUser(sampleUser())
      const session = sampleSession(subject, id)
      const { sessionToken } = await adapter.createSession(session)
      const read = await adapter.getSessionAndUser(sessionToken)
      assert.ok(read)
      const to = at(9_000_999)
      const from = read.session.expires
      assert.equal(await adapter.compareAndSetSession({ sessionToken, from, to }), true)
      assertStored((await adapter.getSessionAndUser(sessionToken))?.session, {
        ...session,
        expires: to,
      })
    },
  },
  {
    name: 'compareAndSetSession leaves a session whose expiry has changed',
    async run(subject) {
      const { adapter, at } = subject
      const { id } = await adapter.createUser(sampleUser())
      const session = sampleSession(subject, id)
      const { sessionToken } = await adapter.createSession(session)
      const from = new Date(session.expires.getTime() - 60_000)
      const moved = await adapter.compareAndSetSession({ sessionToken, from, to: at(9_000_000) })
      assert.equal(moved, false)
      assertStored((await adapter.getSessionAndUser(sessionToken))?.session, session)
    },
  },
  {
    name: 'compareAndSetSession compares times as exactly as the store keeps them',
    async run(subject) {
      const { adapter, at, kept } = subject
      const { id } = await adapter.createUser(sampleUser())
      const session = sampleSession(subject, id)
      const { sessionToken } = await adapter.createSession(session)
      // Earlier by the precision of the store, for example a millisecond.
      const from = kept(new Date(session.expires.getTime() - 1))
      const to = at(9_000_999)
      assert.equal(await adapter.compareAndSetSession({ sessionToken, from, to }), false)
      assertStored((await adapter.getSessionAndUser(sessionToken))?.session, session)
    },
  },
  {
    name: 'compareAndSetSession does nothing for an unknown token',
    async run({ adapter, at }) {
      const sessionToken = unique('unknown')
      const moved = await adapter.compareAndSetSession({ sessionToken, from: at(0), to: at(1_000) })
      assert.equal(moved, false)
      assertNothing(await adapter.getSessionAndUser(sessionToken))
    },
  },
  {
    name: `one of ${RACERS} simultaneous calls of compareAndSetSession moves the expiry (REL-08)`,
    async run(subject) {
      const { adapter } = subject
      const { id } = await adapter.createUser(sampleUser())
      for (let round = 0; round < ROUNDS; round += 1) {
        const session = sampleSession(subject, id)
        const { sessionToken, expires: from } = session
        await adapter.createSession(session)
        const to = new Date(from.getTime() + 60_000)
        const { values, errors } = await race(RACERS, () =>
          adapter.compareAndSetSession({ sessionToken, from, to }),
        )
        assert.deepEqual(errors, [])
        assert.equal(values.filter(Boolean).length, 1)
      }
    },
  },
]
