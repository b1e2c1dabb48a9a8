import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AUTHENTICATOR } from '../../../test/adapters/samples.ts'
import { type Fault, faultyStorage } from '../test/faults.ts'
import { ACCOUNT, ADA, EVE, openStorage, createSession, TOKEN, type Work } from '../test/works.ts'
import { type KeyValueStorage, type UnstorageAdapter, unstorageAdapter } from './index.ts'

const NEW = 'new@example.com'

let storage: KeyValueStorage
let close: () => Promise<void>
beforeEach(async () => {
  ;({ storage, close } = await openStorage())
})
afterEach(() => close())

const singleWriter = (of: KeyValueStorage): UnstorageAdapter =>
  unstorageAdapter(of, { singleWriter: true })

const allKeys = async (): Promise<readonly string[]> => (await storage.getKeys('')).toSorted()

/** A call that takes a unique key, the records before it, and a call of another user for the same key. */
interface Story {
  readonly before: readonly Work[]
  readonly work: Work
  /** Whether the key is taken. */
  readonly isThere: (adapter: UnstorageAdapter) => Promise<boolean>
  readonly takenByOther: Work
}

const createsAda: Work = (to) => to.createUser(ADA)
const createsEve: Work = (to) => to.createUser(EVE)
const links: Work = (to) => to.linkAccount({ ...ACCOUNT, userId: 'ada' })

const CREATING: Readonly<Record<string, Story>> = {
  createUser: {
    before: [],
    work: createsAda,
    isThere: async (to) => (await to.getUserByEmail(ADA.email)) !== null,
    takenByOther: (to) => to.createUser({ ...ADA, id: 'other' }),
  },
  linkAccount: {
    before: [createsAda, createsEve],
    work: links,
    isThere: async (to) => (await to.getUserByAccount(ACCOUNT)) !== null,
    takenByOther: (to) => to.linkAccount({ ...ACCOUNT, userId: 'eve' }),
  },
  createSession: {
    before: [createsAda, createsEve],
    work: (to) => to.createSession(createSession('one')),
    isThere: async (to) => (await to.getSessionAndUser('one')) !== null,
    takenByOther: (to) => to.createSession({ ...createSession('one'), userId: 'eve' }),
  },
  createVerificationToken: {
    before: [],
    work: (to) => to.createVerificationToken(TOKEN),
    // Using it up is the only way to look.
    isThere: () => Promise.resolve(false),
    takenByOther: (to) =>
      to.useVerificationToken(TOKEN).then(() => to.createVerificationToken(TOKEN)),
  },
  createAuthenticator: {
    before: [createsAda, createsEve],
    work: (to) => to.createAuthenticator({ ...AUTHENTICATOR, userId: 'ada' }),
    isThere: async (to) => (await to.getAuthenticator(AUTHENTICATOR.credentialID)) !== null,
    takenByOther: (to) => to.createAuthenticator({ ...AUTHENTICATOR, userId: 'eve' }),
  },
}

const CHANGING: Readonly<Record<string, Story>> = {
  updateUser: {
    before: [createsAda, createsEve],
    work: (to) => to.updateUser({ id: 'ada', email: NEW }),
    isThere: async (to) => (await to.getUserByEmail(NEW)) !== null,
    takenByOther: (to) => to.updateUser({ id: 'eve', email: NEW }),
  },
  'deleteUser, its address': {
    before: [createsAda, links],
    work: (to) => to.deleteUser('ada'),
    isThere: async (to) => (await to.getUserByEmail(ADA.email)) !== null,
    takenByOther: (to) => to.createUser({ ...ADA, id: 'other' }),
  },
  'deleteUser, its account': {
    before: [createsAda, createsEve, links],
    work: (to) => to.deleteUser('ada'),
    isThere: async (to) => (await to.getUserByAccount(ACCOUNT)) !== null,
    takenByOther: (to) => to.linkAccount({ ...ACCOUNT, userId: 'eve' }),
  },
}

async function prepare({ before }: Story): Promise<void> {
  for (const key of await storage.getKeys('')) await storage.removeItem(key)
  for (const work of before) await work(singleWriter(storage))
}

/** Tells a story with every call of the storage failing, before its effect and after it. */
async function everyFault(
  story: Story,
  dies: boolean,
  look: (where: string) => Promise<void>,
): Promise<void> {
  await prepare(story)
  const whole = faultyStorage(storage)
  await story.work(singleWriter(whole.storage))
  expect(whole.calls()).toBeGreaterThan(1)
  for (let call = 1; call <= whole.calls(); call += 1) {
    for (const effect of [false, true]) {
      await prepare(story)
      const fault: Fault = { call, effect, dies }
      const faulty = singleWriter(faultyStorage(storage, fault).storage)
      await expect(story.work(faulty)).rejects.toThrow('away')
      await look(`when call ${call} fails ${effect ? 'after' : 'before'} its effect`)
    }
  }
}

// A token can be read only by using it up, which would hide a leftover that blocks another call.
const EVERY = Object.entries({ ...CREATING, ...CHANGING }).filter(
  ([name]) => name !== 'createVerificationToken',
)

describe('unstorageAdapter with the option singleWriter', () => {
  it.each(Object.entries(CREATING))('leaves no claim when %s fails', async (_, story) => {
    await prepare(story)
    const before = await allKeys()
    await everyFault(story, false, async (where) => {
      expect(await allKeys(), where).toEqual(before)
    })
  })

  it.each(EVERY)('lets another user take what a failing %s did not store', async (_, story) => {
    await everyFault(story, false, async (where) => {
      const adapter = singleWriter(storage)
      if (await story.isThere(adapter)) return
      await expect(story.takenByOther(adapter), where).resolves.not.toThrow()
    })
  })

  it.each(EVERY)(
    'lets another user take what %s did not store before the process ended',
    async (_, story) => {
      await everyFault(story, true, async (where) => {
        const adapter = singleWriter(storage)
        if (await story.isThere(adapter)) return
        await expect(story.takenByOther(adapter), where).resolves.not.toThrow()
      })
    },
  )

  it.each([false, true])(
    'finds a user only by its own address after a failing updateUser, with the process ended: %s',
    async (dies) => {
      const { updateUser } = CHANGING
      if (updateUser === undefined) throw new Error('There is a story of updateUser.')
      await everyFault(updateUser, dies, async (where) => {
        const adapter = singleWriter(storage)
        const email = (await adapter.getUser('ada'))?.email ?? 'gone'
        expect([ADA.email, NEW], where).toContain(email)
        expect((await adapter.getUserByEmail(email))?.id, where).toBe('ada')
        // So no other user can take the key.
        await expect(adapter.createUser({ ...EVE, id: 'x', email }), where).rejects.toThrow(
          'address',
        )
      })
    },
  )

  it('leaves no account after an interrupted deleteUser', async () => {
    const adapter = singleWriter(storage)
    await createsAda(adapter)
    await links(adapter)
    const [user = ''] = await storage.getKeys('latchstring:user')
    await storage.removeItem(user)
    await createsEve(adapter)
    await adapter.linkAccount({ ...ACCOUNT, userId: 'eve' })
    expect(await adapter.listAccountsByUserId('ada')).toEqual([])
    await adapter.deleteUser('ada')
    expect((await adapter.getUserByAccount(ACCOUNT))?.id).toBe('eve')
    await adapter.deleteUser('eve')
    const left = await allKeys()
    expect(left.filter((key) => !key.startsWith('latchstring:email'))).toEqual([])
  })
})
