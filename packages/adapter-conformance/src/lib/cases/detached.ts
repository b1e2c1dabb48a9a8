import assert from 'node:assert/strict'
import type { AdapterAccount } from '@latchstring/core/adapters'
import type { Method } from '../capabilities.ts'
import { assertIntact, createBelongings } from '../belongings.ts'
import { assertNothing, assertStored } from '../expectations.ts'
import type { Case, FullAdapter, Subject } from '../options.ts'
import { sampleAccount, sampleUser, unique } from '../samples.ts'
import { wrapMethods } from '../wrap-methods.ts'

/** Methods without a specified result. */
const WITHOUT_RESULT: ReadonlySet<Method> = new Set([
  'deleteUser',
  'linkAccount',
  'unlinkAccount',
  'updateSession',
  'deleteSession',
  'createVerificationToken',
  'updateAccount',
  'deleteAuthenticator',
  // The result of `transaction` is that of its function.
  'transaction',
])

/** Changes a record and all nested values, if they are mutable. */
function spoil(record: unknown): void {
  if (typeof record !== 'object' || record === null) return
  if (record instanceof Date) record.setTime(0)
  for (const [member, value] of new Map<string, unknown>(Object.entries(record))) {
    spoil(value)
    // A frozen record cannot be changed, which is also correct.
    if (typeof value === 'string') Reflect.set(record, member, 'spoiled')
    if (typeof value === 'number') Reflect.set(record, member, -1)
  }
}

/** The adapter, with arguments and results changed as soon as a call has ended. */
const spoiling = (adapter: FullAdapter): FullAdapter =>
  wrapMethods(adapter, async ({ name, parameters, make }) => {
    if (name === 'transaction') return make({})
    const given = structuredClone(parameters)
    const result = await make({ parameters: given })
    const kept = WITHOUT_RESULT.has(name) ? undefined : structuredClone(result)
    spoil(given)
    if (!WITHOUT_RESULT.has(name)) spoil(result)
    return kept
  })

/** The adapter, with a check of its arguments after each call. */
const watching = (adapter: FullAdapter): FullAdapter =>
  wrapMethods(adapter, async ({ name, parameters, make }) => {
    if (name === 'transaction') return make({})
    const before = structuredClone(parameters)
    const result = await make({})
    assert.deepEqual(parameters, before, `${name} changed what it was given`)
    return result
  })

/** The adapter, with its methods called without `this`. */
const bare = (adapter: FullAdapter): FullAdapter =>
  wrapMethods(adapter, ({ make }) => make({ bare: true }))

/** Changes each kind of record, and checks it twice after each change. */
async function changeEverything(subject: Subject): Promise<void> {
  const { adapter, at } = subject
  let owner = await createBelongings(subject)
  const check = async (): Promise<void> => {
    await assertIntact(subject, owner)
    await assertIntact(subject, owner)
  }
  await check()
  const changes = { name: 'Grace Hopper', emailVerified: at(-30_011) }
  const user = await adapter.updateUser({ id: owner.user.id, ...changes })
  assertStored(user, { ...owner.user, ...changes })
  owner = { ...owner, user }
  await check()
  owner = await changeAccounts(subject, owner)
  owner = await changeSessions(subject, owner)
  owner = await changeAuthenticators(subject, owner)
  await check()
  await removeEverything(subject, owner)
}

type Owner = Awaited<ReturnType<typeof createBelongings>>

async function changeAccounts({ adapter, capabilities }: Subject, owner: Owner): Promise<Owner> {
  if (capabilities.accountUpdates !== true) return owner
  const [first, second] = owner.accounts
  const changed: AdapterAccount = { ...first, access_token: 'renewed' }
  await adapter.updateAccount(changed)
  return { ...owner, accounts: [changed, second] }
}

async function changeSessions(
  { adapter, capabilities, at }: Subject,
  owner: Owner,
): Promise<Owner> {
  if (capabilities.sessions !== true) return owner
  const [first, second] = owner.sessions
  const expires = at(7_200_321)
  await adapter.updateSession({ sessionToken: first.sessionToken, expires })
  const moved = { ...first, expires }
  if (capabilities.compareAndSet !== true) return { ...owner, sessions: [moved, second] }
  const to = at(8_200_123)
  const { sessionToken, expires: from } = second
  assert.equal(await adapter.compareAndSetSession({ sessionToken, from, to }), true)
  return { ...owner, sessions: [moved, { ...second, expires: to }] }
}

async function changeAuthenticators(
  { adapter, capabilities }: Subject,
  owner: Owner,
): Promise<Owner> {
  if (capabilities.webauthn !== true) return owner
  const [first, second] = owner.authenticators
  const changed = await adapter.updateAuthenticatorCounter(first.credentialID, 8)
  assertStored(changed, { ...first, counter: 8 })
  return { ...owner, authenticators: [changed, second] }
}

/** Calls the remaining methods. */
async function removeEverything({ adapter, capabilities }: Subject, owner: Owner): Promise<void> {
  const { id } = owner.user
  if (capabilities.verificationTokens === true) {
    const { identifier, token } = owner.token
    if (capabilities.tokenReads === true) {
      assertStored(await adapter.getVerificationToken({ identifier, token }), owner.token)
    }
    assertStored(await adapter.useVerificationToken({ identifier, token }), owner.token)
  }
  if (capabilities.sessions === true) await adapter.deleteSession(owner.sessions[0].sessionToken)
  if (capabilities.revocation === true) {
    assert.equal(await adapter.deleteSessionsByUserId(id, unique('other')), 1)
  }
  if (capabilities.authenticatorUse === true) {
    const [{ credentialID, counter }] = owner.authenticators
    const use = { credentialID, counter: counter + 1, credentialBackedUp: true }
    assert.equal(await adapter.useAuthenticator(use), true)
  }
  if (capabilities.authenticatorDeletion === true) {
    const [{ credentialID, userId }] = owner.authenticators
    await adapter.deleteAuthenticator({ credentialID, userId })
    assertNothing(await adapter.getAuthenticator(credentialID))
  }
  const [{ provider, providerAccountId }] = owner.accounts
  await adapter.unlinkAccount({ provider, providerAccountId })
  await adapter.deleteUser(id)
}

/** Creates a user and an account within a transaction, if the adapter has transactions. */
async function transact({ adapter, capabilities }: Subject): Promise<void> {
  if (capabilities.transactions !== true) return
  const { account, user } = await adapter.transaction(async (within) => {
    const created = await within.createUser?.(sampleUser())
    assert.ok(created)
    const linked = sampleAccount(created.id)
    await within.linkAccount?.(linked)
    return { account: linked, user: created }
  })
  const { provider, providerAccountId } = account
  assertStored(await adapter.getUserByAccount({ provider, providerAccountId }), user)
}

const through =
  (wrap: (adapter: FullAdapter) => FullAdapter): Case['run'] =>
  async (subject) => {
    const wrapped = { ...subject, adapter: wrap(subject.adapter) }
    await changeEverything(wrapped)
    await transact(wrapped)
  }

/** Tests that adapter and caller share no mutable record. */
export const detachedCases: readonly Case[] = [
  {
    name: 'changing arguments and results of methods does not change the store',
    run: through(spoiling),
  },
  { name: 'no method changes its arguments', run: through(watching) },
  { name: 'every method can be called without `this`', run: through(bare) },
]
