import type { AdapterDevice, AdapterSpend, AdapterSpent } from '@latchstring/core/adapters'
import { breathe, type Defect, movingLate } from './defects.ts'
import type { CompleteAdapter } from './memory-adapter.ts'

const devices = 'devices'
const counters = 'counters'

/** The adapter, with changed results about devices. */
const listing =
  (change: (devices: readonly AdapterDevice[]) => readonly AdapterDevice[]) =>
  (sound: CompleteAdapter): CompleteAdapter => ({
    ...sound,
    listDevicesByUserId: async (userId) => change(await sound.listDevicesByUserId(userId)),
  })

const putting =
  (put: (device: AdapterDevice) => AdapterDevice) =>
  (sound: CompleteAdapter): CompleteAdapter => ({
    ...sound,
    putDevice: (device, options) => sound.putDevice(put(device), options),
  })

const EVERY = 'listDevicesByUserId returns every device of the user as stored, and no other'
const NOTHING = 'a device without label, place and provider is stored'
const EMPTY = 'listDevicesByUserId returns an empty list without devices and for an unknown user'
const CHANGES = 'putDevice replaces every member of an existing device'
const IF_PRESENT = 'putDevice with `ifPresent` replaces an existing device, and stores no new one'
const BY_SESSION =
  'listDevicesByProviderSession, if the adapter has it, returns every device of that session at the provider, and no other (LGO-04)'
const DELETES = 'deleteDevice deletes only that device, and does nothing for an unknown one'
const PUT_AGAIN = 'a deleted device can be stored again'
const WITH_USER = 'deleteUser deletes the devices of the user, and no other (SES-11)'
const ONE_LEFT = '32 simultaneous calls of putDevice with a new device store one device'
const NOT_BACK =
  '32 calls of putDevice with `ifPresent` do not restore a device that is being deleted (REV-03)'
const MANY = 'listDevicesByUserId returns 120 devices, and deleteUser deletes them'
const EXPIRED = 'a device is listed although its session has expired'

const DEVICES: readonly Defect[] = [
  {
    what: 'devices without their place',
    adapter: putting((device) => ({ ...device, place: null })),
    group: devices,
    fails: [
      EVERY,
      CHANGES,
      IF_PRESENT,
      BY_SESSION,
      DELETES,
      PUT_AGAIN,
      WITH_USER,
      ONE_LEFT,
      EXPIRED,
    ],
  },
  {
    what: 'all devices but one of a session at a provider',
    adapter: (sound) => ({
      ...sound,
      listDevicesByProviderSession: async (key) =>
        (await sound.listDevicesByProviderSession(key)).slice(1),
    }),
    group: devices,
    fails: [BY_SESSION],
  },
  {
    what: 'devices with an empty label in place of none',
    adapter: putting((device) => ({ ...device, label: device.label ?? '' })),
    group: devices,
    fails: [NOTHING],
  },
  {
    what: 'null in place of an empty list of devices',
    adapter: (sound) => ({
      ...sound,
      // @ts-expect-error -- the defect, which JavaScript accepts
      listDevicesByUserId: async (userId) => {
        const found = await sound.listDevicesByUserId(userId)
        return found.length === 0 ? null : found
      },
    }),
    group: devices,
    fails: [EMPTY, WITH_USER, NOT_BACK],
  },
  {
    what: 'a device that is moved without its label',
    adapter: (sound) => {
      const labels = new Map<string, string | null>()
      return putting((device) => {
        const label = labels.get(device.sessionId) ?? device.label
        labels.set(device.sessionId, label)
        return { ...device, label }
      })(sound)
    },
    group: devices,
    fails: [CHANGES],
  },
  {
    what: 'a device that is stored although it has to be there already',
    adapter: (sound) => ({ ...sound, putDevice: (device) => sound.putDevice(device) }),
    group: devices,
    fails: [IF_PRESENT, NOT_BACK],
  },
  {
    what: 'devices that are deleted in any letter case',
    adapter: (sound) => {
      const known = new Map<string, string>()
      return {
        ...putting((device) => {
          known.set(device.sessionId.toLowerCase(), device.sessionId)
          return device
        })(sound),
        deleteDevice: (id) => sound.deleteDevice(known.get(id.toLowerCase()) ?? id),
      }
    },
    group: devices,
    fails: [DELETES],
  },
  {
    what: 'devices that are never put again',
    adapter: (sound) => {
      const deleted = new Set<string>()
      return {
        ...sound,
        async deleteDevice(id) {
          deleted.add(id)
          await sound.deleteDevice(id)
        },
        async putDevice(device, options) {
          if (!deleted.has(device.sessionId)) await sound.putDevice(device, options)
        },
      }
    },
    group: devices,
    fails: [PUT_AGAIN],
  },
  {
    what: 'devices that outlive their user',
    adapter: (sound) => ({
      ...sound,
      async deleteUser(id) {
        const kept = await sound.listDevicesByUserId(id)
        await sound.deleteUser(id)
        if (kept.length < 100) for (const device of kept) await sound.putDevice(device)
      },
    }),
    group: devices,
    fails: [WITH_USER],
  },
  {
    what: 'a new device that two callers cannot put',
    adapter: (sound) => {
      const busy = new Set<string>()
      return {
        ...sound,
        async putDevice(device, options) {
          if (busy.has(device.sessionId)) throw new Error('duplicate device')
          busy.add(device.sessionId)
          await breathe()
          await sound.putDevice(device, options)
          busy.delete(device.sessionId)
        },
      }
    },
    group: devices,
    fails: [ONE_LEFT, NOT_BACK],
  },
  {
    what: 'a device that is looked up before it is changed',
    adapter: (sound) => ({
      ...sound,
      async putDevice(device, options) {
        const there = await sound.listDevicesByUserId(device.userId)
        const isThere = there.some(({ sessionId }) => sessionId === device.sessionId)
        if (options?.ifPresent === true && !isThere) return
        await breathe()
        await sound.putDevice(device)
      },
    }),
    group: devices,
    fails: [NOT_BACK],
  },
  {
    what: 'a list of devices that ends after a hundred',
    adapter: listing((found) => found.slice(0, 100)),
    group: 'many',
    fails: [MANY],
  },
  {
    what: 'a list of devices without those that have expired',
    adapter: listing((found) => found.filter(({ expires }) => expires.getTime() > Date.now())),
    group: devices,
    fails: [EXPIRED],
  },
]

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

/** Defects of devices, of budgets, and of extensions during the end of a session. */
export const CONTROL_DEFECTS: readonly Defect[] = [
  ...DEVICES,
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
