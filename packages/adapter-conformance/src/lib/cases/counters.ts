import assert from 'node:assert/strict'
import type { AdapterSpend, AdapterSpent } from '@latchstring/core/adapters'
import { race } from '../expectations.ts'
import type { Case, Subject } from '../options.ts'
import { RACERS, ROUNDS, unique } from '../samples.ts'

const REFUSED = 'a spend that has to be refused was allowed'
const ALLOWED = 'a spend that has to be allowed was refused'

/** An unused budget with this number of points in an hour. */
const sampleBudget = (points: number, members: Partial<AdapterSpend> = {}): AdapterSpend => {
  const interval = Math.ceil(3_600_000 / points)
  const key = unique('budget').slice(0, 64)
  return { key, interval, burst: interval * points, now: Date.now(), ...members }
}

async function assertAllowed({ adapter }: Subject, spend: AdapterSpend): Promise<void> {
  assert.deepEqual(await adapter.spend(spend), { allowed: true, retryAfter: 0 }, ALLOWED)
}

async function assertRefused(
  { adapter }: Subject,
  spend: AdapterSpend,
  retryAfter: number,
): Promise<void> {
  assert.deepEqual(await adapter.spend(spend), { allowed: false, retryAfter }, REFUSED)
}

/** Spends all points of a budget. */
async function spendAll(subject: Subject, budget: AdapterSpend, points: number): Promise<void> {
  for (let point = 0; point < points; point += 1) await assertAllowed(subject, budget)
}

const single: readonly Case[] = [
  {
    name: 'spend allows the points of a full budget and then none, and returns when the next one is available',
    async run(subject) {
      const budget = sampleBudget(5)
      await spendAll(subject, budget, 5)
      await assertRefused(subject, budget, budget.interval)
      const now = budget.now + 1234
      await assertRefused(subject, { ...budget, now }, budget.interval - 1234)
    },
  },
  {
    name: 'the points of a budget return one by one at the announced time, and never exceed a full budget',
    async run(subject) {
      const { now, ...rest } = sampleBudget(4)
      const { interval } = rest
      await spendAll(subject, { ...rest, now }, 4)
      await assertRefused(subject, { ...rest, now: now + interval - 1 }, 1)
      await assertAllowed(subject, { ...rest, now: now + interval })
      await assertRefused(subject, { ...rest, now: now + interval }, interval)
      const later = now + interval * 1000
      await spendAll(subject, { ...rest, now: later }, 4)
      await assertRefused(subject, { ...rest, now: later }, interval)
    },
  },
  {
    name: 'a refused spend takes no points',
    async run(subject) {
      const budget = sampleBudget(2)
      const { now, interval } = budget
      await spendAll(subject, budget, 2)
      for (let time = 0; time < 20; time += 1) await assertRefused(subject, budget, interval)
      await assertAllowed(subject, { ...budget, now: now + interval })
    },
  },
  {
    name: 'a point returned with a negative interval can be spent again, and a full budget accepts none',
    async run(subject) {
      const budget = sampleBudget(3)
      const back = { ...budget, interval: -budget.interval }
      await assertAllowed(subject, back)
      await spendAll(subject, budget, 3)
      await assertRefused(subject, budget, budget.interval)
      await assertAllowed(subject, back)
      await assertAllowed(subject, budget)
      await assertRefused(subject, budget, budget.interval)
      for (let point = 0; point < 5; point += 1) await assertAllowed(subject, back)
      await spendAll(subject, budget, 3)
      await assertRefused(subject, budget, budget.interval)
    },
  },
  {
    name: 'budgets of different keys are independent, also of keys that differ in letter case',
    async run(subject) {
      const budget = sampleBudget(1, { key: unique('Budget') })
      await assertAllowed(subject, budget)
      await assertAllowed(subject, { ...budget, key: budget.key.toLowerCase() })
      await assertAllowed(subject, { ...budget, key: budget.key.slice(0, -1) })
      await assertRefused(subject, budget, budget.interval)
    },
  },
  {
    name: 'a budget without points refuses, and stores nothing',
    async run(subject) {
      const empty = sampleBudget(1, { burst: 0 })
      await assertRefused(subject, empty, empty.interval)
      await assertAllowed(subject, { ...empty, burst: empty.interval })
    },
  },
  {
    name: 'a clock that is behind neither fills nor empties a budget',
    async run(subject) {
      const budget = sampleBudget(3)
      const { now, interval } = budget
      await assertAllowed(subject, budget)
      await assertRefused(subject, { ...budget, now: now - interval * 3 }, interval * 2)
      await spendAll(subject, budget, 2)
      await assertRefused(subject, budget, interval)
      const yesterday = sampleBudget(3, { now: now - 86_400_000 })
      await spendAll(subject, yesterday, 3)
      await assertRefused(subject, yesterday, interval)
    },
  },
  {
    name: 'a key of 64 characters and a budget of a year are stored',
    async run(subject) {
      const key = unique('k').padEnd(64, 'x')
      const interval = 365 * 86_400_000
      const budget = sampleBudget(1, { key, interval, burst: interval })
      await assertAllowed(subject, budget)
      await assertRefused(subject, budget, interval)
    },
  },
]

