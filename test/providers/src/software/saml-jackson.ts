import type { ExpectedUser, ProviderCase } from '../case.ts'
import { idOnly } from '../common.ts'

/** What is made of the people of SAML Jackson, by the id that is made of a subject and its tenant. */
export const samlJacksonUsers = (id: ExpectedUser['id']): ProviderCase['users'] => ({
  documented: {
    id,
    name: 'Ada Byron',
    email: 'ada@acme.example',
    image: null,
    emailVerified: false,
  },
  minimal: idOnly('m'),
})
