import { service } from '@latchstring/testing/services/facebook'
import Facebook from '@latchstring/core/providers/facebook'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

const jane = { id: '10228845511662244', name: 'Jane Doe' }

export const facebook: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Facebook,
  authorization: {
    url: 'https://www.facebook.com/v26.0/dialog/oauth',
    params: { response_type: 'code', scope: 'email' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '10228845511662244',
      name: 'Jane Doe',
      email: 'jane@example.com',
      image: 'https://platform-lookaside.fbsbx.com/platform/profilepic/?asid=10228845511662244',
      emailVerified: false,
    },
    minimal: idOnly('2'),
  },
  quirks: {
    'asks for the fields, because Facebook answers with id and name alone': async (signIn) => {
      const { requests } = await signIn()
      const fields = requests.map(({ url }) => new URL(url).searchParams.get('fields'))
      expect(fields).toContain('id,name,email,picture')
    },
    'uses the version of the option everywhere': async (signIn) => {
      const me = 'https://graph.facebook.com/v25.0/me'
      const { authorization, requests } = await signIn({
        options: { apiVersion: 'v25.0' },
        person: { answers: { [me]: jane } },
        service: {
          authorization: {
            ...service.authorization,
            url: 'https://www.facebook.com/v25.0/dialog/oauth',
          },
          token: {
            ...service.token,
            url: 'https://graph.facebook.com/v25.0/oauth/access_token',
          },
          resources: { [me]: {} },
        },
      })
      const paths = [authorization.href, ...requests.map(({ url }) => url)]
      expect(paths.map((url) => new URL(url).pathname.split('/')[1])).toEqual(
        paths.map(() => 'v25.0'),
      )
    },
  },
}
