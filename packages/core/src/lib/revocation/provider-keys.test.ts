import { expect, it } from 'vitest'
import { providerKeys } from './provider-keys.ts'

const ISSUER = 'https://id.example'

it('the keys of a provider session are made of its id and of its user, separately for each issuer (LGO-12)', async () => {
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

it('the key of a provider session does not depend on its user, nor that of a user on the session', async () => {
  const { session, user } = await providerKeys(ISSUER, { sid: 'one', sub: 'ada' })
  expect(await providerKeys(ISSUER, { sid: 'one' })).toStrictEqual({ session })
  expect((await providerKeys(ISSUER, { sub: 'ada', sid: 'two' })).user).toBe(user)
})

it('a provider session without an id has the key of its user, which differs from that of a session (LGO-11)', async () => {
  const { session, user } = await providerKeys(ISSUER, { sub: 'ada' })
  expect((await providerKeys(ISSUER, { sub: 'grace' })).session).not.toBe(session)
  expect((await providerKeys(ISSUER, { sid: 'ada' })).session).not.toBe(session)
  expect(user).toBeDefined()
})

it('a token without session and user has no provider keys', async () => {
  expect(await providerKeys(ISSUER, {})).toStrictEqual({})
})
