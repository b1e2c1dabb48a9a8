import { service } from '@latchstring/testing/services/zoom'
import Zoom from '@latchstring/core/providers/zoom'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const zoom: ProviderCase = {
  service,
  addressProvenBy: 'customer',
  provider: Zoom,
  authorization: { url: 'https://zoom.us/oauth/authorize', params: { response_type: 'code' } },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: 'KDcuGIm1QgePTO8WbOqwIQ',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      image: 'https://example.zoom.us/p/KDcuGIm1QgePTO8WbOqwIQ/ada.png',
      emailVerified: false,
    },
    minimal: idOnly('z8yCxjTTTxyCoKAA6aaaaa'),
  },
  quirks: {
    'takes the name for meetings of people without first and last name': async (signIn) => {
      const me = { id: 'a', email: 'a@example.com', verified: 1, display_name: 'A' }
      const answers = { 'https://api.zoom.us/v2/users/me': me }
      const { user } = await signIn({ person: { answers } })
      expect(user).toMatchObject({ name: 'A', email: 'a@example.com', emailVerified: false })
    },
  },
}
