import assert from 'node:assert/strict'
import type { AdapterUser } from '@latchstring/core/adapters'
import { assertStored } from '../expectations.ts'
import type { Case, FullAdapter, Subject } from '../options.ts'
import {
  createLinkedUser,
  sampleAccount,
  sampleSession,
  sampleToken,
  sampleUser,
  unique,
} from '../samples.ts'
import { readAccount } from './values.ts'

/** Reads the user by every method that returns one. */
export async function everyLookUp(
  subject: Subject,
  { id, email }: AdapterUser,
): Promise<ReadonlyMap<string, AdapterUser | null | undefined>> {
  const { adapter, capabilities } = subject
  const { provider, providerAccountId, ...account } = sampleAccount(id)
  await adapter.linkAccount({ ...account, provider, providerAccountId })
  const given = new Map<string, AdapterUser | null | undefined>([
    ['getUser', await adapter.getUser(id)],
    ['getUserByEmail', await adapter.getUserByEmail(email)],
    ['getUserByAccount', await adapter.getUserByAccount({ provider, providerAccountId })],
  ])
  if (capabilities.sessions === true) {
    const { sessionToken } = await adapter.createSession(sampleSession(subject, id))
    given.set('getSessionAndUser', (await adapter.getSessionAndUser(sessionToken))?.user)
  }
  return given
}

/** Asserts that `emailVerified` of an unverified address is `null`, and not missing. */
function assertUnproven(user: AdapterUser | null | undefined, method: string): void {
  assert.ok(user, `${method} gave nothing`)
  assert.equal(user.emailVerified, null, `emailVerified from ${method} has to be null`)
}

async function assertUnprovenWithin(within: FullAdapter): Promise<void> {
  const user = await within.createUser(sampleUser())
  assertUnproven(user, 'createUser in a transaction')
  assertUnproven(await within.getUser(user.id), 'getUser in a transaction')
  assertUnproven(await within.getUserByEmail(user.email), 'getUserByEmail in a transaction')
}

/** Tests of the members of users. */
export const shapeCases: readonly Case[] = [
  {
    name: 'emailVerified of an unproven address is null from every method',
    async run(subject) {
      const { adapter, capabilities, at } = subject
      const user = await adapter.createUser(sampleUser())
      assertUnproven(user, 'createUser')
      assertUnproven(await adapter.updateUser({ id: user.id, name: 'Grace Hopper' }), 'updateUser')
      for (const [method, found] of await everyLookUp(subject, user)) assertUnproven(found, method)
      const proven = await adapter.createUser(sampleUser({ emailVerified: at(-1_003) }))
      const taken = await adapter.updateUser({ id: proven.id, emailVerified: null })
      assertUnproven(taken, 'updateUser')
      assertUnproven(await adapter.getUser(proven.id), 'getUser')
      if (capabilities.transactions !== true) return
      await adapter.transaction((within) =>
        // A transaction passes an object with the methods of the adapter.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
        assertUnprovenWithin(within as FullAdapter),
      )
    },
  },
  {
    name: 'texts of a user and of an account may be empty, which is not null',
    async run(subject) {
      const { adapter } = subject
      const user = sampleUser({ name: '', image: '' })
      const created = await adapter.createUser(user)
      assertStored(created, { ...user, id: created.id })
      for (const found of (await everyLookUp(subject, created)).values()) {
        assertStored(found, created)
      }
      const other = await adapter.createUser(sampleUser())
      assertStored(await adapter.updateUser({ id: other.id, name: '' }), { ...other, name: '' })
      const account = sampleAccount(other.id, { scope: '' })
      await adapter.linkAccount(account)
      const found = await readAccount(subject, account)
      if (found !== undefined) assertStored(found, account)
    },
  },
  {
    name: 'an address with capitals is returned unchanged or in lower case, and found as given',
    async run({ adapter }) {
      const email = `${unique('Ada.Lovelace')}@Example.com`
      const created = await adapter.createUser(sampleUser({ email }))
      const found = await adapter.getUserByEmail(email)
      assert.equal(found?.id, created.id)
      for (const user of [created, found, await adapter.getUser(created.id)]) {
        assert.ok(user)
        assert.ok([email, email.toLowerCase()].includes(user.email), user.email)
      }
    },
  },
]

function assertMembers(record: object | null | undefined, members: readonly string[]): void {
  assert.deepEqual(Object.keys(record ?? {}).toSorted(), members)
}

const SESSION = ['expires', 'sessionToken', 'userId']

/** Tests of the members of sessions. */
export const sessionShapeCases: readonly Case[] = [
  {
    name: 'a session has its three members and no others',
    async run(subject) {
      const { adapter, capabilities } = subject
      const { user } = await createLinkedUser(adapter)
      const session = await adapter.createSession(sampleSession(subject, user.id))
      assertMembers(session, SESSION)
      const found = await adapter.getSessionAndUser(session.sessionToken)
      assertMembers(found, ['session', 'user'])
      assertMembers(found?.session, SESSION)
      if (capabilities.revocation !== true) return
      for (const listed of await adapter.listSessionsByUserId(user.id)) {
        assertMembers(listed, SESSION)
      }
    },
  },
]

/** Tests of the members of verification tokens. */
export const tokenShapeCases: readonly Case[] = [
  {
    name: 'a verification token has its three members and no others',
    async run(subject) {
      const { adapter } = subject
      const { identifier, token, expires } = sampleToken(subject)
      await adapter.createVerificationToken({ identifier, token, expires })
      const used = await adapter.useVerificationToken({ identifier, token })
      assertMembers(used, ['expires', 'identifier', 'token'])
    },
  },
]
