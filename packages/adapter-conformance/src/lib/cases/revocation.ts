import assert from 'node:assert/strict'
import type { AdapterSession } from '@latchstring/core/adapters'
import { assertIntact, createBelongings } from '../belongings.ts'
import { assertNothing, assertStored, race } from '../expectations.ts'
import type { Case, Subject } from '../options.ts'
import {
  createLinkedUser,
  RACERS,
  ROUNDS,
  sampleSession,
  sampleUser,
  unique,
  unknownId,
} from '../samples.ts'

interface Owner {
  readonly id: string
  readonly sessions: readonly AdapterSession[]
}

/** Stores a user with this number of sessions, each with its own expiry. */
async function createOwner(subject: Subject, count: number): Promise<Owner> {
  const { adapter, at } = subject
  const { id } = await adapter.createUser(sampleUser())
  const sessions: AdapterSession[] = []
  for (let index = 0; index < count; index += 1) {
    const session = sampleSession(subject, id, { expires: at(3_600_000 + index * 61_001) })
    await adapter.createSession(session)
    sessions.push(session)
  }
  return { id, sessions }
}

const byToken = (sessions: readonly AdapterSession[]): readonly AdapterSession[] =>
  sessions.toSorted((a, b) => (a.sessionToken < b.sessionToken ? -1 : 1))

async function assertSessions(
  { adapter }: Subject,
  { id }: Owner,
  expected: readonly AdapterSession[],
): Promise<void> {
  const listed = byToken(await adapter.listSessionsByUserId(id))
  assert.equal(
    listed.length,
    expected.length,
    'listSessionsByUserId returned another number of sessions',
  )
  for (const [index, session] of byToken(expected).entries()) assertStored(listed[index], session)
}

const listing: readonly Case[] = [
  {
    name: 'listSessionsByUserId returns every session of the user, and no other',
    async run(subject) {
      const [owner, bystander] = [await createOwner(subject, 3), await createOwner(subject, 1)]
      await assertSessions(subject, owner, owner.sessions)
      await assertSessions(subject, bystander, bystander.sessions)
    },
  },
  {
    name: 'listSessionsByUserId returns an empty list without sessions and for an unknown user',
    async run(subject) {
      const { adapter } = subject
      await createOwner(subject, 1)
      const { id } = await adapter.createUser(sampleUser())
      assert.deepEqual(await adapter.listSessionsByUserId(id), [])
      assert.deepEqual(await adapter.listSessionsByUserId(unknownId(subject)), [])
    },
  },
  {
    name: 'listSessionsByUserId no longer returns a session that was deleted',
    async run(subject) {
      const owner = await createOwner(subject, 2)
      const [first, ...rest] = owner.sessions
      await subject.adapter.deleteSession(first?.sessionToken ?? '')
      await assertSessions(subject, owner, rest)
    },
  },
]

const ending: readonly Case[] = [
  {
    name: 'deleteSessionsByUserId ends every session of the user, returns their number, and keeps the user',
    async run(subject) {
      const { adapter } = subject
      const { user, account } = await createLinkedUser(adapter)
      const sessions = [1, 2, 3].map(() => sampleSession(subject, user.id))
      for (const session of sessions) await adapter.createSession(session)
      assert.equal(await adapter.deleteSessionsByUserId(user.id), 3)
      for (const { sessionToken } of sessions) {
        assertNothing(await adapter.getSessionAndUser(sessionToken))
      }
      assert.deepEqual(await adapter.listSessionsByUserId(user.id), [])
      assertStored(await adapter.getUserByAccount(account), user)
    },
  },
  {
    name: 'deleteSessionsByUserId leaves the sessions of others',
    async run(subject) {
      const [owner, bystander] = [await createOwner(subject, 2), await createOwner(subject, 2)]
      await subject.adapter.deleteSessionsByUserId(owner.id)
      await assertSessions(subject, bystander, bystander.sessions)
      for (const { sessionToken } of bystander.sessions) {
        assert.ok(await subject.adapter.getSessionAndUser(sessionToken))
      }
    },
  },
  {
    name: 'deleteSessionsByUserId keeps the session of `except` and does not count it',
    async run(subject) {
      const owner = await createOwner(subject, 3)
      const [kept, ...rest] = owner.sessions
      const except = kept?.sessionToken ?? ''
      assert.equal(await subject.adapter.deleteSessionsByUserId(owner.id, except), rest.length)
      assertStored((await subject.adapter.getSessionAndUser(except))?.session, kept ?? {})
      await assertSessions(subject, owner, kept ? [kept] : [])
    },
  },
  {
    name: 'deleteSessionsByUserId ends all when `except` is unknown or a session of another user',
    async run(subject) {
      const { adapter } = subject
      const bystander = await createOwner(subject, 1)
      for (const except of [unique('unknown'), bystander.sessions[0]?.sessionToken ?? '']) {
        const owner = await createOwner(subject, 2)
        assert.equal(await adapter.deleteSessionsByUserId(owner.id, except), 2)
        await assertSessions(subject, owner, [])
      }
      await assertSessions(subject, bystander, bystander.sessions)
    },
  },
  {
    name: 'deleteSessionsByUserId returns 0 when the user has no sessions',
    async run(subject) {
      const { adapter } = subject
      const { id } = await createOwner(subject, 1)
      await adapter.deleteSessionsByUserId(id)
      assert.equal(await adapter.deleteSessionsByUserId(id), 0)
      assert.equal(await adapter.deleteSessionsByUserId(unknownId(subject)), 0)
    },
  },
]

