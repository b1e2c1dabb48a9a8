import { service } from '@latchstring/testing/services/paybin'
import Paybin from '@latchstring/core/providers/paybin'

import type { ProviderCase } from '../src/case.ts'

export const paybin: ProviderCase = {
  service,
  provider: Paybin,
  authorization: {
    url: 'https://idp.paybin.io/oauth2/authorize',
    params: { response_type: 'code', scope: 'openid profile email' },
  },
  checks: ['pkce', 'state', 'nonce'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: 'b2d0a4ad-6f2f-4d38-a3cb-4c6f3a1f0b77',
      name: 'Ada Example',
      email: 'ada@example.com',
      image: 'https://idp.paybin.io/avatars/ada.png',
      emailVerified: true,
    },
    minimal: { id: 'm', name: null, email: null, image: null, emailVerified: false },
  },
}
