import { service } from '@latchstring/testing/services/hubspot'
import HubSpot from '@latchstring/core/providers/hubspot'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const hubspot: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: HubSpot,
  authorization: {
    url: 'https://app.hubspot.com/oauth/authorize',
    params: { response_type: 'code', scope: 'oauth' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '293199',
      name: 'ada@example.com',
      email: 'ada@example.com',
      image: null,
      emailVerified: false,
    },
    minimal: idOnly('7'),
  },
  quirks: {
    'asks the endpoints that stay after 16 February 2027': async (signIn) => {
      const { requests } = await signIn()
      expect(requests.map(({ url }) => url)).toEqual([
        'https://api.hubapi.com/oauth/2026-03/token',
        'https://api.hubapi.com/oauth/2026-03/token/introspect',
      ])
    },
    'keeps the access token and the secret out of addresses': async (signIn) => {
      const { requests } = await signIn()
      const body = new URLSearchParams(await requests[1]?.clone().text())
      expect([...body.keys()].toSorted()).toEqual([
        'client_id',
        'client_secret',
        'token',
        'token_type_hint',
      ])
    },
    'refuses the sign-in with a token that is not active': async (signIn) => {
      const url = 'https://api.hubapi.com/oauth/2026-03/token/introspect'
      const person = { answers: { [url]: { active: false, user_id: 293199 } } }
      await expect(signIn({ person })).rejects.toThrow('not active')
    },
  },
}
