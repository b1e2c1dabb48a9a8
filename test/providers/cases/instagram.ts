import { service } from '@latchstring/testing/services/instagram'
import Instagram from '@latchstring/core/providers/instagram'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'

function answerFlat({
  access_token,
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { access_token, user_id: 1020, permissions: ['instagram_business_basic'] }
}

export const instagram: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Instagram,
  authorization: {
    url: 'https://www.instagram.com/oauth/authorize',
    params: { response_type: 'code', scope: 'instagram_business_basic' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '17841405793187218',
      name: 'Ada Paints',
      email: null,
      image: 'https://scontent.cdninstagram.com/ada.jpg',
      emailVerified: false,
    },
    minimal: { id: '1', name: 'm', email: null, image: null, emailVerified: false },
  },
  quirks: {
    'reads a token response without `data`, and one without `token_type`': async (signIn) => {
      const { user, account } = await signIn({
        service: { token: { ...service.token, answer: answerFlat } },
      })
      expect(user.id).toBe('17841405793187218')
      expect(account['token_type']).toBe('bearer')
    },
    'asks for the id of the professional account, which is not that of the token response': async (
      signIn,
    ) => {
      const { user, requests } = await signIn()
      const url = new URL(requests.at(-1)?.url ?? '')
      expect(`${url.origin}${url.pathname}`).toBe('https://graph.instagram.com/me')
      expect(url.searchParams.get('fields')?.split(',')).toContain('user_id')
      expect(user.id).toBe('17841405793187218')
    },
  },
}
