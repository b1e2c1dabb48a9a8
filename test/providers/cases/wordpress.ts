import { service } from '@latchstring/testing/services/wordpress'
import WordPress from '@latchstring/core/providers/wordpress'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'

export const wordpress: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: WordPress,
  authorization: {
    url: 'https://public-api.wordpress.com/oauth2/authorize',
    params: { response_type: 'code', scope: 'auth' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '78972699',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      image: 'https://1.gravatar.com/avatar/767fc9c115a1b989744c755db47feb60?s=96',
      emailVerified: true,
    },
    minimal: { id: '7', name: 'm', email: null, image: null, emailVerified: false },
  },
  quirks: {
    'does not take the account being verified for the address being verified': async (signIn) => {
      const me = { ID: 1, email: 'a@example.com', verified: true, email_verified: false }
      const answers = { 'https://public-api.wordpress.com/rest/v1.1/me': me }
      const { user } = await signIn({ person: { answers } })
      expect(user).toMatchObject({ email: 'a@example.com', emailVerified: false })
    },
  },
}
