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

/** Browsers that come back from the provider at the same moment. */
async function arriveTogether(app: Application, person: Person): Promise<readonly Racer[]> {
  const waiting = await Promise.all(
    Array.from({ length: RACERS }, async () => {
      const browser = app.openBrowser()
      const url = await browser.reachCallback(person)
      assert.ok(url !== undefined, 'nobody was sent to the provider')
      return { browser, url }
    }),
  )
  return Promise.all(
    waiting.map(async ({ browser, url }) => ({ browser, arrival: await browser.open(url) })),
  )
}

/** Ids of the users that the browsers are signed in as; `null` among them when one is not. */
async function signedInAs(racers: readonly Racer[]): Promise<ReadonlySet<string | null>> {
  const ids = new Set<string | null>()
  for (const { browser } of racers) ids.add(await browser.userId())
  return ids
}

function assertRows(before: RowCounts | null, now: RowCounts | null, sessions: number): void {
  if (before === null || now === null) return
  assert.deepEqual(added(before, now), { users: 1, accounts: 1, sessions })
}

/** The adapter as one whose sign-ins in progress are not kept: those have a test of their own. */
function withoutTokens(adapter: Adapter): Adapter {
  return { ...adapter, capabilities: { ...adapter.capabilities, atomicConsume: false } }
}

/** Signs one person in for the first time in many browsers at once; at least one of them is inside afterwards. */
async function raceFirstSignIns(subject: Subject) {
  const before = await readRowCounts(subject)
  const app = createApplication(withoutTokens(subject.adapter), subject.capabilities)
  const person = newPerson()
  const racers = await arriveTogether(app, person)
  for (const { browser, arrival } of racers) await assertHonest(browser, arrival)
  const inside = racers.filter(({ arrival }) => arrival.inside)
  assert.ok(inside.length > 0, 'nobody signed in')
  return { before, app, person, racers, inside }
}

async function raceThroughCore(subject: Subject): Promise<void> {
  const { adapter, capabilities, recorder } = subject
  const { before, person, racers, inside } = await raceFirstSignIns(subject)
  // Without transactions a loser can come between user and account of the winner, and has to try again.
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
    if (!arrival.inside) assert.ok((await browser.signIn(person)).inside, 'the next try failed')
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

/** Without unique constraints there may be many users; each of them is whole, and nothing is left when they are deleted. */
async function crowdThroughCore(subject: Subject): Promise<void> {
  const { adapter, recorder } = subject
  const { before, app, person, inside } = await raceFirstSignIns(subject)
  const users = await signedInAs(inside)
  const later = app.openBrowser()
  assert.ok((await later.signIn(person)).inside, 'the next sign-in failed')
  assert.ok(users.has(await later.userId()), 'the next sign-in was that of somebody else')
  await later.signOut()
  const rows = await readRowCounts(subject)
  const made = before === null || rows === null ? null : added(before, rows)
  for (const id of users) await adapter.deleteUser(id ?? '')
  assert.equal(await adapter.getUserByEmail(person.email), null, 'a user nobody is was left')
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

/** First sign-ins at the same moment, through the core, in a store that does not keep users apart. */
export const coreCrowdCases: readonly Case[] = [
  {
    name: `${RACERS} simultaneous first sign-ins of one person through the core leave nothing behind (LNK-04)`,
    run: crowdThroughCore,
  },
]

/** First sign-ins at the same moment, through the core. */
export const coreRaceCases: readonly Case[] = [
  {
    name: `${RACERS} simultaneous first sign-ins of one person through the core make one user (LNK-04)`,
    async run(subject) {
      for (let round = 0; round < ROUNDS; round += 1) await raceThroughCore(subject)
    },
  },
]

/** The adapter, with a count of the writes of expiries that took effect. */
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

/** Extensions of a session at the same moment, through the core. */
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
      // One instance writes once whatever the adapter does.
      const browsers = Array.from({ length: RACERS }, () => browser.elsewhere())
      const { values, errors } = await race(RACERS, () => (browsers.pop() ?? browser).userId())
      assert.deepEqual(errors, [])
      assert.deepEqual(new Set(values), new Set([id]))
      assert.equal(writes(), 1)
      await adapter.deleteUser(id ?? '')
    },
  },
]

/** Links of mails that are opened at the same moment, through the core. */
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

/** Copies of one sign-in that are finished at the same moment, through the core. */
export const coreTransactionCases: readonly Case[] = [
  {
    name: `a sign-in that ${RACERS} copies of its browser finish at once signs in once (REL-08)`,
    async run(subject) {
      const { adapter, capabilities } = subject
      const person = newPerson()
      const browser = createApplication(adapter, capabilities).openBrowser()
      const url = await browser.reachCallback(person)
      assert.ok(url !== undefined, 'nobody was sent to the provider')
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

/** Sessions that are made while their user is deleted. */
export const deletionRaceCases: readonly Case[] = [
  {
    name: `${RACERS} sessions made while their user is deleted leave nobody signed in (SES-11)`,
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
