import { service } from '@latchstring/testing/services/dropbox'
import Dropbox from '@latchstring/core/providers/dropbox'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const dropbox: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: Dropbox,
  authorization: {
    url: 'https://www.dropbox.com/oauth2/authorize',
    params: { response_type: 'code', scope: 'account_info.read', token_access_type: 'offline' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: 'dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc',
      name: 'Franz Ferdinand (Personal)',
      email: 'franz@example.com',
      image: 'https://dl-web.dropbox.com/account_photo/get/dbaphid%3AAAHWGmIXV3sUuOmBfTz0',
      emailVerified: true,
    },
    minimal: idOnly('dbid:2'),
  },
  quirks: {
    'does not call an address verified that Dropbox does not': async (signIn) => {
      const answer = { account_id: 'dbid:2', email: 'new@example.com', email_verified: false }
      const { user } = await signIn({
        person: { answers: { 'https://api.dropboxapi.com/2/users/get_current_account': answer } },
      })
      expect(user).toMatchObject({ email: 'new@example.com', emailVerified: false })
    },
  },
}
