import { expect, it } from 'vitest'
import { providerKeys } from './provider-keys.ts'

const ISSUER = 'https://id.example'

it('the keys of a session at a provider are of its id and of its user, each apart for each issuer (LGO-12)', async () => {
  const { session = '', user = '' } = await providerKeys(ISSUER, { sid: 'one', sub: 'ada' })
  expect([session, user]).toEqual([
    expect.stringMatching(/^s:[\w-]{22}$/),
    expect.stringMatching(/^u:[\w-]{22}$/),
  ])
  expect(session.slice(2)).not.toBe(user.slice(2))
  const elsewhere = await providerKeys(`${ISSUER}/x`, { sid: 'one', sub: 'ada' })
  expect(elsewhere.session).not.toBe(session)
  expect(elsewhere.user).not.toBe(user)
})

it('the key of a session at a provider does not depend on who it is of, and that of a user not on the session', async () => {
  const { session, user } = await providerKeys(ISSUER, { sid: 'one', sub: 'ada' })
  expect(await providerKeys(ISSUER, { sid: 'one' })).toStrictEqual({ session })
  expect((await providerKeys(ISSUER, { sub: 'ada', sid: 'two' })).user).toBe(user)
})

it('a session that its provider gave no id is known by its user, and apart from a session with the id of that user (LGO-11)', async () => {
  const { session, user } = await providerKeys(ISSUER, { sub: 'ada' })
  expect((await providerKeys(ISSUER, { sub: 'grace' })).session).not.toBe(session)
  expect((await providerKeys(ISSUER, { sid: 'ada' })).session).not.toBe(session)
  expect(user).toBeDefined()
})

it('what names neither a session nor a user at a provider has no keys', async () => {
  expect(await providerKeys(ISSUER, {})).toStrictEqual({})
})
