import { service } from '@latchstring/testing/services/dropbox-oidc'
import DropboxOIDC from '@latchstring/core/providers/dropbox-oidc'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const dropboxOidc: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: DropboxOIDC,
  authorization: {
    url: 'https://www.dropbox.com/oauth2/authorize',
    params: { response_type: 'code', scope: 'openid profile email' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: 'dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc',
      name: 'Franz Ferdinand',
      email: 'franz@example.com',
      image: null,
      emailVerified: true,
    },
    minimal: idOnly('dbid:2'),
  },
  quirks: {
    'goes on with the accounts of `dropbox` under its id': async (signIn) => {
      const { account } = await signIn({ options: { id: 'dropbox' } })
      expect(account).toMatchObject({
        provider: 'dropbox',
        providerAccountId: 'dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc',
      })
    },
    'calls an address that Dropbox has not verified unverified': async (signIn) => {
      const claims = { sub: 'dbid:3', email: 'a@example.com', email_verified: false }
      const { user } = await signIn({ person: { claims } })
      expect(user).toMatchObject({ email: 'a@example.com', emailVerified: false })
    },
  },
}