const POINTS = 10

const racing: readonly Case[] = [
  {
    name: `of ${RACERS} simultaneous spends from one budget as many are allowed as it has points (LIM-08)`,
    async run(subject) {
      for (let round = 0; round < ROUNDS; round += 1) {
        const budget = sampleBudget(POINTS)
        for (const now of [budget.now, budget.now + budget.burst]) {
          const { values, errors } = await race<AdapterSpent>(RACERS, () =>
            subject.adapter.spend({ ...budget, now }),
          )
          assert.deepEqual(errors, [])
          assert.equal(values.filter(({ allowed }) => allowed).length, POINTS)
          for (const { allowed, retryAfter } of values) {
            assert.ok(allowed ? retryAfter === 0 : retryAfter > 0)
          }
        }
      }
    },
  },
  {
    name: `of ${RACERS} simultaneous spends from budgets of their own all are allowed`,
    async run(subject) {
      const budgets = Array.from({ length: RACERS }, () => sampleBudget(1))
      const { values, errors } = await race<AdapterSpent>(RACERS, (index) =>
        subject.adapter.spend(budgets[index] ?? sampleBudget(1)),
      )
      assert.deepEqual(errors, [])
      assert.ok(values.every(({ allowed }) => allowed))
    },
  },
]

/** `spendAll`, where the adapter has it. */
async function spendTogether(
  { adapter }: Subject,
  spends: readonly AdapterSpend[],
): Promise<readonly AdapterSpent[] | undefined> {
  // It may be left out.
  const { spendAll: method } = adapter as Partial<typeof adapter>
  return method?.call(adapter, spends)
}

const together: readonly Case[] = [
  {
    name: 'spendAll, if the adapter has it, takes a point from each budget that has one, and answers in the order of the budgets',
    async run(subject) {
      const budgets = [3, 1, 2, 0].map((points) =>
        points === 0 ? sampleBudget(1, { burst: 0 }) : sampleBudget(points),
      )
      const answer = (outcomes: string): readonly AdapterSpent[] =>
        outcomes.split('').map((outcome, index) => ({
          allowed: outcome === '+',
          retryAfter: outcome === '+' ? 0 : (budgets[index]?.interval ?? 0),
        }))
      const first = await spendTogether(subject, budgets)
      if (first === undefined) return
      assert.deepEqual(first, answer('+++-'))
      assert.deepEqual(await spendTogether(subject, budgets), answer('+-+-'))
      const back = budgets.slice(0, 3).map((each) => ({ ...each, interval: -each.interval }))
      assert.deepEqual(await spendTogether(subject, back), answer('+++'))
      const last = await spendTogether(subject, budgets.toReversed())
      assert.deepEqual(last?.toReversed(), answer('+++-'))
      assert.deepEqual(await spendTogether(subject, []), [])
    },
  },
  {
    name: 'spendAll, if the adapter has it, spends from more budgets than a statement has values, and twice from one',
    async run(subject) {
      const budgets = Array.from({ length: 40 }, () => sampleBudget(1))
      const many = await spendTogether(subject, budgets)
      if (many === undefined) return
      assert.ok(many.length === 40 && many.every(({ allowed }) => allowed))
      const budget = sampleBudget(1)
      const twice = await spendTogether(subject, [budget, budget])
      assert.deepEqual(twice?.map(({ allowed }) => allowed).toSorted(), [false, true])
    },
  },
  {
    name: `of ${RACERS} simultaneous calls of spendAll, if the adapter has it, as many are allowed as each budget has points, in whatever order they name the budgets (LIM-08)`,
    async run(subject) {
      if ((await spendTogether(subject, [])) === undefined) return
      const budgets = [POINTS, 1, POINTS - 1].map((points) => sampleBudget(points))
      const { values, errors } = await race<readonly AdapterSpent[] | undefined>(
        RACERS,
        async (index) => {
          if (index % 2 === 0) return spendTogether(subject, budgets)
          return (await spendTogether(subject, budgets.toReversed()))?.toReversed()
        },
      )
      assert.deepEqual(errors, [])
      const counts = budgets.map(
        (_, index) => values.filter((answers) => answers?.[index]?.allowed === true).length,
      )
      assert.deepEqual(counts, [POINTS, 1, POINTS - 1])
    },
  },
]

/** Tests of `counters`. */
export const counterCases: readonly Case[] = [...single, ...racing, ...together]
