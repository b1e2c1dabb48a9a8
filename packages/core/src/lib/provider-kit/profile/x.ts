import type { TokenSet } from '../../types/account.ts'
import type { Fetch, OAuth2Config } from '../../types/provider.ts'
import { readJsonObject } from './json-object.ts'
import { text } from './text.ts'

/** The answer of `GET /2/users/me`. */
export interface TwitterProfile {
  readonly data: {
    /** Stays the same when the user name changes. */
    readonly id: string
    /** Display name. */
    readonly name?: string
    /** The name after the `@`. It can be changed and then be taken by somebody else. */
    readonly username?: string
    /** Address of the picture, 48 pixels wide. */
    readonly profile_image_url?: string
    /** The address, once the person confirmed it; with the scope `users.email`. */
    readonly confirmed_email?: string
    /** Whether the account has a badge. This says nothing about the email address. */
    readonly verified?: boolean
    readonly [member: string]: unknown
  }
  readonly includes?: Readonly<Record<string, unknown>>
  readonly [member: string]: unknown
}

const ME = 'https://api.x.com/2/users/me'

async function requestProfile(tokens: TokenSet, fetch: Fetch): Promise<TwitterProfile> {
  const { scope, access_token: accessToken = '' } = tokens
  const url = new URL(ME)
  // X refuses the whole request when it asks for the address without having been granted it.
  const mayReadEmail = scope === undefined || scope.split(' ').includes('users.email')
  const fields = ['profile_image_url', ...(mayReadEmail ? ['confirmed_email'] : [])]
  url.searchParams.set('user.fields', fields.join(','))
  const headers = { accept: 'application/json', authorization: `Bearer ${accessToken}` }
  const body = await readJsonObject('X', await fetch(url.href, { headers }))
  // The profile function looks at each member before it uses it.
  return body as TwitterProfile
}

/** What the providers for X have in common: everything but id, name and button. */
export function xMembers(): Pick<
  OAuth2Config<TwitterProfile>,
  'authorization' | 'token' | 'userinfo' | 'profile'
> {
  return {
    authorization: {
      url: 'https://x.com/i/oauth2/authorize',
      params: { scope: 'users.read tweet.read users.email offline.access' },
    },
    token: { url: 'https://api.x.com/2/oauth2/token' },
    userinfo: { url: ME, request: ({ tokens, fetch }) => requestProfile(tokens, fetch) },
    profile: ({ data }: Partial<TwitterProfile>) => {
      const email = text(data?.confirmed_email)
      return {
        ...(typeof data?.id === 'string' && { id: data.id }),
        name: text(data?.name) ?? text(data?.username),
        email,
        image: text(data?.profile_image_url),
        // An address that has not been confirmed is left out.
        emailVerified: email !== null,
      }
    },
  }
}
