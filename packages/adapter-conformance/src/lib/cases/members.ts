import assert from 'node:assert/strict'
import type { AdapterUser } from '@latchstring/core/adapters'
import { assertNothing, assertStored } from '../expectations.ts'
import type { Case, ConformanceFieldKind, Subject } from '../options.ts'
import { createLinkedUser, sampleAccount, sampleSession, sampleUser } from '../samples.ts'
import { everyLookUp } from './shapes.ts'
import { readAccount } from './values.ts'

const MEMBER = 'conformanceMember'

/** Two values of each type. */
function listValues({ kept }: Subject): Readonly<Record<ConformanceFieldKind, readonly unknown[]>> {
  return {
    text: ['“first” 👩‍🚀', ''],
    integer: [42, -1],
    boolean: [true, false],
    timestamp: [kept(new Date('2024-02-29T23:59:59.987Z')), kept(new Date('1969-01-01T00:00:00Z'))],
    json: [{ list: [1, 'two', null], deep: { yes: true } }, []],
  }
}

/** Values for all custom members: the first or the second of each type, or `null`. */
function members(subject: Subject, which: 0 | 1 | null): Partial<AdapterUser> {
  const values = listValues(subject)
  const entries = Object.entries(subject.userFields ?? {}).map(
    ([name, kind]) => [name, which === null ? null : (values[kind][which] ?? null)] as const,
  )
  return Object.fromEntries(entries)
}

/** The message of an error, with those of its causes. */
function words(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  return `${thrown.name} ${thrown.message} ${thrown.cause === undefined ? '' : words(thrown.cause)}`
}

/** Runs a write that may refuse the member, and returns whether it did. */
async function refuses(write: () => Promise<unknown>): Promise<boolean> {
  const [outcome] = await Promise.allSettled([write()])
  if (outcome.status === 'fulfilled') return false
  const said = words(outcome.reason)
  assert.ok(said.includes(MEMBER), `the error does not name the member "${MEMBER}": ${said}`)
  return true
}

const declared: readonly Case[] = [
  {
    name: 'custom members of a user are stored, and every look-up returns them',
    async run(subject) {
      const { adapter } = subject
      const user = sampleUser(members(subject, 0))
      const created = await adapter.createUser(user)
      const expected = { ...user, id: created.id }
      assertStored(created, expected)
      const account = sampleAccount(created.id)
      await adapter.linkAccount(account)
      assertStored(await adapter.getUser(created.id), expected)
      assertStored(await adapter.getUserByEmail(user.email), expected)
      assertStored(await adapter.getUserByAccount(account), expected)
      if (subject.capabilities.sessions !== true) return
      const session = sampleSession(subject, created.id)
      await adapter.createSession(session)
      assertStored((await adapter.getSessionAndUser(session.sessionToken))?.user, expected)
    },
  },
  {
    name: 'custom members of a user are changed, set to null, and left alone when not given',
    async run(subject) {
      const { adapter } = subject
      const created = await adapter.createUser(sampleUser(members(subject, 0)))
      const { id } = created
      for (const which of [1, null, 0] as const) {
        const expected = { ...created, ...members(subject, which) }
        assertStored(await adapter.updateUser({ id, ...members(subject, which) }), expected)
        assertStored(await adapter.getUser(id), expected)
      }
      await adapter.updateUser({ id, name: 'Grace Hopper' })
      assertStored(await adapter.getUser(id), { ...created, name: 'Grace Hopper' })
    },
  },
  {
    name: 'a user without custom members can be stored',
    async run({ adapter }) {
      const user = sampleUser()
      const { id } = await adapter.createUser(user)
      assertStored(await adapter.getUser(id), { ...user, id })
    },
  },
]

/** Tests of the members that the option `userFields` names. */
export const customMemberCases: readonly Case[] = declared

/** Asserts that every look-up returns the member, or that none does because it was refused. */
async function assertEverywhere(subject: Subject, user: AdapterUser): Promise<void> {
  for (const [method, found] of await everyLookUp(subject, user)) {
    assert.equal(Reflect.get(found ?? {}, MEMBER), 'kept', `${method} drops the member`)
  }
}

/** Tests that an unknown member is stored or refused, and never dropped silently. */
export const unknownMemberCases: readonly Case[] = [
  {
    name: 'a member of a new user that the store does not know is kept, or refused by name',
    async run(subject) {
      const { adapter } = subject
      const { id: _, ...user } = { ...sampleUser(), [MEMBER]: 'kept' }
      const refused = await refuses(async () => adapter.createUser({ ...sampleUser(), ...user }))
      const found = await adapter.getUserByEmail(user.email)
      if (refused) {
        assertNothing(found)
        return
      }
      assertStored<object>(found, user)
      assert.ok(found)
      await assertEverywhere(subject, found)
    },
  },
  {
    name: 'a member of an update that the store does not know is kept, or refused by name',
    async run(subject) {
      const { adapter } = subject
      const user = await adapter.createUser(sampleUser())
      const changes = { id: user.id, name: 'Grace Hopper', [MEMBER]: 'kept' }
      const refused = await refuses(async () => adapter.updateUser(changes))
      const found = await adapter.getUser(user.id)
      if (refused) {
        assertStored(found, user)
        return
      }
      assertStored(found, { ...user, ...changes })
      await assertEverywhere(subject, user)
    },
  },
  {
    name: 'a member of an account that the store does not know is kept, or refused by name',
    async run(subject) {
      const { adapter } = subject
      const { user } = await createLinkedUser(adapter)
      const account = { ...sampleAccount(user.id, { provider: 'another' }), [MEMBER]: 'kept' }
      const refused = await refuses(async () => adapter.linkAccount(account))
      const { provider, providerAccountId } = account
      const owner = await adapter.getUserByAccount({ provider, providerAccountId })
      assert.equal(owner?.id, refused ? undefined : user.id)
      const found = refused ? undefined : await readAccount(subject, account)
      if (found !== undefined) assertStored(found, account)
      if (refused || subject.capabilities.accountUpdates !== true) return
      const listed = await adapter.listAccountsByUserId(user.id)
      assertStored(
        listed.find((one) => one.providerAccountId === providerAccountId),
        account,
      )
    },
  },
]

/** The same tests for `updateAccount`. */
export const unknownAccountMemberCases: readonly Case[] = [
  {
    name: 'a member of a changed account that the store does not know is kept, or refused by name',
    async run(subject) {
      const { adapter } = subject
      const { account } = await createLinkedUser(adapter)
      const { provider, providerAccountId } = account
      const changes = { scope: 'openid', [MEMBER]: 'kept' }
      const refused = await refuses(async () =>
        adapter.updateAccount({ provider, providerAccountId, ...changes }),
      )
      const found = await readAccount(subject, account)
      if (found !== undefined) assertStored(found, refused ? account : { ...account, ...changes })
    },
  },
]
