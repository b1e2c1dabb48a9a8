import { service } from '@latchstring/testing/services/eventbrite'
import Eventbrite from '@latchstring/core/providers/eventbrite'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

const ME = 'https://www.eventbriteapi.com/v3/users/me/'

export const eventbrite: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: Eventbrite,
  authorization: {
    url: 'https://www.eventbrite.com/oauth/authorize',
    params: { response_type: 'code', scope: 'user.profile' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '12345',
      name: 'John Doe',
      email: 'john@example.com',
      image:
        'https://img.evbuc.com/https%3A%2F%2Fcdn.evbuc.com%2Fimages%2F22331908%2F1%2Foriginal.jpg',
      emailVerified: true,
    },
    minimal: idOnly('2'),
  },
  quirks: {
    'takes no address but the primary one': async (signIn) => {
      const emails = [{ email: 'other@example.com', verified: true, primary: false }]
      const { user } = await signIn({ person: { answers: { [ME]: { id: '2', emails } } } })
      expect(user).toMatchObject({ email: null, emailVerified: false })
    },
    'does not call an address verified that Eventbrite does not': async (signIn) => {
      const emails = [{ email: 'new@example.com', verified: false, primary: true }]
      const { user } = await signIn({ person: { answers: { [ME]: { id: '2', emails } } } })
      expect(user).toMatchObject({ email: 'new@example.com', emailVerified: false })
    },
  },
}
