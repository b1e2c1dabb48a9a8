import { service } from '@latchstring/testing/services/passage'
import Passage from '@latchstring/core/providers/passage'
import type { ProviderCase } from '../src/case.ts'
import { idOnly, openIdRequest } from '../src/common.ts'

export const passage: ProviderCase = {
  service,
  addressProvenBy: 'operator',
  provider: Passage,
  ...openIdRequest('https://example.withpassage.com/authorize'),
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '9DeEXvYBStnzwQcHFd6f558L',
      name: null,
      email: 'ada@example.com',
      image: null,
      emailVerified: true,
    },
    minimal: idOnly('9DeEXvYB'),
  },
  required: ['issuer'],
}