/** Returns `deleteAllSessions`, if the adapter has it. */
function findEndOfAll({ adapter }: Subject): (() => Promise<void>) | undefined {
  // This method is optional even with the capability.
  const { deleteAllSessions } = adapter as Partial<typeof adapter>
  if (deleteAllSessions === undefined) return undefined
  return async () => {
    await deleteAllSessions.call(adapter)
  }
}

/** Unlike all others, these tests end sessions that they have not created. */
const endingAll: readonly Case[] = [
  {
    name: 'deleteAllSessions, if the adapter has it, ends every session of every user, and nothing else (REV-16)',
    async run(subject) {
      const endAll = findEndOfAll(subject)
      if (endAll === undefined) return
      const [one, other] = [await createBelongings(subject), await createBelongings(subject)]
      const many = await createOwner(subject, 120)
      await endAll()
      for (const { sessionToken } of [...one.sessions, ...other.sessions, ...many.sessions]) {
        assertNothing(await subject.adapter.getSessionAndUser(sessionToken))
      }
      await assertSessions(subject, many, [])
      for (const owner of [one, other]) await assertIntact(subject, { ...owner, sessions: [] })
      // A session that is created afterwards is valid.
      await endAll()
      const session = sampleSession(subject, many.id)
      await subject.adapter.createSession(session)
      await assertSessions(subject, many, [session])
      assertStored(
        (await subject.adapter.getSessionAndUser(session.sessionToken))?.session,
        session,
      )
    },
  },
  {
    name: `${RACERS} calls of updateSession do not restore a session that deleteAllSessions is ending (REV-03)`,
    async run(subject) {
      const { adapter } = subject
      const endAll = findEndOfAll(subject)
      if (endAll === undefined) return
      const { id } = await adapter.createUser(sampleUser())
      for (let round = 1; round <= ROUNDS; round += 1) {
        const { sessionToken, expires } = sampleSession(subject, id)
        await adapter.createSession({ sessionToken, userId: id, expires })
        const to = new Date(expires.getTime() + 60_000)
        const turn = Math.floor((RACERS / (ROUNDS + 1)) * round)
        const { errors } = await race(RACERS, async (index) => {
          if (index === turn) await endAll()
          else await adapter.updateSession({ sessionToken, expires: to })
        })
        assert.deepEqual(errors, [])
        assertNothing(await adapter.getSessionAndUser(sessionToken))
      }
    },
  },
]

/** Tests of `revocation`. */
export const revocationCases: readonly Case[] = [...listing, ...ending, ...endingAll]

/** Tests of sessions without `ttl`: expired sessions are listed and ended too. */
export const expiredRevocationCases: readonly Case[] = [
  {
    name: 'expired sessions are listed and ended, too',
    async run(subject) {
      const { adapter, at } = subject
      const { id } = await adapter.createUser(sampleUser())
      const expired = sampleSession(subject, id, { expires: at(-60_000) })
      await adapter.createSession(expired)
      assertStored((await adapter.listSessionsByUserId(id))[0], expired)
      assert.equal(await adapter.deleteSessionsByUserId(id), 1)
    },
  },
]
