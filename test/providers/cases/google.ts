import { service } from '@latchstring/testing/services/google'
import Google from '@latchstring/core/providers/google'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly, openIdRequest } from '../src/common.ts'

export const google: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: Google,
  ...openIdRequest('https://accounts.google.com/o/oauth2/v2/auth'),
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '10769150350006150715113082367',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      image: 'https://lh3.googleusercontent.com/a/ada=s96-c',
      emailVerified: true,
    },
    minimal: idOnly('7'),
  },
  quirks: {
    'asks for a refresh token beside the default scope': async (signIn) => {
      const params = { access_type: 'offline', prompt: 'consent' }
      const { authorization } = await signIn({ options: { authorization: { params } } })
      expect(Object.fromEntries(authorization.searchParams)).toMatchObject({
        ...params,
        scope: 'openid profile email',
      })
    },
    'does not call an address verified that Google does not': async (signIn) => {
      const claims = { sub: '7', email: 'a@example.com', email_verified: false }
      const { user } = await signIn({ person: { claims } })
      expect(user).toMatchObject({ email: 'a@example.com', emailVerified: false })
    },
    'knows Google by both names that it has in ID tokens': async (signIn) => {
      const claims = { sub: '7', iss: 'accounts.google.com' }
      const { user } = await signIn({ person: { claims } })
      expect(user.id).toBe('7')
      const foreign = { sub: '7', iss: 'accounts.google.com.example' }
      await expect(signIn({ person: { claims: foreign } })).rejects.toThrow(/issuer/)
    },
    'refuses an ID token for another application': async (signIn) => {
      const claims = { sub: '7', aud: 'another.apps.googleusercontent.com' }
      await expect(signIn({ person: { claims } })).rejects.toThrow(/is meant for "another/)
    },
  },
}
