import assert from 'node:assert/strict'
import type { Adapter } from '@latchstring/core/adapters'
import {
  type Application,
  type Arrival,
  type Browser,
  createApplication,
} from '../core/application.ts'
import {
  added,
  assertGone,
  assertHonest,
  assertNothingAdded,
  newPerson,
  readRowCounts,
} from '../core/assertions.ts'
import { type Person, EMULATOR } from '../core/emulator.ts'
import { assertNothing, race } from '../expectations.ts'
import type { Case, Subject } from '../options.ts'
import type { RowCounts } from '../report.ts'
import { RACERS, ROUNDS, sampleSession, sampleUser } from '../samples.ts'

const DAYS = 86_400_000

interface Racer {
  readonly browser: Browser
  readonly arrival: Arrival
}

/** Browsers that return from the provider at the same time. */
async function arriveTogether(app: Application, person: Person): Promise<readonly Racer[]> {
  const waiting = await Promise.all(
    Array.from({ length: RACERS }, async () => {
      const browser = app.openBrowser()
      const url = await browser.reachCallback(person)
      assert.ok(url !== undefined, 'the sign-in did not redirect to the provider')
      return { browser, url }
    }),
  )
  return Promise.all(
    waiting.map(async ({ browser, url }) => ({ browser, arrival: await browser.open(url) })),
  )
}

/** Ids of the signed-in users of the browsers; `null` for a browser without a session. */
async function signedInAs(racers: readonly Racer[]): Promise<ReadonlySet<string | null>> {
  const ids = new Set<string | null>()
  for (const { browser } of racers) ids.add(await browser.userId())
  return ids
}

function assertRows(before: RowCounts | null, now: RowCounts | null, sessions: number): void {
  if (before === null || now === null) return
  assert.deepEqual(added(before, now), { users: 1, accounts: 1, sessions })
}

/** The adapter without the storage of sign-ins in progress, which has tests of its own. */
function withoutTokens(adapter: Adapter): Adapter {
  return { ...adapter, capabilities: { ...adapter.capabilities, atomicConsume: false } }
}

/** Signs in a new user in many browsers at once, and asserts that at least one of them gets a session. */
async function raceFirstSignIns(subject: Subject) {
  const before = await readRowCounts(subject)
  const app = createApplication(withoutTokens(subject.adapter), subject.capabilities)
  const person = newPerson()
  const racers = await arriveTogether(app, person)
  for (const { browser, arrival } of racers) await assertHonest(browser, arrival)
  const inside = racers.filter(({ arrival }) => arrival.inside)
  assert.ok(inside.length > 0, 'no sign-in succeeded')
  return { before, app, person, racers, inside }
}

async function raceThroughCore(subject: Subject): Promise<void> {
  const { adapter, capabilities, recorder } = subject
  const { before, person, racers, inside } = await raceFirstSignIns(subject)
  // Without transactions another sign-in can run between the writes of user and account, and has to be repeated.
  if (capabilities.transactions === true) assert.equal(inside.length, RACERS)
  const user = await adapter.getUserByEmail(person.email)
  const users = await signedInAs(inside)
  assert.deepEqual(users, new Set([user?.id]))
  const key = { provider: EMULATOR, providerAccountId: person.id }
  assert.equal((await adapter.getUserByAccount(key))?.id, user?.id)
  assertRows(
    before,
    await readRowCounts(subject),
    capabilities.sessions === true ? inside.length : 0,
  )
  for (const { browser, arrival } of racers) {
    if (!arrival.inside)
      assert.ok((await browser.signIn(person)).inside, 'the repeated sign-in failed')
  }
  const orphans = await assertGone(subject, person, before)
  const concurrency = {
    attempts: RACERS,
    sessions: inside.length,
    users: users.size,
    accounts: 1,
    errors: RACERS - inside.length,
    orphans,
  }
  recorder.set({ concurrency })
}

/** Asserts that each of several users is complete, and that no record is left once they are deleted. */
async function crowdThroughCore(subject: Subject): Promise<void> {
  const { adapter, recorder } = subject
  const { before, app, person, inside } = await raceFirstSignIns(subject)
  const users = await signedInAs(inside)
  const later = app.openBrowser()
  assert.ok((await later.signIn(person)).inside, 'the next sign-in failed')
  assert.ok(users.has(await later.userId()), 'the next sign-in was that of another user')
  await later.signOut()
  const rows = await readRowCounts(subject)
  const made = before === null || rows === null ? null : added(before, rows)
  for (const id of users) await adapter.deleteUser(id ?? '')
  assert.equal(
    await adapter.getUserByEmail(person.email),
    null,
    'a user without an account was left',
  )
  const orphans = await assertNothingAdded(subject, before)
  const concurrency = {
    attempts: RACERS,
    sessions: inside.length,
    users: made?.users ?? users.size,
    accounts: made?.accounts ?? null,
    errors: RACERS - inside.length,
    orphans,
  }
  recorder.set({ concurrency })
}

