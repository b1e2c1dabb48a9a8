import { service } from '@latchstring/testing/services/bitbucket'
import Bitbucket from '@latchstring/core/providers/bitbucket'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

const USER = 'https://api.bitbucket.org/2.0/user'
const EMAILS = 'https://api.bitbucket.org/2.0/user/emails'

export const bitbucket: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: Bitbucket,
  authorization: {
    url: 'https://bitbucket.org/site/oauth2/authorize',
    params: { response_type: 'code', scope: 'account email' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '557058:c0b72ad0-1cb5-4018-9cdc-0cde8492c443',
      name: 'Ellen van Zijst',
      email: 'ellen@example.com',
      image: 'https://bitbucket.org/account/evzijst/avatar/32/',
      emailVerified: true,
    },
    minimal: idOnly('2'),
  },
  quirks: {
    'does not call an unconfirmed address verified': async (signIn) => {
      const values = [{ email: 'new@example.com', is_primary: true, is_confirmed: false }]
      const answers = { [USER]: { account_id: '2' }, [EMAILS]: { values } }
      const { user } = await signIn({ person: { answers } })
      expect(user).toMatchObject({ email: 'new@example.com', emailVerified: false })
    },
    'signs in without an address when the list may not be read': async (signIn) => {
      const params = { scope: 'account' }
      const { user } = await signIn({ options: { authorization: { params } } })
      expect(user).toMatchObject({ name: 'Ellen van Zijst', email: null, emailVerified: false })
    },
  },
}
