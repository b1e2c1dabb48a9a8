import type { Fetch } from '@latchstring/core/providers'

/** Issuer of a service with a public address; nothing really answers there. */
export const PUBLIC_ISSUER = 'https://id.example.com'

/** A service that only has a discovery document. */
export interface PublicService {
  readonly fetch: Fetch
  /** What was asked, in order. */
  readonly urls: readonly string[]
  /** Changes the document from now on; a member that is undefined is left out. */
  say(changes: Readonly<Record<string, unknown>>): void
}

/** The document of a service under an address. */
export function documentOf(issuer: string): Readonly<Record<string, unknown>> {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    end_session_endpoint: `${issuer}/logout`,
    code_challenge_methods_supported: ['S256'],
  }
}

/** Opens a service; whatever is asked beside its document is answered with 404. */
export function openPublicService(issuer: string = PUBLIC_ISSUER): PublicService {
  const urls: string[] = []
  let changes: Readonly<Record<string, unknown>> = {}
  return {
    urls,
    async fetch(url) {
      urls.push(url)
      if (!url.includes('/.well-known/')) return new Response(null, { status: 404 })
      return Response.json({ ...documentOf(issuer), ...changes })
    },
    say(next) {
      changes = next
    },
  }
}
