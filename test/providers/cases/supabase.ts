import { service } from '@latchstring/testing/services/supabase'
import Supabase from '@latchstring/core/providers/supabase'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly, openIdRequest } from '../src/common.ts'

export const supabase: ProviderCase = {
  service,
  addressProvenBy: 'operator',
  provider: Supabase,
  ...openIdRequest('https://abcdefghijklmnopqrst.supabase.co/auth/v1/oauth/authorize'),
  authentication: 'client_secret_post',
  required: ['issuer'],
  users: {
    documented: {
      id: '2ad1dd79-98ea-4a1d-b0d7-0f4b1e6c9b2e',
      name: 'John Doe',
      email: 'john@example.com',
      image: 'https://example.com/avatar.jpg',
      emailVerified: true,
    },
    minimal: idOnly('7c9e6679-7425-40de-944b-e07fc1f90ae7'),
  },
  quirks: {
    'signs in people of projects with either kind of asymmetric key': async (signIn) => {
      const { user } = await signIn({ service: { idTokenAlgorithm: 'RS256' } })
      expect(user.id).toBe('2ad1dd79-98ea-4a1d-b0d7-0f4b1e6c9b2e')
    },
    'takes no ID token signed with the secret of the project': async (signIn) => {
      await expect(signIn({ service: { idTokenAlgorithm: 'HS256' } })).rejects.toThrow()
    },
  },
}
