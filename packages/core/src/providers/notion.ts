import { mark } from '../lib/provider-kit/marks/notion.ts'
import { readJsonObject } from '../lib/provider-kit/profile/json-object.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The details of a Notion user that is a person. */
export interface Person {
  /** Only with the capability to read user information including addresses. */
  readonly email?: string
  readonly [member: string]: unknown
}

/** A user of Notion. */
export interface User {
  readonly object?: 'user'
  readonly id: string
  readonly type?: string
  readonly name?: string | null
  /** Address of the picture. */
  readonly avatar_url?: string | null
  readonly person?: Person
  readonly [member: string]: unknown
}

/** The owner of an integration. */
export interface Owner {
  /** `workspace` for internal integrations, which have no sign-in. */
  readonly type: string
  readonly user?: User
}

/** The person who authorized: `bot.owner.user` in the answer of `GET /v1/users/me`. */
export interface NotionProfile extends User {}

/** Options of {@link NotionProvider} beside the usual ones. */
export interface AdditionalConfig {
  /** Not needed: the redirect URI is known. Taken so that existing configurations fit. */
  readonly redirectUri?: string
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/**
 * Sign-in with Notion.
 *
 * The integration at Notion has to be public. Its capabilities decide whether there is an email address; Notion does not
 * say whether it is verified. People choose pages to share, too, and can share none.
 *
 * Environment: `AUTH_NOTION_ID`, `AUTH_NOTION_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://developers.notion.com/docs/authorization
 *
 * @example
 * ```ts
 * import Notion from '@latchstring/core/providers/notion'
 *
 * export const providers = [Notion({ name: 'Notion workspace' })]
 * ```
 */
export default function NotionProvider<P extends NotionProfile = NotionProfile>(
  options: OAuthUserConfig<P> & AdditionalConfig = {},
): OAuth2Config<P> {
  return {
    id: 'notion',
    name: 'Notion',
    type: 'oauth',
    authorization: {
      url: 'https://api.notion.com/v1/oauth/authorize',
      params: { owner: 'user' },
    },
    token: { url: 'https://api.notion.com/v1/oauth/token' },
    userinfo: {
      url: 'https://api.notion.com/v1/users/me',
      request: async ({ tokens, fetch }) => {
        const response = await fetch('https://api.notion.com/v1/users/me', {
          headers: {
            authorization: `Bearer ${tokens.access_token ?? ''}`,
            // Notion refuses requests without one.
            'notion-version': '2022-06-28',
          },
        })
        const { bot } = await readJsonObject('Notion', response)
        const person = member(member(bot, 'owner'), 'user')
        if (typeof member(person, 'id') !== 'string') {
          throw new Error('This Notion integration belongs to a workspace. Make it a public one.')
        }
        // `P` only says more of the same answer, of which `profile` checks every member.
        return person as P
      },
    },
    // Notion takes no other.
    client: { token_endpoint_auth_method: 'client_secret_basic' },
    profile: (profile) => ({
      ...(typeof profile.id === 'string' && { id: profile.id }),
      name: text(profile.name),
      email: text(profile.person?.email),
      image: text(profile.avatar_url),
      emailVerified: null,
    }),
    style: { bg: '#fff', text: '#000', mark },
    options,
  }
}
