import { service } from '@latchstring/testing/services/keycloak'
import Keycloak from '@latchstring/core/providers/keycloak'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { openIdRequest } from '../src/common.ts'

export const keycloak: ProviderCase = {
  service,
  addressProvenBy: 'operator',
  provider: Keycloak,
  ...openIdRequest('https://sso.example.com/realms/main/protocol/openid-connect/auth'),
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: 'f1b1b3a0-6b3b-4f5e-9d6e-0a5a3d1c2b4f',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      image: null,
      emailVerified: true,
    },
    minimal: {
      id: '00000000-0000-4000-8000-000000000007',
      name: 'm',
      email: null,
      image: null,
      emailVerified: false,
    },
  },
  required: ['issuer'],
  quirks: {
    'refuses the answer of another realm (RFC 9207)': async (signIn) => {
      const iss = 'https://sso.example.com/realms/other'
      const change = { authorization: { ...service.authorization, iss } }
      await expect(signIn({ service: change })).rejects.toThrow(/"iss"/)
    },
  },
}
