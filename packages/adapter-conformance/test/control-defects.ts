import type { AdapterSpend, AdapterSpent } from '@latchstring/core/adapters'
import { breathe, type Defect, movingLate } from './defects.ts'
import type { CompleteAdapter } from './memory-adapter.ts'

const counters = 'counters'

const FULL =
  'spend allows the points of a full budget and then none, and returns when the next one is available'
const BACK =
  'the points of a budget return one by one at the announced time, and never exceed a full budget'
const REFUSED = 'a refused spend takes no points'
const GIVEN =
  'a point returned with a negative interval can be spent again, and a full budget accepts none'
const KEYS = 'budgets of different keys are independent, also of keys that differ in letter case'
const WITHOUT = 'a budget without points refuses, and stores nothing'
const BEHIND = 'a clock that is behind neither fills nor empties a budget'
const LONG = 'a key of 64 characters and a budget of a year are stored'
const RACE =
  'of 32 simultaneous spends from one budget as many are allowed as it has points (LIM-08)'
const OWN = 'of 32 simultaneous spends from budgets of their own all are allowed'

const TOGETHER =
  'spendAll, if the adapter has it, takes a point from each budget that has one, and answers in the order of the budgets'

const spending =
  (change: (spend: AdapterSpend) => AdapterSpend) =>
  (sound: CompleteAdapter): CompleteAdapter => ({
    ...sound,
    spend: (spend) => sound.spend(change(spend)),
  })

/** A defective counter, which also stores a refusal, or waits between read and write. */
const counting =
  ({ keeps = false, pause = false, fills = false }) =>
  (sound: CompleteAdapter): CompleteAdapter => {
    const budgets = new Map<string, number>()
    return {
      ...sound,
      async spend({ key, interval, burst, now }) {
        const before = budgets.get(key) ?? 0
        if (pause) await breathe()
        // The points of an unused budget grow without limit.
        const start = fills && before > 0 ? before : Math.max(before, now)
        const next = start + interval
        const retryAfter = Math.max(0, next - now - burst)
        if (retryAfter === 0 || keeps) budgets.set(key, next)
        return { allowed: retryAfter === 0, retryAfter }
      },
    }
  }

const COUNTERS: readonly Defect[] = [
  {
    what: 'a budget with one point more',
    adapter: spending((spend) =>
      spend.burst === 0 ? spend : { ...spend, burst: spend.burst + spend.interval },
    ),
    group: counters,
    fails: [FULL, BACK, REFUSED, GIVEN, KEYS, BEHIND, LONG, RACE],
  },
  {
    what: 'a refused spend without the time to wait',
    adapter: (sound) => ({
      ...sound,
      async spend(spend) {
        const { allowed } = await sound.spend(spend)
        return { allowed, retryAfter: 0 }
      },
    }),
    group: counters,
    fails: [FULL, BACK, REFUSED, GIVEN, KEYS, WITHOUT, BEHIND, LONG, RACE],
  },
  {
    what: 'points that are saved without end',
    adapter: counting({ fills: true }),
    group: counters,
    fails: [BACK, GIVEN],
  },
  {
    what: 'a refused spend that is counted',
    adapter: counting({ keeps: true }),
    group: counters,
    fails: [FULL, BACK, REFUSED, GIVEN, WITHOUT, BEHIND, RACE],
  },
  {
    what: 'keys of budgets in any letter case',
    adapter: spending((spend) => ({ ...spend, key: spend.key.toLowerCase() })),
    group: counters,
    fails: [KEYS],
  },
  {
    what: 'a budget that always has a point',
    adapter: (sound) => ({
      ...sound,
      spend: (spend) => sound.spend({ ...spend, burst: Math.max(spend.burst, spend.interval) }),
    }),
    group: counters,
    fails: [WITHOUT],
  },
  {
    what: 'a budget that is forgotten by another clock',
    adapter: (sound) => {
      const budgets = new Map<string, number>()
      return {
        ...sound,
        async spend({ key, interval, burst, now }) {
          const before = budgets.get(key) ?? 0
          const kept = before > Date.now() ? before : 0
          const next = Math.max(kept, now) + interval
          const retryAfter = Math.max(0, next - now - burst)
          if (retryAfter === 0) budgets.set(key, next)
          return { allowed: retryAfter === 0, retryAfter }
        },
      }
    },
    group: counters,
    fails: [BEHIND],
  },
  {
    what: 'several budgets of which the first that refuses ends the call',
    adapter: (sound) => ({
      ...sound,
      async spendAll(spends) {
        const answers: AdapterSpent[] = []
        for (const spend of spends) {
          const last = answers.at(-1)
          answers.push(last?.allowed === false ? last : await sound.spend(spend))
        }
        return answers
      },
    }),
    group: counters,
    fails: [TOGETHER],
  },
  {
    what: 'keys of budgets that are cut',
    adapter: (sound) => ({
      ...sound,
      spend(spend) {
        if (spend.key.length > 50) throw new Error('too long')
        return sound.spend(spend)
      },
    }),
    group: counters,
    fails: [LONG],
  },
  {
    what: 'a budget that is read before it is written',
    adapter: counting({ pause: true }),
    group: counters,
    fails: [RACE],
  },
  {
    what: 'budgets that wait for each other in vain',
    adapter: (sound) => {
      let busy = 0
      return {
        ...sound,
        async spend(spend) {
          busy += 1
          try {
            await breathe()
            if (busy > 20 && spend.interval === spend.burst) throw new Error('try again')
            return await sound.spend(spend)
          } finally {
            busy -= 1
          }
        },
      }
    },
    group: counters,
    fails: [OWN],
  },
]

/** Defects of budgets, and of extensions during the end of a session. */
export const CONTROL_DEFECTS: readonly Defect[] = [
  ...COUNTERS,
  {
    what: 'a session that is read before it is extended',
    adapter: (sound) => ({
      ...sound,
      async updateSession({ sessionToken, expires }) {
        const found = await sound.getSessionAndUser(sessionToken)
        if (found === null) return
        await breathe()
        await sound.deleteSession(sessionToken)
        await sound.createSession({ ...found.session, expires: expires ?? found.session.expires })
      },
    }),
    group: 'deletion during extensions',
    fails: ['32 calls of updateSession do not restore a session that is being deleted (REV-03)'],
  },
  {
    what: 'a session that is read before its expiry is moved',
    adapter: movingLate(async (sound, session, to) => {
      await sound.deleteSession(session.sessionToken)
      await sound.createSession({ ...session, expires: to })
    }),
    group: 'deletion during extensions',
    fails: [
      '32 calls of compareAndSetSession do not restore a session that is being deleted (REV-03)',
    ],
  },
]
