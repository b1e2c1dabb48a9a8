import { service } from '@latchstring/testing/services/nextcloud'
import Nextcloud from '@latchstring/core/providers/nextcloud'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'

export const nextcloud: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Nextcloud,
  authorization: {
    url: 'https://cloud.example.com/apps/oauth2/authorize',
    params: { response_type: 'code' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: 'ada lovelace',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      image: 'https://cloud.example.com/avatar/ada%20lovelace/512',
      emailVerified: false,
    },
    minimal: {
      id: 'm',
      name: 'M',
      email: null,
      image: 'https://cloud.example.com/avatar/m/512',
      emailVerified: false,
    },
  },
  required: ['issuer'],
  quirks: {
    'asks for the user whom the token belongs to, whatever the name has in it': async (signIn) => {
      const { requests } = await signIn()
      const request = requests.at(-1)
      expect(request?.url).toBe('https://cloud.example.com/ocs/v1.php/cloud/users/ada%20lovelace')
      expect(request?.headers.get('ocs-apirequest')).toBe('true')
    },
    'refuses the sign-in when the API has no user': async (signIn) => {
      const answers = {
        'https://cloud.example.com/ocs/v1.php/cloud/users/{id}': {
          ocs: { meta: { status: 'failure', statuscode: 404 }, data: [] },
        },
      }
      const person = { answers, token: { user_id: 'ada' } }
      await expect(signIn({ person })).rejects.toThrow('other than a user')
    },
  },
}