/** Tests of simultaneous first sign-ins through the core, without unique constraints. */
export const coreCrowdCases: readonly Case[] = [
  {
    name: `${RACERS} simultaneous first sign-ins of one person through the core leave nothing behind (LNK-04)`,
    run: crowdThroughCore,
  },
]

/** Tests of simultaneous first sign-ins through the core. */
export const coreRaceCases: readonly Case[] = [
  {
    name: `${RACERS} simultaneous first sign-ins of one person through the core make one user (LNK-04)`,
    async run(subject) {
      for (let round = 0; round < ROUNDS; round += 1) await raceThroughCore(subject)
    },
  },
]

/** The adapter, with a counter of successful writes of an expiry. */
function countWrites(adapter: Subject['adapter']): { counting: Adapter; writes: () => number } {
  let writes = 0
  const counting: Adapter = {
    ...adapter,
    async compareAndSetSession(params) {
      const moved = await adapter.compareAndSetSession(params)
      writes += Number(moved)
      return moved
    },
    updateSession(session) {
      writes += 1
      return adapter.updateSession(session)
    },
  }
  return { counting, writes: () => writes }
}

/** Tests of simultaneous extensions of a session through the core. */
export const coreExtensionCases: readonly Case[] = [
  {
    name: `a session that ${RACERS} simultaneous requests extend is written once (REL-08)`,
    async run({ adapter, capabilities }) {
      const { counting, writes } = countWrites(adapter)
      const app = createApplication(counting, capabilities)
      const browser = app.openBrowser()
      assert.ok((await browser.signIn(newPerson())).inside)
      const id = await browser.userId()
      app.wait(2 * DAYS)
      // Several instances, because one instance alone writes once with any adapter.
      const browsers = Array.from({ length: RACERS }, () => browser.elsewhere())
      const { values, errors } = await race(RACERS, () => (browsers.pop() ?? browser).userId())
      assert.deepEqual(errors, [])
      assert.deepEqual(new Set(values), new Set([id]))
      assert.equal(writes(), 1)
      await adapter.deleteUser(id ?? '')
    },
  },
]

/** Tests of an emailed link that is opened several times at once, through the core. */
export const coreMailCases: readonly Case[] = [
  {
    name: `the link of a mail that is opened ${RACERS} times at once signs in once (REL-08)`,
    async run(subject) {
      const { adapter, capabilities } = subject
      const { email } = newPerson()
      const browser = createApplication(adapter, capabilities).openBrowser()
      const link = await browser.askForLink(email)
      assert.ok(link !== undefined, 'no mail was sent')
      const { values, errors } = await race(RACERS, () => browser.open(link))
      assert.deepEqual(errors, [])
      assert.equal(values.filter(({ inside }) => inside).length, 1)
      const user = await adapter.getUserByEmail(email)
      await adapter.deleteUser(user?.id ?? '')
    },
  },
]

/** Tests of a sign-in that several copies of a browser finish at once, through the core. */
export const coreTransactionCases: readonly Case[] = [
  {
    name: `a sign-in that ${RACERS} copies of its browser finish at once signs in once (REL-08)`,
    async run(subject) {
      const { adapter, capabilities } = subject
      const person = newPerson()
      const browser = createApplication(adapter, capabilities).openBrowser()
      const url = await browser.reachCallback(person)
      assert.ok(url !== undefined, 'the sign-in did not redirect to the provider')
      const copies = Array.from({ length: RACERS }, () => browser.copy())
      const { values, errors } = await race(RACERS, (index) => copies[index]?.open(url))
      assert.deepEqual(errors, [])
      assert.equal(values.filter((arrival) => arrival?.inside).length, 1)
      const [winner, ...others] = copies.filter((copy) => copy.hasSession())
      assert.deepEqual(others, [])
      const id = (await winner?.userId()) ?? ''
      if (capabilities.revocation === true && capabilities.sessions === true) {
        assert.equal((await adapter.listSessionsByUserId(id)).length, 1)
      }
      await adapter.deleteUser(id)
    },
  },
]

/** Tests of sessions that are created while their user is deleted. */
export const deletionRaceCases: readonly Case[] = [
  {
    name: `${RACERS} sessions created while their user is deleted are all ended (SES-11)`,
    async run(subject) {
      const { adapter, capabilities } = subject
      const before = await readRowCounts(subject)
      const { id } = await adapter.createUser(sampleUser())
      const sessions = Array.from({ length: RACERS }, () => sampleSession(subject, id))
      const calls = sessions.map((session) => async () => {
        await adapter.createSession(session)
      })
      calls.splice(RACERS / 2, 0, async () => {
        await adapter.deleteUser(id)
      })
      await Promise.allSettled(calls.map((call) => call()))
      assertNothing(await adapter.getUser(id))
      for (const { sessionToken } of sessions) {
        assertNothing(await adapter.getSessionAndUser(sessionToken))
      }
      if (capabilities.revocation === true) {
        assert.deepEqual(await adapter.listSessionsByUserId(id), [], 'sessions outlived their user')
      }
      const now = await readRowCounts(subject)
      if (before !== null && now !== null) assert.equal(added(before, now).sessions, 0)
    },
  },
]
