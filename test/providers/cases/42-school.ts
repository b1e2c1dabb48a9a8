import { service } from '@latchstring/testing/services/42-school'
import FortyTwo from '@latchstring/core/providers/42-school'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'

export const fortyTwoSchool: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: FortyTwo,
  authorization: {
    url: 'https://api.intra.42.fr/oauth/authorize',
    params: { response_type: 'code', scope: 'public' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '74',
      name: 'Amandine Choquet',
      email: 'achoquet@student.42.example',
      image: 'https://cdn.intra.42.fr/users/1f2e/achoquet.jpg',
      emailVerified: false,
    },
    minimal: { id: '75', name: 'm', email: null, image: null, emailVerified: false },
  },
  quirks: {
    'knows the person by the number, which stays when the login changes': async (signIn) => {
      const answers = { 'https://api.intra.42.fr/v2/me': { id: 74, login: 'renamed' } }
      const { user } = await signIn({ person: { answers } })
      expect(user).toMatchObject({ id: '74', name: 'renamed' })
    },
  },
}
