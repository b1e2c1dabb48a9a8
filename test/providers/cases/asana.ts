import { service } from '@latchstring/testing/services/asana'
import Asana from '@latchstring/core/providers/asana'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const asana: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: Asana,
  authorization: {
    url: 'https://app.asana.com/-/oauth_authorize',
    params: { response_type: 'code', scope: 'openid profile email' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '4673218951',
      name: 'Ada Example',
      email: 'ada@example.com',
      image: 'https://s3.amazonaws.com/profile_photos/ada_128x128.png',
      emailVerified: true,
    },
    minimal: idOnly('2'),
  },
  quirks: {
    'asks for no ID token, which Asana would send through the browser': async (signIn) => {
      const { authorization, account } = await signIn()
      expect(authorization.searchParams.get('response_type')).toBe('code')
      expect(account).not.toHaveProperty('id_token')
    },
  },
}
