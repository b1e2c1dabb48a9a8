import type { Service } from '../service.ts'
import { registration, service as twitter } from './twitter.ts'

/** @see https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code */
export const service: Service = {
  ...twitter,
  id: 'x',
  name: 'X',
  registration: { ...registration, searchTerms: ['twitter'] },
}
