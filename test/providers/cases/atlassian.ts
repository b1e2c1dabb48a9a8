import { service } from '@latchstring/testing/services/atlassian'
import Atlassian from '@latchstring/core/providers/atlassian'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const atlassian: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Atlassian,
  authorization: {
    url: 'https://auth.atlassian.com/authorize',
    params: {
      response_type: 'code',
      scope: 'read:me',
      audience: 'api.atlassian.com',
      prompt: 'consent',
    },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '112233aa-bb11-cc22-33dd-445566abcabc',
      name: 'Mia Krystof',
      email: 'mia@example.com',
      image: 'https://avatar-management--avatars.us-west-2.prod.public.atl-paas.net/112233/128',
      emailVerified: false,
    },
    minimal: idOnly('5b10a2844c20165700ede21g'),
  },
  quirks: {
    'keeps audience and consent when another scope is asked for': async (signIn) => {
      const params = { scope: 'read:me offline_access' }
      const { authorization } = await signIn({ options: { authorization: { params } } })
      expect(Object.fromEntries(authorization.searchParams)).toMatchObject({
        audience: 'api.atlassian.com',
        prompt: 'consent',
        scope: 'read:me offline_access',
      })
    },
  },
}
