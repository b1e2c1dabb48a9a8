import { service } from '@latchstring/testing/services/frontegg'
import Frontegg from '@latchstring/core/providers/frontegg'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly, openIdRequest } from '../src/common.ts'

export const frontegg: ProviderCase = {
  service,
  addressProvenBy: 'customer',
  provider: Frontegg,
  ...openIdRequest('https://example.frontegg.com/oauth/authorize'),
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '4a8f9f23-5c9f-4f2f-8f4e-bd9b0ac43a5d',
      name: 'Ada Byron',
      email: 'ada@example.com',
      image: 'https://example.com/ada.png',
      emailVerified: false,
    },
    minimal: idOnly('m'),
  },
  required: ['issuer'],
  quirks: {
    'prefers the picture of OpenID Connect to the one of its own': async (signIn) => {
      const picture = 'https://example.com/standard.png'
      const claims = { sub: 'a', picture, profilePictureUrl: 'https://example.com/own.png' }
      const { user } = await signIn({ person: { claims } })
      expect(user.image).toBe(picture)
    },
    'finds the discovery document under /oauth, wherever the domain comes from': async (signIn) => {
      const issuer = 'https://login.example.com'
      const wellKnown = `${issuer}/oauth/.well-known/openid-configuration`
      const { requests } = await signIn({ options: { issuer }, service: { issuer, wellKnown } })
      expect(requests[0]?.url).toBe(wellKnown)
    },
  },
}
