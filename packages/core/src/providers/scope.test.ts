import { describe, expect, it } from 'vitest'
import type { OAuthConfig } from '../lib/types/provider.ts'
import Kick from './kick.ts'
import Linear from './linear.ts'
import Paybin from './paybin.ts'
import Polar from './polar.ts'
import Railway from './railway.ts'
import Vercel from './vercel.ts'

type Authorization = OAuthConfig<never>['authorization']

const scopeOf = (authorization: Authorization): unknown =>
  typeof authorization === 'object' ? authorization.params?.['scope'] : undefined

const factories: readonly (readonly [
  string,
  (options: { readonly scope?: string }) => { readonly authorization?: Authorization },
])[] = [
  ['user:read', Kick],
  ['read', Linear],
  ['openid profile email', Paybin],
  ['openid profile email', Polar],
  ['openid profile email', Railway],
  ['openid profile email', Vercel],
]

describe('The option `scope`', () => {
  it.each(factories)('replaces "%s" of %o', (usual, factory) => {
    expect(scopeOf(factory({}).authorization)).toBe(usual)
    expect(scopeOf(factory({ scope: 'one two' }).authorization)).toBe('one two')
  })
})
