import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openProcess, type Process } from '../test/process.ts'
import { fill, openStorage, type Work, type WorkName, WORKS } from '../test/works.ts'
import type { KeyValueStorage } from './index.ts'

/** Tokens of the sessions that the works can leave behind. */
const TOKENS = ['one', 'new'] as const

/** Errors of a call when another call was faster. */
const TOO_LATE =
  /^(?:The user of the session does not exist\.|No user has the id given to updateUser\.)$/

async function outcomeOf(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    expect(String(error instanceof Error ? error.message : error)).toMatch(TOO_LATE)
  }
}

let storage: KeyValueStorage
let close: () => Promise<void>
beforeEach(async () => {
  ;({ storage, close } = await openStorage())
})
afterEach(() => close())

/** One process stops after some calls, the other after some others, and then each goes on to its end. */
interface Schedule {
  readonly first: number
  readonly second: number
}

/** Where the works were stopped, if they have that many calls. */
interface Stopped {
  readonly first: boolean
  readonly second: boolean
}

async function start(
  process: Process,
  work: Work,
  calls: number,
): Promise<[Promise<void>, boolean]> {
  const stopped = process.stopAfter(calls).then(() => true)
  const done = outcomeOf(work(process.adapter))
  return [done, await Promise.race([stopped, done.then(() => false)])]
}

async function interleave(
  works: readonly [Work, Work],
  ttl: boolean,
  schedule: Schedule,
): Promise<Stopped> {
  await fill(storage)
  const [one, two] = [openProcess(storage, { ttl }), openProcess(storage, { ttl })]
  const [first, firstStopped] = await start(one, works[0], schedule.first)
  const [second, secondStopped] = await start(two, works[1], schedule.second)
  one.go()
  await first
  two.go()
  await second
  return { first: firstStopped, second: secondStopped }
}

/** Asserts that a session contains the current user, and that the user's list contains the session, so that it can be ended. */
async function assertWhole(ended: readonly string[], where: string): Promise<void> {
  const { adapter } = openProcess(storage)
  const user = await adapter.getUser('ada')
  const listed = await adapter.listSessionsByUserId('ada')
  for (const token of TOKENS) {
    const found = await adapter.getSessionAndUser(token)
    if (ended.includes(token)) expect(found, `${token} ${where}`).toBeNull()
    if (found === null) continue
    expect(found.user, `user of ${token} ${where}`).toEqual(user)
    expect(listed, `sessions ${where}`).toContainEqual(found.session)
  }
}

/** Tries every place at which two works can be stopped once each. */
async function tryAll(names: readonly [WorkName, WorkName], ttl: boolean): Promise<void> {
  const works = [WORKS[names[0]], WORKS[names[1]]] as const
  const ended = names.flatMap((name) => {
    if (name === 'deleteUser') return TOKENS
    return /^(?:signOut|deleteExpired)/.test(name) ? ['one'] : []
  })
  let tried = 0
  for (let first = 0, goesOn = true; goesOn; first += 1) {
    for (let second = 0, stops = true; stops; second += 1) {
      const stopped = await interleave([works[0], works[1]], ttl, { first, second })
      await assertWhole(ended, `after ${first} calls and ${second} calls`)
      goesOn = stopped.first
      stops = stopped.second
      tried += 1
    }
  }
  expect(tried).toBeGreaterThan(8)
}

describe('unstorageAdapter in two processes that write at the same time', () => {
  it.each<[WorkName, WorkName]>([
    ['rename', 'rename again'],
    ['rename', 'signIn'],
    ['rename', 'extend'],
  ])('leaves no session with an outdated user after %s and %s', async (one, other) => {
    for (const ttl of [false, true]) {
      await tryAll([one, other], ttl)
      await tryAll([other, one], ttl)
    }
  })

  it.each<[WorkName, WorkName]>([
    ['rename', 'signOut'],
    ['rename', 'signOutEverywhere'],
    ['rename', 'deleteUser'],
    ['extend', 'signOut'],
    ['extend', 'signOutEverywhere'],
    ['extend', 'deleteUser'],
    ['signOut', 'deleteUser'],
  ])('does not restore a deleted session after %s and %s', async (one, other) => {
    for (const ttl of [false, true]) {
      await tryAll([one, other], ttl)
      await tryAll([other, one], ttl)
    }
  })

  it('leaves no session of a deleted user', async () => {
    await tryAll(['signIn', 'deleteUser'], false)
    await tryAll(['deleteUser', 'signIn'], false)
    await tryAll(['signIn', 'deleteUser'], true)
    await tryAll(['deleteUser', 'signIn'], true)
  })

  it('leaves no session missing in the list of its user', async () => {
    await tryAll(['signIn', 'signOutEverywhere'], false)
    await tryAll(['signOutEverywhere', 'signIn'], false)
    await tryAll(['signIn', 'signOutEverywhere'], true)
    await tryAll(['signOutEverywhere', 'signIn'], true)
  })
})
