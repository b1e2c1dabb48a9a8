import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { faultyStorage } from '../test/faults.ts'
import { openProcess } from '../test/process.ts'
import {
  ADA,
  fill,
  openStorage,
  createSession,
  type Work,
  type WorkName,
  WORKS,
} from '../test/works.ts'
import { type KeyValueStorage, unstorageAdapter } from './index.ts'

const SESSION = 'latchstring:session:'

let storage: KeyValueStorage
let close: () => Promise<void>
beforeEach(async () => {
  ;({ storage, close } = await openStorage())
})
afterEach(async () => {
  vi.useRealTimers()
  await close()
})

describe('unstorageAdapter in one process', () => {
  it.each<[WorkName, WorkName]>([
    ['rename', 'signOut'],
    ['rename', 'signOutEverywhere'],
    ['extend', 'signOut'],
    ['extend', 'deleteUser'],
    ['extend', 'deleteExpired'],
  ])('never restores a deleted session, not even for a moment: %s and %s', async (one, other) => {
    await fill(storage)
    const [here, elsewhere] = [openProcess(storage), openProcess(storage)]
    const stopped = here.stopBefore(`setItem ${SESSION}`)
    const changing = WORKS[one](here.adapter)
    await stopped
    const ending = WORKS[other](here.adapter)
    // Time enough for what does not wait.
    await elsewhere.adapter.createUser({ ...ADA, id: 'eve' })
    await elsewhere.adapter.deleteUser('eve')
    here.go()
    await Promise.all([changing, ending])
    const writes = here.calls.filter((call) =>
      /^(?:set|remove)Item latchstring:session:/.test(call),
    )
    const [first, ...later] = writes.map((call) => call.split(' ')[0])
    expect(first).toBe('setItem')
    expect(later).not.toContain('setItem')
    // A session that was extended has not expired.
    const kept = other === 'deleteExpired'
    expect((await here.adapter.getSessionAndUser('one')) !== null).toBe(kept)
  })

  it('loses no change of a user made at the same time', async () => {
    await fill(storage)
    const { adapter } = openProcess(storage)
    await Promise.all([
      adapter.updateUser({ id: 'ada', name: 'Ada' }),
      adapter.updateUser({ id: 'ada', image: 'https://example.com/ada.png' }),
      adapter.updateUser({ id: 'ada', emailVerified: new Date(1) }),
    ])
    const user = { ...ADA, name: 'Ada', image: 'https://example.com/ada.png' }
    const found = await adapter.getSessionAndUser('one')
    expect(found?.user).toEqual({ ...user, emailVerified: new Date(1) })
  })

  it('stores no session with a partly written user', async () => {
    await fill(storage)
    const [here, elsewhere] = [openProcess(storage), openProcess(storage)]
    const stopped = here.stopBefore('setItem latchstring:user:')
    const changing = WORKS.rename(here.adapter)
    await stopped
    const before = here.calls.length
    const creating = WORKS.signIn(here.adapter)
    await elsewhere.adapter.createUser({ ...ADA, id: 'eve' })
    await elsewhere.adapter.deleteUser('eve')
    expect(here.calls.slice(before).join()).not.toContain('getItem latchstring:user:')
    here.go()
    await Promise.all([changing, creating])
    const user = await here.adapter.getUser('ada')
    expect((await here.adapter.getSessionAndUser('new'))?.user).toEqual(user)
  })

  it('does not restore a user that is deleted during updateUser', async () => {
    await fill(storage)
    const { adapter } = openProcess(storage)
    await Promise.all([WORKS.rename(adapter), WORKS.deleteUser(adapter)])
    expect(await storage.getKeys('')).toEqual([])
  })
})

describe('a session check while its user changes again and again', () => {
  it.each(['extend', 'signIn'] as const)(
    'rejects and returns no outdated user: %s',
    async (name) => {
      await fill(storage)
      const { adapter } = openProcess(storage)
      const [key = ''] = await storage.getKeys('latchstring:user')
      let changes = 0
      const late = openProcess(storage)
      late.before('getItem latchstring:user:', async () => {
        changes += 1
        const user = { ...ADA, name: `${changes}` }
        await storage.setItem(key, { members: user, dates: [], revision: `${changes}` })
      })
      await expect(WORKS[name](late.adapter)).rejects.toThrow('keep changing its user')
      expect(changes).toBeLessThan(20)
      const token = name === 'extend' ? 'one' : 'new'
      expect((await adapter.getSessionAndUser(token))?.user.name).toBe(`${changes}`)
      await adapter.updateUser({ id: 'ada', name: 'Ada' })
      expect((await adapter.getSessionAndUser(token))?.user.name).toBe('Ada')
    },
  )
})

/** Does something with a storage that refuses one kind of calls. */
async function failAt(call: string, work: Work): Promise<void> {
  const process = openProcess(storage)
  process.before(call, () => Promise.reject(new Error('The storage is away.')))
  await expect(work(process.adapter)).rejects.toThrow('away')
}

