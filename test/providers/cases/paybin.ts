import { service } from '@latchstring/testing/services/paybin'
import Paybin from '@latchstring/core/providers/paybin'

import type { ProviderCase } from '../src/case.ts'
import { idOnly, openIdRequest } from '../src/common.ts'

export const paybin: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: Paybin,
  ...openIdRequest('https://idp.paybin.io/oauth2/authorize'),
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: 'b2d0a4ad-6f2f-4d38-a3cb-4c6f3a1f0b77',
      name: 'Ada Example',
      email: 'ada@example.com',
      image: 'https://idp.paybin.io/avatars/ada.png',
      emailVerified: true,
    },
    minimal: idOnly('m'),
  },
}
