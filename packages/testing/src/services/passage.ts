import type { PassageProfile } from '@latchstring/core/providers/passage'
import { openidAt } from '../lib/software/openid.ts'
import type { Service } from '../service.ts'

const ISSUER = 'https://example.withpassage.com'

/** @see https://docs.passage.id/home/migration-guide */
export const service: Service = {
  id: 'passage',
  name: 'Passage',
  ...openidAt(ISSUER, {
    authorization: 'authorize',
    token: 'token',
    userinfo: 'userinfo',
    authentication: ['client_secret_basic'],
  }),
  persons: {
    documented: {
      claims: {
        sub: '9DeEXvYBStnzwQcHFd6f558L',
        email: 'ada@example.com',
        email_verified: true,
        phone: '+14155550100',
        phone_number_verified: false,
      } satisfies PassageProfile,
    },
    minimal: { claims: { sub: '9DeEXvYB' } },
  },
  registration: {
    console: 'https://docs.passage.id/home/migration-guide',
    steps: ['Move to another provider: the service was switched off in January 2026.'],
    sources: ['https://docs.passage.id/home/migration-guide'],
  },
}
