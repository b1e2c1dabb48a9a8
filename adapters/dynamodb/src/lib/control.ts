import { assertSpend, spendStep } from '@latchstring/adapter-kit'
import type { ControlMethods } from '@latchstring/adapter-kit'
import type { AdapterSpend, AdapterSpent } from '@latchstring/core/adapters'
import { feedMethods } from './feed.ts'
import { budgetKey } from './keys.ts'
import type { Store } from './store.ts'

const ALLOWED: AdapterSpent = { allowed: true, retryAfter: 0 }

/** Number of attempts if the budget changes meanwhile. */
const TURNS = 20

/** Seconds that a full budget is kept for clocks that are behind. */
const MARGIN = 86_400

/** Two conditions, because an expression cannot compute the later of two times: the budget is partly used, or full. */
async function spendFrom({ table, expiry }: Store, spend: AdapterSpend): Promise<AdapterSpent> {
  assertSpend(spend)
  const { interval, burst, now } = spend
  if (interval > burst) return spendStep(0, spend).spent
  const key = budgetKey(spend.key)
  const names = { '#tat': 'tat', '#ttl': expiry.seconds }
  for (let turn = 0; turn < TURNS; turn += 1) {
    const later = await table.evaluate(key, {
      update: 'SET #tat = #tat + :interval, #ttl = #ttl + :seconds',
      condition: '#tat > :now AND #tat <= :latest',
      names,
      values: {
        ':interval': interval,
        ':seconds': interval / 1000,
        ':now': now,
        ':latest': now + burst - interval,
      },
    })
    if (later !== null) return ALLOWED
    const first = await table.evaluate(key, {
      update: 'SET #tat = :next, #ttl = :seconds',
      condition: 'attribute_not_exists(#tat) OR #tat <= :now',
      names,
      values: {
        ':next': now + interval,
        ':seconds': (now + interval) / 1000 + MARGIN,
        ':now': now,
      },
    })
    if (first !== null) return ALLOWED
    const found = (await table.get(key))?.['tat']
    const { spent } = spendStep(typeof found === 'number' ? found : 0, spend)
    if (!spent.allowed) return spent
  }
  throw new Error('A budget in DynamoDB is changed by too many calls at the same time. Try again.')
}

/** Methods for ending sessions and counting. */
export const controlMethods = (store: Store): ControlMethods => ({
  ...feedMethods(store),
  spend: (spend) => spendFrom(store, spend),
})
