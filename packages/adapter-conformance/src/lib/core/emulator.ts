import { customFetch } from '@latchstring/core'
import type { EmailConfig, OAuth2Config } from '@latchstring/core/providers'

/** A person who signs in. */
export interface Person {
  /** Id at the provider. */
  readonly id: string
  readonly email: string
}

const ORIGIN = 'https://emulator.example'

/** Id of the provider in the configuration and in accounts. */
export const EMULATOR = 'conformance-emulator'

/** The code of the authorization response contains the person, so that the emulator needs no state. */
const codeFor = (person: Person): string => encodeURIComponent(JSON.stringify(person))

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

/** A provider that signs in the person that the request names. */
export const emulatorProvider: OAuth2Config<Person> = {
  id: EMULATOR,
  name: 'Emulator',
  type: 'oauth',
  authorization: `${ORIGIN}/authorize`,
  token: `${ORIGIN}/token`,
  userinfo: `${ORIGIN}/userinfo`,
  clientId: 'conformance',
  clientSecret: 'secret of the conformance suite',
  profile: ({ id, email }) => ({ id, email, name: 'Ada Lovelace', image: null }),
  [customFetch]: respond,
}

/** Returns the callback URL to which the emulator redirects. */
export function authorizationResponse(request: string, person: Person): string {
  const { searchParams } = new URL(request)
  const url = new URL(searchParams.get('redirect_uri') ?? '')
  url.searchParams.set('code', codeFor(person))
  url.searchParams.set('state', searchParams.get('state') ?? '')
  return url.href
}

/** Id of the mail provider in the configuration. */
export const MAIL = 'conformance-mail'

/** A provider that puts its links into a map by address. */
export const mailProvider = (inbox: Map<string, string>): EmailConfig => ({
  id: MAIL,
  name: 'Mail',
  type: 'email',
  sendVerificationRequest({ identifier, url }) {
    inbox.set(identifier, url)
  },
})
