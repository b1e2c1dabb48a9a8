import { service } from '@latchstring/testing/services/linear'
import Linear from '@latchstring/core/providers/linear'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const linear: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Linear,
  authorization: {
    url: 'https://linear.app/oauth/authorize',
    params: { response_type: 'code', scope: 'read' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '2fdf6a1c-5a6f-4b3e-9a53-0a6a3f6f8e21',
      name: 'Ada Example',
      email: 'ada@example.com',
      image: 'https://public.linear.app/avatars/ada.png',
      emailVerified: false,
    },
    minimal: idOnly('m'),
  },
  quirks: {
    'asks for the viewer by GraphQL': async (signIn) => {
      const { requests } = await signIn()
      const body: unknown = await requests.at(-1)?.clone().json()
      expect(JSON.stringify(body)).toMatch(/viewer \{[^}]*\bid\b[^}]*\bavatarUrl\b/)
    },
    'refuses the sign-in when GraphQL answers with errors': async (signIn) => {
      const answers = { 'https://api.linear.app/graphql': { errors: [{ message: 'No.' }] } }
      await expect(signIn({ person: { answers } })).rejects.toThrow('other than a user')
    },
  },
}
