import { createHash } from 'node:crypto'
import type { OAuth2Config } from '@latchstring/core/providers'
import { customFetch } from '@latchstring/core'

/** Where the service has its pages. */
export const QUAY = 'https://quay.example'

/** Profile of the service. */
export interface QuayProfile {
  readonly member: string
}

/** A code that was given to a browser (RFC 6749, section 4.1.2). */
interface Grant {
  readonly member: string
  readonly redirectUri: string
  readonly challenge: string
  used: boolean
}

/** An authorization server in this process: it checks PKCE and redirect URI, and takes each code once. */
export interface Quay {
  /** The service, as an application configures it. */
  provider(id: string): OAuth2Config<QuayProfile>
  /** A user consents to an authorization request, any number of times: each time there is another code. */
  consent(request: URL, member: string): string
  /** Whom a code would sign in, if it came with the verifier of a challenge. */
  member(code: string, challenge: string): string | undefined
}

/** The challenge of a verifier (RFC 7636, section 4.2). */
const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url')

const refused = (): Response => Response.json({ error: 'invalid_grant' }, { status: 400 })

/** Starts the service. */
export function openQuay(): Quay {
  const grants = new Map<string, Grant>()

  function exchange(body: URLSearchParams): Response {
    const grant = grants.get(body.get('code') ?? '')
    if (!grant || grant.used || grant.redirectUri !== body.get('redirect_uri')) return refused()
    if (grant.challenge !== challengeOf(body.get('code_verifier') ?? '')) return refused()
    grant.used = true
    return Response.json({ access_token: grant.member, token_type: 'bearer' })
  }

  async function answer(url: string, init: RequestInit = {}): Promise<Response> {
    const request = new Request(url, init)
    if (url === `${QUAY}/token`) return exchange(new URLSearchParams(await request.text()))
    const member = request.headers.get('authorization')?.replace(/^bearer /i, '')
    return Response.json({ member })
  }

  return {
    provider: (id) => ({
      id,
      name: 'Quay',
      type: 'oauth',
      authorization: `${QUAY}/authorize`,
      token: `${QUAY}/token`,
      userinfo: `${QUAY}/me`,
      clientId: 'app',
      clientSecret: 'the-secret-of-the-app-is-long-enough',
      // Without an address no account collides with another.
      profile: ({ member }) => ({
        id: member,
        name: `${member} of ${id}`,
        email: null,
        image: null,
      }),
      [customFetch]: answer,
    }),
    consent({ searchParams }, member) {
      const code = `code-${grants.size + 1}`
      grants.set(code, {
        member,
        redirectUri: searchParams.get('redirect_uri') ?? '',
        challenge: searchParams.get('code_challenge') ?? '',
        used: false,
      })
      return code
    },
    member(code, challenge) {
      const grant = grants.get(code)
      return grant && !grant.used && grant.challenge === challenge ? grant.member : undefined
    },
  }
}
