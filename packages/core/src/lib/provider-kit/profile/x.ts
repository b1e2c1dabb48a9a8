import type { TokenSet } from '../../types/account.ts'
import type { Fetch, OAuth2Config } from '../../types/provider.ts'
import { readJsonObject } from './json-object.ts'
import { text } from './text.ts'

/** The response of `GET /2/users/me`. */
export interface TwitterProfile {
  readonly data: {
    /** Stays the same when the user name changes. */
    readonly id: string
    /** Display name. */
    readonly name?: string
    /** The name after the `@`. It can change, and another user can then take it. */
    readonly username?: string
    /** Address of the picture, 48 pixels wide. */
    readonly profile_image_url?: string
    /** The address, once it is confirmed; with the scope `users.email`. */
    readonly confirmed_email?: string
    /** Whether the account has a badge. This says nothing about the email address. */
    readonly verified?: boolean
    readonly [member: string]: unknown
  }
  readonly includes?: Readonly<Record<string, unknown>>
  readonly [member: string]: unknown
}

const ME = 'https://api.x.com/2/users/me'

async function requestXProfile(tokens: TokenSet, fetch: Fetch): Promise<TwitterProfile> {
  const { scope, access_token: accessToken = '' } = tokens
  const url = new URL(ME)
  // X refuses the whole request if it includes the address without the scope.
  const mayReadEmail = scope === undefined || scope.split(' ').includes('users.email')
  const fields = ['profile_image_url', ...(mayReadEmail ? ['confirmed_email'] : [])]
  url.searchParams.set('user.fields', fields.join(','))
  const headers = { accept: 'application/json', authorization: `Bearer ${accessToken}` }
  const body = await readJsonObject('X', await fetch(url.href, { headers }))
  // The profile function checks each member before it uses it.
  return body as TwitterProfile
}

/** The common part of the providers for X: everything but id, name and button. */
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
    userinfo: { url: ME, request: ({ tokens, fetch }) => requestXProfile(tokens, fetch) },
    profile: ({ data }: Partial<TwitterProfile>) => {
      const email = text(data?.confirmed_email)
      return {
        ...(typeof data?.id === 'string' && { id: data.id }),
        name: text(data?.name) ?? text(data?.username),
        email,
        image: text(data?.profile_image_url),
        // An unconfirmed address is left out.
        emailVerified: email !== null,
      }
    },
  }
}
