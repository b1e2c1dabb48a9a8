import { service } from '@latchstring/testing/services/huggingface'
import Huggingface from '@latchstring/core/providers/huggingface'

import type { ProviderCase } from '../src/case.ts'
import { idOnly, openIdRequest } from '../src/common.ts'

export const huggingface: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: Huggingface,
  ...openIdRequest('https://huggingface.co/oauth/authorize'),
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '62441d1d9fdefb55a0b7d12c',
      name: 'Ada Example',
      email: 'ada@example.com',
      image: 'https://cdn-avatars.huggingface.co/v1/production/uploads/ada.png',
      emailVerified: true,
    },
    minimal: idOnly('m'),
  },
}