describe('a failing call of unstorageAdapter', () => {
  it.each(['setItem latchstring:of:', `removeItem ${SESSION}`, 'removeItem latchstring:of:'])(
    'leaves no session that the next try does not delete: %s',
    async (call) => {
      for (const name of ['signOut', 'signOutEverywhere', 'deleteUser'] as const) {
        await fill(storage)
        await failAt(call, WORKS[name])
        const { adapter } = openProcess(storage)
        await (name === 'deleteUser' ? WORKS.deleteUser : WORKS.signOutEverywhere)(adapter)
        expect(await adapter.getSessionAndUser('one')).toBeNull()
        const left = await storage.getKeys('')
        expect(left.filter((key) => /:session:/.test(key))).toEqual([])
      }
    },
  )

  it('leaves no session missing in the list of its user', async () => {
    await fill(storage)
    await failAt('setItem latchstring:of:', WORKS.signIn)
    const { adapter } = openProcess(storage)
    expect(await adapter.getSessionAndUser('new')).toBeNull()
  })

  it('leaves a session until its next change when deleteSession fails', async () => {
    await fill(storage)
    await failAt(`removeItem ${SESSION}`, WORKS.signOut)
    const { adapter } = openProcess(storage)
    expect(await WORKS.extend(adapter)).toBeNull()
    expect(await adapter.getSessionAndUser('one')).toBeNull()
  })

  it.each([false, true])(
    'in the check after a write leaves a deleted session until the next check at most, with ttl: %s',
    async (ttl) => {
      await fill(storage)
      const [late, other] = [openProcess(storage, { ttl }), openProcess(storage, { ttl })]
      const stopped = late.stopBefore(`setItem ${SESSION}`)
      const extending = WORKS.extend(late.adapter)
      await stopped
      await WORKS.signOut(other.adapter)
      late.before('getItem', () => Promise.reject(new Error('The storage is away.')))
      late.go()
      await expect(extending).rejects.toThrow('away')
      expect(await other.adapter.getSessionAndUser('one')).not.toBeNull()
      expect(await WORKS.extend(other.adapter)).toBeNull()
      expect(await other.adapter.getSessionAndUser('one')).toBeNull()
    },
  )

  it('for one session still updates the user in the others', async () => {
    await fill(storage)
    const { adapter } = openProcess(storage)
    const [key = ''] = await storage.getKeys('latchstring:session')
    await WORKS.signIn(adapter)
    await failAt(`setItem ${key}`, WORKS.rename)
    const user = await adapter.getUser('ada')
    expect((await adapter.getSessionAndUser('new'))?.user).toEqual(user)
    await WORKS.rename(adapter)
    expect((await adapter.getSessionAndUser('one'))?.user).toEqual(user)
  })
})

describe('the marker of a session', () => {
  it('expires with the session, where records expire', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await fill(storage)
    const setItem = vi.spyOn(storage, 'setItem')
    const { adapter } = openProcess(storage, { ttl: true })
    const ttlOf = (start: string): unknown =>
      setItem.mock.calls.findLast(([key]) => key.startsWith(start))?.[2]?.ttl
    for (const [work, hours] of [
      [WORKS.signIn, 1],
      [WORKS.extend, 2],
    ] as const) {
      await work(adapter)
      expect(ttlOf(SESSION)).toBe(hours * 3_600)
      expect(ttlOf('latchstring:of:')).toBe(hours * 3_600)
    }
    // Its end is remembered for as long as it would have lasted.
    await WORKS.signOut(adapter)
    expect(ttlOf('latchstring:ended:')).toBe(2 * 3_600)
  })
})

describe('a session token that is used again', () => {
  it.each([false, true])('belongs to the new session, with ttl: %s', async (ttl) => {
    await fill(storage)
    const { adapter } = openProcess(storage, { ttl })
    for (const end of [WORKS.signOut, WORKS.signOutEverywhere]) {
      await end(adapter)
      expect(await adapter.getSessionAndUser('one')).toBeNull()
      await adapter.createSession(createSession('one'))
      expect((await adapter.getSessionAndUser('one'))?.user).toEqual(ADA)
    }
  })
})

describe('deleteUser of unstorageAdapter, failing at any call,', () => {
  it('leaves no session of the user, and is completed by the next deleteUser', async () => {
    for (let call = 1; ; call += 1) {
      await fill(storage)
      const faulty = faultyStorage(storage, { call, effect: false, dies: true })
      const failed = unstorageAdapter(faulty.storage).deleteUser('ada')
      const outcome = await failed.then(
        () => 'done' as const,
        () => 'failed' as const,
      )
      const { adapter } = openProcess(storage)
      if ((await adapter.getUser('ada')) === null) {
        expect([call, await adapter.getSessionAndUser('one')]).toEqual([call, null])
      }
      await adapter.deleteUser('ada')
      expect(await adapter.getSessionAndUser('one')).toBeNull()
      if (outcome === 'done') break
    }
  })
})
