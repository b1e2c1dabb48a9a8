import { service } from '@latchstring/testing/services/foursquare'
import Foursquare from '@latchstring/core/providers/foursquare'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly, TOKEN_WITHOUT_TYPE } from '../src/common.ts'

const SELF = 'https://api.foursquare.com/v2/users/self'

export const foursquare: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Foursquare,
  authorization: {
    url: 'https://foursquare.com/oauth2/authenticate',
    params: { response_type: 'code' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '32',
      name: 'Jimmy Foursquare',
      email: 'jimmy@example.com',
      image: 'https://irs0.4sqi.net/img/user/original/32_xlQrTq.png',
      emailVerified: false,
    },
    minimal: idOnly('2'),
  },
  quirks: {
    ...TOKEN_WITHOUT_TYPE,
    'asks for the version of the option': async (signIn) => {
      const { requests } = await signIn({ options: { apiVersion: '20250301' } })
      const versions = requests.map(({ url }) => new URL(url).searchParams.get('v'))
      expect(versions).toContain('20250301')
    },
    'makes no name of half a name': async (signIn) => {
      const answer = { response: { user: { id: '2', firstName: 'Jimmy', lastName: null } } }
      const { user } = await signIn({ person: { answers: { [SELF]: answer } } })
      expect(user.name).toBe('Jimmy')
    },
  },
}
