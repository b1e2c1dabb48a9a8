import { service } from '@latchstring/testing/services/notion'
import Notion from '@latchstring/core/providers/notion'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const notion: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Notion,
  authorization: {
    url: 'https://api.notion.com/v1/oauth/authorize',
    params: { response_type: 'code', owner: 'user' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: 'e79a0b74-3aba-4149-9f74-0bb5791a6ee6',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      image: 'https://secure.notion-static.com/ada.jpg',
      emailVerified: false,
    },
    minimal: idOnly('m'),
  },
  quirks: {
    'sends the version that Notion wants with every request to its API': async (signIn) => {
      const { requests } = await signIn()
      expect(requests.at(-1)?.headers.get('notion-version')).toBe('2022-06-28')
    },
    'is signed in as the owner of the bot, not as the bot': async (signIn) => {
      const { user } = await signIn()
      expect(user).toMatchObject({ name: 'Ada Lovelace', email: 'ada@example.com' })
    },
    'authenticates with HTTP Basic, and repeats nothing in the body': async (signIn) => {
      const { requests } = await signIn()
      expect(requests[0]?.headers.get('authorization')).toMatch(/^Basic /)
      const body = new URLSearchParams(await requests[0]?.clone().text())
      expect(body.has('client_secret')).toBe(false)
      expect(body.has('client_id')).toBe(false)
    },
    'says what is wrong when the integration belongs to a workspace': async (signIn) => {
      const answers = {
        'https://api.notion.com/v1/users/me': {
          object: 'user',
          id: 'bot',
          type: 'bot',
          bot: { owner: { type: 'workspace', workspace: true } },
        },
      }
      await expect(signIn({ person: { answers } })).rejects.toThrow('belongs to a workspace')
    },
    'takes `redirectUri` from existing configurations, and does not need it': async (signIn) => {
      const redirectUri = 'https://old.example.com/api/auth/callback/notion'
      const { authorization } = await signIn({ options: { redirectUri } })
      expect(authorization.searchParams.get('redirect_uri')).not.toBe(redirectUri)
    },
  },
}
