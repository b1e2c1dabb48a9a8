import { service } from '@latchstring/testing/services/passage'
import Passage from '@latchstring/core/providers/passage'
import type { ProviderCase } from '../src/case.ts'

export const passage: ProviderCase = {
  service,
  provider: Passage,
  authorization: {
    url: 'https://example.withpassage.com/authorize',
    params: { response_type: 'code', scope: 'openid profile email' },
  },
  checks: ['pkce', 'state', 'nonce'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '9DeEXvYBStnzwQcHFd6f558L',
      name: null,
      email: 'ada@example.com',
      image: null,
      emailVerified: true,
    },
    minimal: { id: '9DeEXvYB', name: null, email: null, image: null, emailVerified: false },
  },
  required: ['issuer'],
}
