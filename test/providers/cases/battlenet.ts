import { service } from '@latchstring/testing/services/battlenet'
import BattleNet from '@latchstring/core/providers/battlenet'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

const china = 'https://oauth.battlenet.com.cn'

export const battlenet: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: BattleNet,
  authorization: {
    url: 'https://oauth.battle.net/authorize',
    params: { response_type: 'code', scope: 'openid' },
  },
  checks: ['pkce', 'state', 'nonce'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '112345678',
      name: 'Krog#1234',
      email: null,
      image: null,
      emailVerified: false,
    },
    minimal: idOnly('2'),
  },
  quirks: {
    'signs in accounts of China with the issuer there': async (signIn) => {
      const { authorization, user } = await signIn({
        options: { issuer: china },
        service: {
          issuer: china,
          jwksUri: `${china}/jwks/certs`,
          userinfo: `${china}/userinfo`,
          authorization: { ...service.authorization, url: `${china}/authorize` },
          token: { ...service.token, url: `${china}/token` },
        },
      })
      expect(authorization.origin).toBe(china)
      expect(user.id).toBe('112345678')
    },
  },
}
