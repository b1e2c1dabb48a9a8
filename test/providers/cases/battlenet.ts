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
    'signs in without a nonce, where the ID token has one of its own': async (signIn) => {
      const { user } = await signIn({ options: { checks: ['pkce', 'state'] } })
      expect(user.id).toBe('112345678')
    },
    'reads the name as the userinfo endpoint calls it': async (signIn) => {
      const answers = {
        'https://oauth.battle.net/userinfo': { sub: '7', id: 7, battletag: 'Krog#7' },
      }
      const person = { claims: { sub: '7' }, answers }
      const { user } = await signIn({ options: { idToken: false }, person })
      expect(user.name).toBe('Krog#7')
    },
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
