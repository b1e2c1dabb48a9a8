import { service } from '@latchstring/testing/services/osu'
import Osu from '@latchstring/core/providers/osu'

import type { ProviderCase } from '../src/case.ts'

export const osu: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Osu,
  authorization: {
    url: 'https://osu.ppy.sh/oauth/authorize',
    params: { response_type: 'code', scope: 'identify' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '1234567',
      name: 'Ada',
      email: null,
      image: 'https://a.ppy.sh/1234567?1501234567.jpg',
      emailVerified: false,
    },
    minimal: {
      id: '2',
      name: 'm',
      email: null,
      image: 'https://osu.ppy.sh/images/layout/avatar-guest.png',
      emailVerified: false,
    },
  },
}
