import { service } from '@latchstring/testing/services/mailchimp'
import Mailchimp from '@latchstring/core/providers/mailchimp'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const mailchimp: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Mailchimp,
  authorization: {
    url: 'https://login.mailchimp.com/oauth2/authorize',
    params: { response_type: 'code' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '15242',
      name: 'Example Letters',
      email: 'ada@example.com',
      image: null,
      emailVerified: false,
    },
    minimal: idOnly('3'),
  },
  quirks: {
    'takes the picture of the person, and not the id of the account they share': async (signIn) => {
      const avatar = 'https://gallery.mailchimp.com/avatar.png'
      const metadata = { user_id: 1, accountname: 'A', login: { login_id: 2, avatar } }
      const answers = { 'https://login.mailchimp.com/oauth2/metadata': metadata }
      const { user } = await signIn({ person: { answers } })
      expect(user).toMatchObject({ id: '2', image: avatar })
    },
    'takes a token response with `scope: null`, `expires_in: 0` and no `token_type`': async (
      signIn,
    ) => {
      const { account } = await signIn()
      expect(account['token_type']).toBe('bearer')
      expect(account).not.toHaveProperty('scope')
      expect(account).not.toHaveProperty('expires_at')
    },
    'sends the access token with the scheme `OAuth`': async (signIn) => {
      const { requests } = await signIn()
      expect(requests.at(-1)?.headers.get('authorization')).toMatch(/^OAuth \S+$/)
    },
    'asks for no scope, because there are none': async (signIn) => {
      const { authorization } = await signIn()
      expect(authorization.searchParams.has('scope')).toBe(false)
    },
  },
}
