import { expect } from 'vitest'
import type { ExpectedUser, ProviderCase } from './case.ts'

/**
 * The authorization request of a provider that does as OpenID Connect says, with every check, and asks for no more than a
 * profile and an address.
 */
export const openIdRequest = (url: string): Pick<ProviderCase, 'authorization' | 'checks'> => ({
  authorization: { url, params: { response_type: 'code', scope: 'openid profile email' } },
  checks: ['pkce', 'state', 'nonce'],
})

/** The user of an application from a profile with an id alone. */
export const idOnly = (id: string): ExpectedUser => ({
  id,
  name: null,
  email: null,
  image: null,
  emailVerified: false,
})

/** For services that leave out `token_type`, which RFC 6749 requires in section 5.1. */
export const TOKEN_WITHOUT_TYPE: NonNullable<ProviderCase['quirks']> = {
  'keeps a token without a type as a bearer token': async (signIn) => {
    const { account } = await signIn()
    expect(account['token_type']).toBe('bearer')
  },
}
