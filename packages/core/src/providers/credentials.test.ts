import { describe, expect, it } from 'vitest'
import Credentials from './credentials.ts'

describe('credentials', () => {
  it('keeps inputs, id, name and `authorize` among the options', async () => {
    const { options, ...defaults } = Credentials({
      id: 'ldap',
      name: 'LDAP',
      credentials: { username: { label: 'User name' }, password: { type: 'password' } },
      authorize: ({ username, password }) =>
        username === 'alice' && password === 'secret' ? { id: '1' } : null,
    })
    expect(defaults).toMatchObject({ id: 'credentials', name: 'Credentials', type: 'credentials' })
    expect(options).toMatchObject({ id: 'ldap', name: 'LDAP' })
    expect(options?.credentials).toEqual({
      username: { label: 'User name' },
      password: { type: 'password' },
    })
    const request = new Request('https://app.example.com')
    const alice = { username: 'alice', password: 'secret' }
    expect(await options?.authorize?.(alice, request)).toEqual({ id: '1' })
    expect(await options?.authorize?.({}, request)).toBeNull()
  })

  it('knows the names of the inputs in `authorize`', () => {
    Credentials({
      credentials: { username: {} },
      // @ts-expect-error There is no such input.
      authorize: ({ password }) => (password ? { id: '1' } : null),
    })
  })

  it('has no `authorize` of its own, so that a missing one is reported with the configuration', () => {
    expect(Credentials()).toHaveProperty('authorize', undefined)
  })
})
