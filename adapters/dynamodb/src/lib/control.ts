import { assertSpend, spendStep } from '@latchstring/adapter-kit'
import type { ControlMethods, DeviceMethods } from '@latchstring/adapter-kit'
import type { AdapterSpend, AdapterSpent } from '@latchstring/core/adapters'
import { feedMethods } from './feed.ts'
import { toExpiry } from './items.ts'
import {
  budgetKey,
  deviceKey,
  devicePointer,
  providerSessionPartition,
  providerSessionPointer,
  userKey,
} from './keys.ts'
import { type Store, text } from './store.ts'

/**
 * A device is stored in the partition of its user, with which it is deleted. Items under the id of its session, and under its
 * session at the provider, point to it.
 */
function deviceMethods(store: Store): DeviceMethods {
  const { table, expiry } = store
  return {
    async putDevice(device, options) {
      const { sessionId, userId, providerSession, expires } = device
      const key = deviceKey(userId, sessionId)
      const seconds = toExpiry(expiry, expires)
      const item = { ...store.attributes('device', device), ...seconds, ...key }
      const pointer = { ...devicePointer(sessionId), owner: userId, ...seconds }
      const atProvider = async (): Promise<void> => {
        if (providerSession === null) return
        const leading = providerSessionPointer(providerSession, sessionId)
        await table.put({ ...leading, owner: userId, sessionId, ...seconds })
      }
      if (options?.ifPresent === true) {
        if (!(await table.put(item, { exists: true }))) return
        await table.put(pointer, { exists: true })
        await atProvider()
        return
      }
      await table.put(pointer)
      await atProvider()
      await table.put(item)
      // A simultaneous deletion of the user deletes the items that it finds; a later item is deleted here.
      if ((await table.get(userKey(userId))) !== null) return
      await table.remove(key)
      throw new Error('The user of the device does not exist.')
    },
    async listDevicesByUserId(userId) {
      const items = await table.list(`USER#${userId}`, 'DEVICE#')
      return items.map((item) => store.read('device', item))
    },
    async listDevicesByProviderSession(providerSession) {
      const pointers = await table.list(providerSessionPartition(providerSession), 'DEVICE#')
      const keys = pointers.map((item) => deviceKey(text(item, 'owner'), text(item, 'sessionId')))
      const items = await Promise.all(keys.map((key) => table.get(key)))
      return (
        items
          .filter((item) => item !== null)
          .map((item) => store.read('device', item))
          // An item may point to a device with a newer session.
          .filter((device) => device.providerSession === providerSession)
      )
    },
    async deleteDevice(sessionId) {
      const pointer = await table.get(devicePointer(sessionId))
      if (pointer === null) return
      const removed = await table.remove(deviceKey(text(pointer, 'owner'), sessionId))
      const providerSession = removed && store.read('device', removed).providerSession
      if (providerSession) await table.remove(providerSessionPointer(providerSession, sessionId))
      await table.remove(devicePointer(sessionId))
    },
  }
}

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

/** Methods for ending sessions, listing devices and counting. */
export const controlMethods = (store: Store): ControlMethods => ({
  ...feedMethods(store),
  ...deviceMethods(store),
  spend: (spend) => spendFrom(store, spend),
})
