import { createHmac } from 'node:crypto'
import type { OAuth2Config } from '@latchstring/core/providers'
import { type AuthConfig, customFetch } from '@latchstring/core'
import { type App, createApp } from './app.ts'

/** Where the service has its page. */
export const GUILD = 'https://guild.example/sign-in'

const KEY = 'the key that only application and service know'

/** Profile of the service. */
export interface GuildProfile {
  readonly member: string
  readonly name: string
}

function sign(returnUri: string, member: string): string {
  return createHmac('sha256', KEY)
    .update(JSON.stringify([returnUri, member]))
    .digest('base64url')
}

/** What the service sends the browser back with. */
export function guildAnswer(request: URL, member = 'ada'): URL {
  const returnUri = request.searchParams.get('back') ?? ''
  const url = new URL(returnUri)
  url.searchParams.set('guild.member', member)
  url.searchParams.set('guild.sig', sign(returnUri, member))
  return url
}

/** A service that signs people in by redirect, in a protocol of its own. */
export function guild(
  overrides: Partial<OAuth2Config<GuildProfile>> = {},
): OAuth2Config<GuildProfile> {
  return {
    id: 'guild',
    name: 'Guild',
    type: 'oauth',
    protocol: {
      request({ returnUri }) {
        const url = new URL(GUILD)
        url.searchParams.set('back', returnUri)
        return url.href
      },
      async verify({ parameters, returnUri, fetch }) {
        const member = parameters.get('guild.member') ?? ''
        if (parameters.get('guild.sig') !== sign(returnUri, member)) {
          throw new Error('The signature is wrong.')
        }
        const response = await fetch(`${GUILD}/members/${member}`)
        return { member, name: await response.text() }
      },
    },
    profile: ({ member: id, name }) => ({ id, name, email: null, image: null }),
    [customFetch]: async (url) => new Response(`Member ${url.split('/').at(-1)}`),
    ...overrides,
  }
}

/** An application with the service, and no others unless said. */
export function openGuild(
  overrides: Partial<OAuth2Config<GuildProfile>> = {},
  config: Partial<AuthConfig> = {},
): App {
  return createApp({ providers: [guild(overrides)], ...config })
}
