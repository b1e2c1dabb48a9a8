import { service } from '@latchstring/testing/services/fusionauth'
import FusionAuth from '@latchstring/core/providers/fusionauth'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

const SERVER = 'https://id.example.com'

export const fusionauth: ProviderCase = {
  service,
  addressProvenBy: 'operator',
  provider: FusionAuth,
  authorization: {
    url: `${SERVER}/oauth2/authorize`,
    params: { response_type: 'code', scope: 'openid offline_access email profile' },
  },
  checks: ['pkce', 'state', 'nonce'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '85a03867-dccf-4882-adde-1a79aeec50df',
      name: 'Ada King Byron',
      email: 'ada@example.com',
      image: null,
      emailVerified: true,
    },
    minimal: idOnly('m'),
  },
  required: ['issuer'],
  quirks: {
    'names the tenant to the discovery document and to the authorization endpoint': async (
      signIn,
    ) => {
      const tenantId = '30663132-6464-6665-3032-326466613934'
      const { requests, authorization } = await signIn({
        options: { tenantId },
        service: { wellKnown: `${SERVER}/.well-known/openid-configuration/${tenantId}` },
      })
      expect(requests[0]?.url).toBe(`${SERVER}/.well-known/openid-configuration/${tenantId}`)
      expect(authorization.searchParams.get('tenantId')).toBe(tenantId)
    },
    'refuses ID tokens signed with HS256, which a new application does': async (signIn) => {
      const change = { idTokenAlgorithm: 'HS256' }
      await expect(signIn({ service: change })).rejects.toThrow(
        /"HS256".*`client.id_token_signed_response_alg`/,
      )
      const options = { client: { id_token_signed_response_alg: 'HS256' } }
      expect((await signIn({ options, service: change })).user.email).toBe('ada@example.com')
    },
    'takes the challenge off an error that is not about the client': async () => {
      const { token } = FusionAuth()
      const conform = typeof token === 'object' ? token.conform : undefined
      const headers = { 'www-authenticate': 'Basic realm="FusionAuth"' }
      const error = { error: 'invalid_grant' }
      const plain = await conform?.(Response.json(error, { status: 400, headers }))
      expect(plain?.status).toBe(400)
      expect(plain?.headers.has('www-authenticate')).toBe(false)
      expect(await plain?.json()).toEqual(error)
      expect(await conform?.(Response.json(error, { status: 401, headers }))).toBeUndefined()
    },
    'prefers the name to its parts': async (signIn) => {
      const claims = { sub: 'ada', name: 'Countess', given_name: 'Ada' }
      const { user } = await signIn({ person: { claims } })
      expect(user.name).toBe('Countess')
    },
  },
}
