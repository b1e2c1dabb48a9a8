import { describe, expect, it } from 'vitest'
import { OIDC } from '../../../test/oauth-provider.ts'
import { createEndingStore, createSignOutApp } from '../../../test/sign-out-request.ts'
import type { AuthConfig } from '../types/config.ts'
import { findLastProvider, rememberProvider } from './last-used.ts'

/** A request with the cookies of a header. */
const open = (cookie: string, config: Partial<AuthConfig> = {}) =>
  createSignOutApp({ providers: [OIDC], adapter: createEndingStore().adapter, ...config }).open(
    undefined,
    { headers: { cookie } },
  )

const NAME = '__Host-latchstring.last-used'

describe('The provider that was used last', () => {
  it.each(['nosuch', '', 'ACME', '__proto__', 'undefined'])(
    'is none where the cookie says %j, so that no page is made for that',
    (value) => {
      expect(findLastProvider(open(`${NAME}=${value}`))).toBeUndefined()
    },
  )

  it('is the provider that the cookie names, as long as it is configured and shown', () => {
    expect(findLastProvider(open(`${NAME}=acme`))).toBe('acme')
    expect(findLastProvider(open(''))).toBeUndefined()
    expect(findLastProvider(open(`${NAME}=acme`, { theme: { lastUsed: false } }))).toBeUndefined()
    expect(findLastProvider(open(`${NAME}=acme`, { pages: { signIn: '/login' } }))).toBeUndefined()
  })

  it('is remembered unless the request only reads', () => {
    const context = open('')
    const [change] = rememberProvider(context, 'acme').changes()
    expect(change).toMatchObject({ name: NAME, value: 'acme' })
    const reads = rememberProvider({ ...context, readOnly: true }, 'acme')
    expect(reads.changes()).toEqual([])
  })
})
