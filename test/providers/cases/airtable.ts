import { service } from '@latchstring/testing/services/airtable'
import Airtable from '@latchstring/core/providers/airtable'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const airtable: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Airtable,
  authorization: {
    url: 'https://airtable.com/oauth2/v1/authorize',
    params: { response_type: 'code', scope: 'user.email:read' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: 'usrL2PNC5o3H4lBEi',
      name: null,
      email: 'ada@example.com',
      image: null,
      emailVerified: false,
    },
    minimal: idOnly('usrm'),
  },
}
