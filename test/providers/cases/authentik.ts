import { service } from '@latchstring/testing/services/authentik'
import Authentik from '@latchstring/core/providers/authentik'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly, openIdRequest } from '../src/common.ts'

export const authentik: ProviderCase = {
  service,
  addressProvenBy: 'customer',
  provider: Authentik,
  ...openIdRequest('https://sso.example.com/application/o/authorize/'),
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '29d4f4f4a3b86f9d1a0b6d4d4a1f2f3e4d5c6b7a8f9e0d1c2b3a4f5e6d7c8b9a',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      image: null,
      emailVerified: false,
    },
    minimal: idOnly('7'),
  },
  required: ['issuer'],
  quirks: {
    'calls no address verified, as versions before 2025.10 did with every one': async (signIn) => {
      const claims = { sub: '8', email: 'boss@example.com', email_verified: true }
      const { user } = await signIn({ person: { claims } })
      expect(user).toMatchObject({ email: 'boss@example.com', emailVerified: false })
    },
    'says so when the slash at the end of the issuer is missing': async (signIn) => {
      const options = { issuer: 'https://sso.example.com/application/o/my-app' }
      await expect(signIn({ options })).rejects.toThrow(/slash/)
    },
    'says so when ID tokens are encrypted': async (signIn) => {
      const token = {
        ...service.token,
        answer: (standard: object) => ({
          ...standard,
          id_token: 'eyJhbGciOiJSU0EtT0FFUCJ9.a.b.c.d',
        }),
      }
      await expect(signIn({ service: { token } })).rejects.toThrow(/encrypted/)
    },
    'signs in where all applications have one issuer': async (signIn) => {
      const issuer = 'https://sso.example.com/'
      const wellKnown =
        'https://sso.example.com/application/o/my-app/.well-known/openid-configuration'
      const { user } = await signIn({
        options: { issuer, wellKnown },
        service: { options: { issuer, wellKnown }, issuer, wellKnown },
      })
      expect(user.name).toBe('Ada Lovelace')
    },
  },
}
