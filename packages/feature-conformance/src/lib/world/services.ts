import { customFetch } from '@latchstring/core'
import type { CredentialsConfig, EmailConfig, OAuth2Config } from '@latchstring/core/providers'

/** A person who signs in. */
export interface Person {
  /** Id at the provider. */
  readonly id: string
  readonly email: string
  readonly name: string
}

const ORIGIN = 'https://emulator.example'

/** Ids of the providers. */
export const PROVIDERS = {
  oauth: 'suite-oauth',
  email: 'suite-mail',
  credentials: 'suite-password',
} as const

/** Answers the requests to the token and userinfo endpoints, without a network. */
async function respond(url: string, init?: RequestInit): Promise<Response> {
  const request = new Request(url, init)
  if (url.endsWith('/userinfo')) {
    const token = request.headers.get('authorization')?.slice('Bearer '.length) ?? ''
    return new Response(decodeURIComponent(token), {
      headers: { 'content-type': 'application/json' },
    })
  }
  const code = new URLSearchParams(await request.text()).get('code') ?? ''
  return Response.json({ access_token: code, token_type: 'bearer', expires_in: 3600 })
}

/** A provider that signs in the person whom its code has. */
export const oauthProvider: OAuth2Config<Person> = {
  id: PROVIDERS.oauth,
  name: 'Emulator',
  type: 'oauth',
  authorization: `${ORIGIN}/authorize`,
  token: `${ORIGIN}/token`,
  userinfo: `${ORIGIN}/userinfo`,
  clientId: 'feature-conformance',
  clientSecret: 'secret of the emulator',
  profile: ({ id, email, name }) => ({ id, email, name, image: null }),
  [customFetch]: respond,
}

/** The callback URL to which the emulator leads. */
export function authorizationResponse(request: string, person: Person): string {
  const { searchParams } = new URL(request)
  const url = new URL(searchParams.get('redirect_uri') ?? '')
  url.searchParams.set('code', encodeURIComponent(JSON.stringify(person)))
  url.searchParams.set('state', searchParams.get('state') ?? '')
  return url.href
}

/** A provider that puts its links into a map by address. */
export const mailProvider = (inbox: Map<string, string>): EmailConfig => ({
  id: PROVIDERS.email,
  name: 'Mail',
  type: 'email',
  sendVerificationRequest({ identifier, url }) {
    // The newest is the last.
    inbox.delete(identifier)
    inbox.set(identifier, url)
  },
})

/** A provider that signs in any user of the store by address. */
export const credentialsProvider = (
  find: (email: string) => { readonly id: string; readonly email: string } | undefined,
): CredentialsConfig => ({
  id: PROVIDERS.credentials,
  name: 'Password',
  type: 'credentials',
  credentials: { email: {} },
  authorize: ({ email }) => find(String(email)) ?? null,
})
