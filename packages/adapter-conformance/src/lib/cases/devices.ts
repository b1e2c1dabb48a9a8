import assert from 'node:assert/strict'
import type { AdapterDevice } from '@latchstring/core/adapters'
import { assertStored, race } from '../expectations.ts'
import type { Case, Subject } from '../options.ts'
import { RACERS, ROUNDS, sampleDevice, sampleUser, unique, unknownId } from '../samples.ts'

interface Owner {
  readonly id: string
  readonly devices: readonly AdapterDevice[]
}

/** Stores a user with this number of devices. */
async function createOwner(subject: Subject, count: number): Promise<Owner> {
  const { id } = await subject.adapter.createUser(sampleUser())
  const devices = Array.from({ length: count }, () => sampleDevice(subject, id))
  for (const device of devices) await subject.adapter.putDevice(device)
  return { id, devices }
}

const byId = (devices: readonly AdapterDevice[]): readonly AdapterDevice[] =>
  devices.toSorted((a, b) => (a.sessionId < b.sessionId ? -1 : 1))

async function assertDevices(
  { adapter }: Subject,
  userId: string,
  expected: readonly AdapterDevice[],
): Promise<void> {
  const listed = byId(await adapter.listDevicesByUserId(userId))
  assert.equal(
    listed.length,
    expected.length,
    'listDevicesByUserId returned another number of devices',
  )
  for (const [index, device] of byId(expected).entries()) assertStored(listed[index], device)
}

const storing: readonly Case[] = [
  {
    name: 'listDevicesByUserId returns every device of the user as stored, and no other',
    async run(subject) {
      const [owner, bystander] = [await createOwner(subject, 3), await createOwner(subject, 1)]
      await assertDevices(subject, owner.id, owner.devices)
      await assertDevices(subject, bystander.id, bystander.devices)
    },
  },
  {
    name: 'a device without label, place and provider is stored',
    async run(subject) {
      const { id } = await createOwner(subject, 0)
      const nothing = { label: null, place: null, provider: null }
      const members = { ...nothing, providerSession: null, providerSubject: null }
      const device = sampleDevice(subject, id, members)
      await subject.adapter.putDevice(device)
      await assertDevices(subject, id, [device])
    },
  },
  {
    name: 'listDevicesByUserId returns an empty list without devices and for an unknown user',
    async run(subject) {
      const { id } = await createOwner(subject, 0)
      await assertDevices(subject, id, [])
      await assertDevices(subject, unknownId(subject), [])
    },
  },
  {
    name: 'putDevice replaces every member of an existing device',
    async run(subject) {
      const { id, devices } = await createOwner(subject, 2)
      const [first, second] = byId(devices)
      if (first === undefined || second === undefined) assert.fail('no devices')
      const moved = { lastSeenAt: subject.at(-7), expires: subject.at(172_800_123) }
      const changed = { ...first, ...moved, label: 'Chrome on Android', place: null }
      await subject.adapter.putDevice(changed)
      await assertDevices(subject, id, [changed, second])
    },
  },
  {
    name: 'putDevice with `ifPresent` replaces an existing device, and stores no new one',
    async run(subject) {
      const { adapter, at } = subject
      const { id, devices } = await createOwner(subject, 1)
      await adapter.putDevice(sampleDevice(subject, id), { ifPresent: true })
      await assertDevices(subject, id, devices)
      const [device] = devices
      if (device === undefined) assert.fail('no device')
      const changed = { ...device, lastSeenAt: at(-11) }
      await adapter.putDevice(changed, { ifPresent: true })
      await assertDevices(subject, id, [changed])
      await adapter.putDevice(device, { ifPresent: false })
      await assertDevices(subject, id, [device])
    },
  },
]

