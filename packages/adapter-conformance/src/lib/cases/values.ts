import assert from 'node:assert/strict'
import type { AdapterAccount } from '@latchstring/core/adapters'
import { assertNothing, assertStored } from '../expectations.ts'
import type { Case, Subject } from '../options.ts'
import { sampleAccount, sampleSession, sampleUser, unique } from '../samples.ts'

/** Reads an account, if the adapter has a method for it. */
export async function readAccount(
  { adapter, capabilities }: Subject,
  { userId, provider, providerAccountId }: AdapterAccount,
): Promise<AdapterAccount | null | undefined> {
  if (capabilities.webauthn === true) return adapter.getAccount(providerAccountId, provider)
  if (capabilities.accountUpdates !== true) return undefined
  const accounts = await adapter.listAccountsByUserId(userId)
  return accounts.find((account) => account.providerAccountId === providerAccountId) ?? null
}

const LONG = 8192

const dates: readonly Case[] = [
  {
    name: 'times before 1970 and far in the future are returned to the millisecond',
    async run({ adapter, kept }) {
      for (const time of ['1969-07-20T20:17:40.123Z', '9999-06-01T12:00:00.789Z']) {
        const emailVerified = kept(new Date(time))
        const user = sampleUser({ emailVerified })
        const { id } = await adapter.createUser(user)
        assertStored(await adapter.getUser(id), { ...user, id })
      }
    },
  },
  {
    name: 'times on both sides of a change of daylight saving are kept apart',
    async run({ adapter, kept }) {
      for (const time of ['2025-10-26T00:30:00.001Z', '2025-10-26T01:30:00.001Z']) {
        const emailVerified = kept(new Date(time))
        const { id } = await adapter.createUser(sampleUser({ emailVerified }))
        assert.deepEqual((await adapter.getUser(id))?.emailVerified, emailVerified)
      }
    },
  },
]

const texts: readonly Case[] = [
  {
    name: 'texts with NUL are refused or stored, and never truncated',
    async run({ adapter }) {
      const user = sampleUser({ name: 'Ada\u0000Lovelace' })
      const [outcome] = await Promise.allSettled([(async () => adapter.createUser(user))()])
      const found = await adapter.getUserByEmail(user.email)
      if (outcome.status === 'rejected') assertNothing(found)
      else assert.equal(found?.name, user.name)
    },
  },
  {
    name: 'an address of 254 characters is stored completely',
    async run({ adapter }) {
      const domain = `@${'d'.repeat(60)}.${'e'.repeat(60)}.example.com`
      const email = `${unique('long').slice(0, 64)}${domain}`.padStart(254, 'x')
      const { id } = await adapter.createUser(sampleUser({ email }))
      assert.equal((await adapter.getUserByEmail(email))?.id, id)
      assertNothing(await adapter.getUserByEmail(email.slice(1)))
    },
  },
  {
    name: 'tokens of 8 kB are stored completely with the account',
    async run(subject) {
      const { adapter } = subject
      const { id } = await adapter.createUser(sampleUser())
      const account = sampleAccount(id, {
        access_token: `access.${'a'.repeat(LONG)}`,
        refresh_token: `refresh.${'r'.repeat(LONG)}`,
        id_token: `header.${'i'.repeat(LONG)}.signature`,
        scope: 'openid '.repeat(100).trim(),
        expires_at: 4_102_444_800,
      })
      await adapter.linkAccount(account)
      assert.equal((await adapter.getUserByAccount(account))?.id, id)
      const found = await readAccount(subject, account)
      if (found !== undefined) assertStored(found, account)
    },
  },
  {
    name: 'the address of a picture may be a data URL of 8 kB',
    async run({ adapter }) {
      const image = `data:image/png;base64,${'A'.repeat(LONG)}`
      const { id } = await adapter.createUser(sampleUser({ image }))
      assert.equal((await adapter.getUser(id))?.image, image)
    },
  },
]

/** Tests that values are stored unchanged. */
export const valueCases: readonly Case[] = [...dates, ...texts]

/** The same tests for sessions. */
export const sessionValueCases: readonly Case[] = [
  {
    name: 'a session may expire far in the future',
    async run(subject) {
      const { adapter, kept } = subject
      const { id } = await adapter.createUser(sampleUser())
      const expires = kept(new Date('9999-06-01T12:00:00.789Z'))
      const session = sampleSession(subject, id, { expires })
      await adapter.createSession(session)
      assertStored((await adapter.getSessionAndUser(session.sessionToken))?.session, session)
    },
  },
]
