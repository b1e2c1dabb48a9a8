import { createHash } from 'node:crypto'
import { createLab } from '@latchstring/testing'
import { service } from '@latchstring/testing/services/tiktok'
import TikTok from '@latchstring/core/providers/tiktok'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const tiktok: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: TikTok,
  authorization: {
    url: 'https://www.tiktok.com/v2/auth/authorize/',
    params: { response_type: 'code', scope: 'user.info.basic' },
    clientIdParameter: 'client_key',
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '723f24d7-e717-40f8-a2b6-cb8464cd23b4',
      name: 'Nori',
      email: null,
      image: 'https://p19-sign.tiktokcdn-us.com/tos-avt-0068/nori.jpeg?x-expires=1',
      emailVerified: false,
    },
    minimal: idOnly('f00d'),
  },
  quirks: {
    'sends the challenge in hexadecimal, which TikTok checks for redirect URIs on this machine':
      async (signIn) => {
        const { authorization, requests } = await signIn()
        const token = requests.find(({ url }) => url.endsWith('/oauth/token/'))
        const form = new URLSearchParams(await token?.clone().text())
        const verifier = form.get('code_verifier') ?? ''
        const hash = createHash('sha256').update(verifier)
        expect(authorization.searchParams.get('code_challenge')).toBe(hash.copy().digest('hex'))
        const emulator = await createLab().service(service)
        const request = new URL(authorization)
        request.searchParams.set('redirect_uri', 'http://localhost:3000/callback')
        request.searchParams.set('client_key', emulator.options.clientId)
        await emulator.authorize(request)
        request.searchParams.set('code_challenge', hash.digest('base64url'))
        await expect(emulator.authorize(request)).rejects.toThrow(/hexadecimal/)
      },
    'calls the client id client_key, everywhere': async (signIn) => {
      const { authorization, requests } = await signIn()
      expect(authorization.searchParams.has('client_id')).toBe(false)
      const token = requests.find(({ url }) => url.endsWith('/oauth/token/'))
      const form = new URLSearchParams(await token?.clone().text())
      expect(form.get('client_key')).toBe(authorization.searchParams.get('client_key'))
      expect(form.has('client_id')).toBe(false)
    },
    'separates scopes by commas, and stores them separated by spaces': async (signIn) => {
      for (const separator of [' ', ',', ', ']) {
        const scope = ['user.info.basic', 'user.info.profile'].join(separator)
        const { authorization, account } = await signIn({
          options: { authorization: { params: { scope } } },
        })
        expect(authorization.searchParams.get('scope')).toBe('user.info.basic,user.info.profile')
        expect(account).toMatchObject({ scope: 'user.info.basic user.info.profile' })
      }
    },
    'refuses the sign-in when the answer has an error in place of a user': async (signIn) => {
      const error = { code: 'scope_not_authorized', message: '', log_id: '2' }
      const info = 'https://open.tiktokapis.com/v2/user/info/'
      for (const body of [{ error }, { data: {}, error }, { data: null, error }]) {
        await expect(signIn({ person: { answers: { [info]: body } } })).rejects.toThrow(
          'has no `id`',
        )
      }
    },
  },
}