const finding: readonly Case[] = [
  {
    name: 'listDevicesByProviderSession, if the adapter has it, returns every device of that session at the provider, and no other (LGO-04)',
    async run(subject) {
      // This method is optional even with the capability.
      const { listDevicesByProviderSession } = subject.adapter as Partial<typeof subject.adapter>
      if (listDevicesByProviderSession === undefined) return
      const find = async (key: string): Promise<readonly AdapterDevice[]> =>
        byId(await listDevicesByProviderSession.call(subject.adapter, key))
      const [one, other] = [await createOwner(subject, 2), await createOwner(subject, 1)]
      const providerSession = unique('s:Ab')
      const named = [...one.devices, ...other.devices].map((device) => ({
        ...device,
        providerSession,
      }))
      for (const device of named) await subject.adapter.putDevice(device)
      await createOwner(subject, 1)
      const found = await find(providerSession)
      assert.equal(
        found.length,
        named.length,
        'listDevicesByProviderSession returned another number of devices',
      )
      for (const [index, device] of byId(named).entries()) assertStored(found[index], device)
      assert.deepEqual(await find(unique('s:Ab')), [])
      const [moved, removed] = byId(named)
      if (moved === undefined || removed === undefined) assert.fail('no devices')
      await subject.adapter.putDevice({ ...moved, providerSession: unique('s:Cd') })
      await subject.adapter.deleteDevice(removed.sessionId)
      const left = named.filter((device) => device !== moved && device !== removed)
      const foundLater = await find(providerSession)
      assert.equal(
        foundLater.length,
        left.length,
        'listDevicesByProviderSession returned a replaced device',
      )
      for (const [index, device] of byId(left).entries()) assertStored(foundLater[index], device)
    },
  },
]

const removing: readonly Case[] = [
  {
    name: 'deleteDevice deletes only that device, and does nothing for an unknown one',
    async run(subject) {
      const { adapter } = subject
      const [owner, bystander] = [await createOwner(subject, 2), await createOwner(subject, 1)]
      const [first, ...rest] = owner.devices
      const { sessionId = '' } = first ?? {}
      await adapter.deleteDevice(unique('unknown'))
      await adapter.deleteDevice(sessionId.toUpperCase())
      await assertDevices(subject, owner.id, owner.devices)
      await adapter.deleteDevice(sessionId)
      await adapter.deleteDevice(sessionId)
      await assertDevices(subject, owner.id, rest)
      await assertDevices(subject, bystander.id, bystander.devices)
    },
  },
  {
    name: 'a deleted device can be stored again',
    async run(subject) {
      const { id, devices } = await createOwner(subject, 1)
      const [device] = devices
      if (device === undefined) assert.fail('no device')
      await subject.adapter.deleteDevice(device.sessionId)
      await subject.adapter.putDevice(device)
      await assertDevices(subject, id, [device])
    },
  },
  {
    name: 'deleteUser deletes the devices of the user, and no other (SES-11)',
    async run(subject) {
      const [owner, bystander] = [await createOwner(subject, 2), await createOwner(subject, 2)]
      await subject.adapter.deleteUser(owner.id)
      await assertDevices(subject, owner.id, [])
      await assertDevices(subject, bystander.id, bystander.devices)
    },
  },
]

const racing: readonly Case[] = [
  {
    name: `${RACERS} simultaneous calls of putDevice with a new device store one device`,
    async run(subject) {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { id } = await createOwner(subject, 0)
        const device = sampleDevice(subject, id)
        const { errors } = await race(RACERS, () => subject.adapter.putDevice(device))
        assert.deepEqual(errors, [])
        await assertDevices(subject, id, [device])
      }
    },
  },
  {
    name: `${RACERS} calls of putDevice with \`ifPresent\` do not restore a device that is being deleted (REV-03)`,
    async run(subject) {
      const { adapter } = subject
      for (let round = 0; round < ROUNDS; round += 1) {
        const { id, devices } = await createOwner(subject, 1)
        const [device] = devices
        if (device === undefined) assert.fail('no device')
        const { errors } = await race(RACERS, (index) =>
          index === RACERS / 2
            ? adapter.deleteDevice(device.sessionId)
            : adapter.putDevice(device, { ifPresent: true }),
        )
        assert.deepEqual(errors, [])
        await assertDevices(subject, id, [])
      }
    },
  },
]

/** Tests of `devices`. */
export const deviceCases: readonly Case[] = [...storing, ...finding, ...removing, ...racing]

/** More records than stores accept or return at once. */
const MANY = 120

/** Tests of a user with many sessions. */
export const manyDeviceCases: readonly Case[] = [
  {
    name: `listDevicesByUserId returns ${MANY} devices, and deleteUser deletes them`,
    async run(subject) {
      const { id, devices } = await createOwner(subject, MANY)
      await assertDevices(subject, id, devices)
      await subject.adapter.deleteUser(id)
      await assertDevices(subject, id, [])
    },
  },
]

/** Tests of devices without `ttl`: a device is listed even if its session has expired. */
export const expiredDeviceCases: readonly Case[] = [
  {
    name: 'a device is listed although its session has expired',
    async run(subject) {
      const { id } = await createOwner(subject, 0)
      const expired = sampleDevice(subject, id, { expires: subject.at(-60_000) })
      await subject.adapter.putDevice(expired)
      await assertDevices(subject, id, [expired])
    },
  },
]
