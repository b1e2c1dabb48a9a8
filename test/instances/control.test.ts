import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { pasteCopies, type PastingScale, takeStoreAway } from './src/control/endings.ts'
import { type Fleet, startFleet } from './src/control/fleet.ts'
import { SCALE, writeControl, type ControlFigures } from './src/control/figures.ts'
import { runSoak } from './src/control/run-soak.ts'
import { openPostgresControl, openRedisControl, type ControlStore } from './src/control/stores.ts'
import { besiege, bomb, guess } from './src/control/tries.ts'
import { bundleProgram, type Program } from './src/instance.ts'

const START = Date.UTC(2031, 4, 6)
const DAY = 86_400_000

/** What `account` of passwords, and of mails in an hour, have in docs/limits.md. */
const GUESSES = 10
const MAILS = 5

/** What ten thousand requests may take on a machine that is busy with other tests, in milliseconds. */
const START_TIMEOUT_MS = 1_800_000

const figures: ControlFigures = { stores: {} }

afterAll(() => writeControl(figures))

let program: Program
beforeAll(async () => {
  program = await bundleProgram('control/application.ts')
})
afterAll(() => program.remove())

describe.each([openPostgresControl, openRedisControl])(
  'Processes of an application that ends sessions and limits tries, over one store,',
  (openStore) => {
    let store: ControlStore
    let found: Partial<ControlFigures['stores'][string]>

    beforeAll(async () => {
      store = await openStore()
      found = {}
      figures.stores[await store.version()] = found
    })
    afterAll(() => store.server.stop())

    const open = (processes: number, more: object): Promise<Fleet> =>
      startFleet({ file: program.file, processes, store: store.server.url, ...more })

    describe('with the clock of the machine', () => {
      const pasteWith = async (scale: PastingScale): Promise<void> => {
        const fleet = await open(3, { window: scale.window })
        onTestFinished(async () => fleet.stop())
        const seen = await pasteCopies(fleet, scale)
        found.pasted = [...(found.pasted ?? []), seen]
        expect(seen).toMatchObject({ acceptedAtOnce: 0, late: 0 })
        // Otherwise the test proves nothing: processes without requests have to know less than the one that signed out.
        expect(seen.once.some(({ accepted }) => accepted > 0)).toBe(true)
        expect(seen.steady.reduce((sum, count) => sum + count, 0)).toBe(2 * scale.steady)
      }

      test.each(SCALE.pasting)(
        'refuse copies of a cookie that was signed out of at once where that was, and all three within $window s (REV-01)',
        { timeout: START_TIMEOUT_MS },
        pasteWith,
      )
    })

    describe('with clocks that are moved', () => {
      let fleet: Fleet
      beforeAll(async () => {
        fleet = await open(4, { clock: START })
      })
      afterAll(() => fleet.stop())

      test(
        'compare as many guesses of one password as the budget allows, from any number of clients (LIM-08)',
        { timeout: START_TIMEOUT_MS },
        async () => {
          const scale = { guesses: SCALE.guesses, addresses: SCALE.guesses }
          found.guessed = await guess(fleet, 'guessed', scale)
          expect(found.guessed).toMatchObject({ compared: GUESSES, refused: 0, signedIn: 0 })
        },
      )

      test(
        'send as many mails to one inbox in an hour as the budget has, in whatever spelling (LIM-12)',
        { timeout: START_TIMEOUT_MS },
        async () => {
          const { browsers } = SCALE
          const start = START + DAY
          found.bombed = await bomb(fleet, { requests: SCALE.mails, browsers, hours: 0, start })
          expect(found.bombed.mails).toBe(MAILS)
          found.bombedForDay = await bomb(fleet, {
            requests: SCALE.mailsInDay,
            browsers,
            hours: 24,
            start: start + 2 * DAY,
          })
          // Twelve at once, and twelve more that return one by one in a day.
          expect(found.bombedForDay.mails).toBeGreaterThanOrEqual(12)
          expect(found.bombedForDay.mails).toBeLessThanOrEqual(24)
        },
      )

      test(
        'let the owner in during an hour in which strangers with 1,000 addresses try (LIM-10)',
        { timeout: START_TIMEOUT_MS },
        async () => {
          const scale = { ...SCALE.siege, addresses: 1000, start: START + 6 * DAY }
          found.besieged = await besiege(fleet, scale)
          const { ownerIn, ownerTries, compared, elsewhere } = found.besieged
          expect({ ownerIn, elsewhere }).toEqual({ ownerIn: ownerTries, elsewhere: 'wrong' })
          // Ten at once, and forty that return in an hour.
          expect(compared).toBeLessThanOrEqual(GUESSES + 40)
        },
      )

      test(
        'accept a session while the store is away until the grace is over, then answer 503, and delete no cookie (REV-08)',
        { timeout: START_TIMEOUT_MS },
        async () => {
          const seen = await takeStoreAway(fleet, {
            start: START + 8 * DAY,
            window: 30,
            grace: 300,
            suspend: () => store.server.suspend(),
          })
          found.outage = seen
          const grace = { statuses: [200], accepted: 4 }
          const over = { statuses: [503], accepted: 0 }
          const answers = seen.answers.map(({ statuses, accepted }) => ({ statuses, accepted }))
          expect(answers).toEqual([grace, grace, grace, grace, grace, over, over])
          expect(seen).toMatchObject({ cookies: 0, afterwards: 4 })
        },
      )
    })
  },
)

test(
  'A process that learns of one ending after another keeps its memory, and the answer about each (REV-10)',
  { timeout: START_TIMEOUT_MS },
  async () => {
    const soak = await bundleProgram('control/soak.ts')
    onTestFinished(async () => soak.remove())
    figures.soak = await runSoak(soak.file, SCALE.entries)
    const { steps, ...rest } = figures.soak
    expect(rest).toEqual({ ended: 21, stillAccepted: 0, open: 21, lost: 0 })
    const sizes = steps.map(({ heapUsed, arrayBuffers }) => heapUsed + arrayBuffers)
    // 50,000 entries as they are, ten bits of each other one, and what the garbage collector leaves.
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(40e6)
    // A filter may be wrong about the one session that is read, once.
    for (const { asked } of steps) expect(asked).toBeLessThanOrEqual(1)
  },
)
