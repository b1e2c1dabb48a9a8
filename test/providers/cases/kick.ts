import { service } from '@latchstring/testing/services/kick'
import Kick from '@latchstring/core/providers/kick'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const kick: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Kick,
  authorization: {
    url: 'https://id.kick.com/oauth/authorize',
    params: { response_type: 'code', scope: 'user:read' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '4377088',
      name: 'AdaStreams',
      email: 'ada@example.com',
      image: 'https://files.kick.com/images/user/4377088/profile_image/ada.webp',
      emailVerified: false,
    },
    minimal: idOnly('5'),
  },
  quirks: {
    'refuses the sign-in when the list of users is empty': async (signIn) => {
      const answers = { 'https://api.kick.com/public/v1/users': { data: [], message: 'OK' } }
      await expect(signIn({ person: { answers } })).rejects.toThrow('other than a user')
    },
  },
}
