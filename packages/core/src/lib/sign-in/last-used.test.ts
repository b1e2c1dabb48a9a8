import { describe, expect, it } from 'vitest'
import { OIDC } from '../../../test/oauth-provider.ts'
import { createEndingStore, createSignOutApp } from '../../../test/sign-out-request.ts'
import type { AuthConfig } from '../types/config.ts'
import { findLastUsed, rememberLastUsed } from './last-used.ts'

/** A request with the cookies of a header. */
const open = (cookie: string, config: Partial<AuthConfig> = {}) =>
  createSignOutApp({ providers: [OIDC], adapter: createEndingStore().adapter, ...config }).open(
    undefined,
    { headers: { cookie } },
  )

const NAME = '__Host-latchstring.last-used'

describe('The sign-in method that was used last', () => {
  it.each(['nosuch', '', 'ACME', '__proto__', 'undefined'])(
    'is none where the cookie is %j',
    (value) => {
      expect(findLastUsed(open(`${NAME}=${value}`))).toBeUndefined()
    },
  )

  it('is the provider that the cookie names, as long as it is configured and marked', () => {
    expect(findLastUsed(open(`${NAME}=acme`))).toBe('acme')
    expect(findLastUsed(open(''))).toBeUndefined()
    expect(findLastUsed(open(`${NAME}=acme`, { theme: { lastUsed: false } }))).toBeUndefined()
    expect(findLastUsed(open(`${NAME}=acme`, { pages: { signIn: '/login' } }))).toBeUndefined()
  })

  it('is remembered unless the request only reads', () => {
    const context = open('')
    const [change] = rememberLastUsed(context, 'acme').changes()
    expect(change).toMatchObject({ name: NAME, value: 'acme' })
    const reads = rememberLastUsed({ ...context, readOnly: true }, 'acme')
    expect(reads.changes()).toEqual([])
  })
})
