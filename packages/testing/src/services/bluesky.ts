import type { BlueskyProfile } from '@latchstring/core/providers/bluesky'
import { base64url, calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose'
import type { EndpointContext, Person, Service } from '../service.ts'

const ISSUER = 'https://bsky.social'
const AUTHORIZE = `${ISSUER}/oauth/authorize`
const TOKEN = `${ISSUER}/oauth/token`
const PUSH = `${ISSUER}/oauth/par`
const DOCUMENT = 'https://plc.directory/{did}'
const DATA_SERVER = 'https://amanita.us-east.host.bsky.network'
const RESOURCE = `${DATA_SERVER}/.well-known/oauth-protected-resource`
const PROFILE = 'https://public.api.bsky.app/xrpc/app.bsky.actor.getProfile'
const REQUEST_URI = 'urn:ietf:params:oauth:request_uri:'

type Members = Readonly<Record<string, string>>

/** What a code or a `request_uri` stands for is in it, so that nothing has to be remembered. */
function pack(members: Members): string {
  return base64url.encode(String(new URLSearchParams(members)))
}

function unpack(packed: string): Members {
  const text = new TextDecoder().decode(base64url.decode(packed))
  return Object.fromEntries(new URLSearchParams(text))
}

/** The error of an endpoint (RFC 6749, section 5.2). */
function errorResponse(error: string, description: string, nonce: string): Response {
  const headers = { 'dpop-nonce': nonce }
  return Response.json({ error, error_description: description }, { status: 400, headers })
}

/** How long a pushed request and a code are good, in seconds. */
const LIFETIME = 299

function isFresh({ issued = '0' }: Members, { now }: EndpointContext): boolean {
  return Number(issued) + LIFETIME * 1000 > now()
}

/**
 * The thumbprint of the key that a request proves to have (RFC 9449, section 4.3), or the refusal. Every endpoint has a
 * nonce of its own, so a client has to take up the new one.
 */
async function proof(
  request: Request,
  nonce: string,
  { refuse }: EndpointContext,
): Promise<string | Response> {
  const wrong = (reason: string): Response =>
    refuse(reason, errorResponse('invalid_dpop_proof', reason, nonce))
  try {
    const { payload, protectedHeader } = await jwtVerify(
      request.headers.get('dpop') ?? '',
      EmbeddedJWK,
      { typ: 'dpop+jwt', algorithms: ['ES256'], requiredClaims: ['jti', 'iat'] },
    )
    if (payload['htm'] !== request.method || payload['htu'] !== request.url) {
      return wrong('refuses the `DPoP` proof: it is for another request.')
    }
    if (payload['nonce'] !== nonce) {
      return errorResponse('use_dpop_nonce', 'The proof needs the nonce of the server.', nonce)
    }
    return await calculateJwkThumbprint(protectedHeader.jwk ?? {})
  } catch {
    return wrong('wants a `DPoP` proof, and there is none, or it could not be verified.')
  }
}

/** Why a redirect URI is refused, if it is. */
function wrongWithRedirectUri(uri: string): string | undefined {
  if (!URL.canParse(uri)) return 'it needs an absolute `redirect_uri`'
  const { protocol, hostname, port, origin } = new URL(uri)
  const loopback = hostname === '127.0.0.1' || hostname === '[::1]'
  if (protocol === 'https:' || (protocol === 'http:' && loopback)) return undefined
  const taken = 'https, or on this machine http at 127.0.0.1 or [::1]'
  const here = `http://127.0.0.1${port && `:${port}`}`
  const hint =
    hostname === 'localhost' ? ` Run the application at ${here}, and open it there` : ' Use https'
  return `the \`redirect_uri\` is at ${origin}, and it has to be ${taken}.${hint}`
}

/** Why a pushed request is refused, if it is. */
function wrongWith(parameters: URLSearchParams, clientId: string): string | undefined {
  const wanted: Readonly<Record<string, RegExp>> = {
    response_type: /^code$/,
    state: /./,
    code_challenge: /^[\w-]{43}$/,
    code_challenge_method: /^S256$/,
    scope: /(?:^| )atproto(?: |$)/,
  }
  if (parameters.get('client_id') !== clientId) return `\`client_id\` has to be ${clientId}`
  const needless = ['client_secret', 'nonce'].find((name) => parameters.has(name))
  if (needless !== undefined) return `it has \`${needless}\`, which does not belong there`
  const wrong = Object.keys(wanted).find((name) => !wanted[name]?.test(parameters.get(name) ?? ''))
  if (wrong !== undefined) return `\`${wrong}\` is wrong or missing`
  return wrongWithRedirectUri(parameters.get('redirect_uri') ?? '')
}

async function push(request: Request, context: EndpointContext): Promise<Response> {
  const nonce = 'nonce-for-pushed-requests'
  const parameters = new URLSearchParams(await request.clone().text())
  const jkt = await proof(request, nonce, context)
  if (typeof jkt !== 'string') return jkt
  const wrong = wrongWith(parameters, context.clientId)
  if (wrong !== undefined) {
    const reason = `refuses the pushed request: ${wrong}.`
    return context.refuse(reason, errorResponse('invalid_request', reason, nonce))
  }
  const issued = String(context.now())
  const uri = REQUEST_URI + pack({ ...Object.fromEntries(parameters), jkt, issued })
  const headers = { 'dpop-nonce': nonce }
  return Response.json({ request_uri: uri, expires_in: LIFETIME }, { status: 201, headers })
}

function ask(request: Request, context: EndpointContext): Response {
  const { clientId, denied, refuse, now } = context
  const { searchParams } = new URL(request.url)
  const pushed = unpack((searchParams.get('request_uri') ?? '').slice(REQUEST_URI.length))
  if (pushed['client_id'] !== clientId || searchParams.get('client_id') !== clientId) {
    const reply = new Response('Requests have to be pushed.', { status: 400 })
    return refuse('takes pushed requests only, with the `client_id` of who pushed them.', reply)
  }
  if (!isFresh(pushed, context)) {
    const reply = new Response('The request has expired.', { status: 400 })
    return refuse(`keeps pushed requests for ${LIFETIME} seconds, and this one is older.`, reply)
  }
  const { state = '', redirect_uri: redirectUri = '' } = pushed
  const url = new URL(redirectUri)
  const code = pack({ ...pushed, issued: String(now()) })
  const reply = denied ? { error: 'access_denied' } : { code }
  url.search = String(new URLSearchParams({ ...reply, state, iss: ISSUER }))
  return new Response(null, { status: 303, headers: { location: url.href } })
}

async function matchesChallenge(verifier: string, challenge: string | undefined): Promise<boolean> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return base64url.encode(new Uint8Array(digest)) === challenge
}

/** Why a code is not good for a token, if it is not. */
async function wrongWithCode(
  parameters: URLSearchParams,
  jkt: string,
  context: EndpointContext,
): Promise<string | undefined> {
  const pushed = unpack(parameters.get('code') ?? '')
  if (parameters.get('grant_type') !== 'authorization_code') return '`grant_type` is another'
  if (parameters.get('client_id') !== context.clientId) return '`client_id` is another'
  if (pushed['redirect_uri'] !== parameters.get('redirect_uri')) {
    return 'the code was given to another `redirect_uri`'
  }
  if (pushed['jkt'] !== jkt) return 'the code was given to another key'
  const verifier = parameters.get('code_verifier') ?? ''
  if (!(await matchesChallenge(verifier, pushed['code_challenge']))) {
    return '`code_verifier` does not fit the `code_challenge`'
  }
  return isFresh(pushed, context) ? undefined : `the code is older than ${LIFETIME} seconds`
}

async function exchange(request: Request, context: EndpointContext): Promise<Response> {
  const nonce = 'nonce-for-tokens'
  const parameters = new URLSearchParams(await request.clone().text())
  const jkt = await proof(request, nonce, context)
  if (typeof jkt !== 'string') return jkt
  const { token: failure } = context.failure
  if (failure !== undefined) {
    const reason = 'fails, as the test wants it.'
    return context.refuse(reason, errorResponse(failure, reason, nonce))
  }
  const wrong = await wrongWithCode(parameters, jkt, context)
  if (wrong !== undefined) {
    const reason = `refuses the token request: ${wrong}.`
    return context.refuse(reason, errorResponse('invalid_grant', reason, nonce))
  }
  const { scope } = unpack(parameters.get('code') ?? '')
  const tokens = { access_token: 'access', token_type: 'DPoP', expires_in: 299, scope }
  const headers = { 'dpop-nonce': nonce, 'cache-control': 'no-store' }
  return Response.json({ ...tokens, ...context.person.token }, { headers })
}

function person(did: string, profile: unknown): Person {
  return {
    token: { sub: did },
    answers: {
      [DOCUMENT]: {
        id: did,
        alsoKnownAs: ['at://ada.example.com'],
        service: [
          {
            id: '#atproto_pds',
            type: 'AtprotoPersonalDataServer',
            serviceEndpoint: DATA_SERVER,
          },
        ],
      },
      [RESOURCE]: { resource: DATA_SERVER, authorization_servers: [ISSUER] },
      [PROFILE]: profile,
    },
  }
}

const ada: BlueskyProfile = {
  did: 'did:plc:ewvi7nxzyoun6zhxrhs64oiz',
  handle: 'ada.example.com',
  displayName: 'Ada Lovelace',
  avatar: 'https://cdn.bsky.app/img/avatar/plain/did:plc:ewvi7nxzyoun6zhxrhs64oiz/bafkrei',
  createdAt: '2023-04-24T00:00:00.000Z',
}

/** @see https://atproto.com/specs/oauth */
export const service: Service = {
  id: 'bluesky',
  name: 'Bluesky',
  protocol: 'oauth',
  issuer: ISSUER,
  wellKnown: `${ISSUER}/.well-known/oauth-authorization-server`,
  discovery: {
    scopes_supported: ['atproto', 'transition:generic', 'transition:email'],
    authorization_response_iss_parameter_supported: true,
    require_pushed_authorization_requests: true,
    pushed_authorization_request_endpoint: PUSH,
    dpop_signing_alg_values_supported: ['ES256'],
    client_id_metadata_document_supported: true,
  },
  authorization: { url: AUTHORIZE, pkce: 'required', iss: ISSUER, stateRequired: true },
  token: { url: TOKEN, authentication: ['none'] },
  endpoints: { [PUSH]: push, [AUTHORIZE]: ask, [TOKEN]: exchange },
  resources: {
    [DOCUMENT]: { token: 'none' },
    [RESOURCE]: { token: 'none' },
    [PROFILE]: { token: 'none', query: { actor: /^did:/ } },
  },
  persons: {
    documented: person('did:plc:ewvi7nxzyoun6zhxrhs64oiz', ada),
    // An account without a profile, and with a handle that does not lead back to it.
    minimal: person('did:plc:44ybard66vv44zksje25o7dz', {
      did: 'did:plc:44ybard66vv44zksje25o7dz',
      handle: 'handle.invalid',
    } satisfies BlueskyProfile),
  },
  registration: {
    console: 'https://atproto.com/specs/oauth',
    steps: [
      'There is nowhere to register: the application describes itself in a JSON document.',
      'Serve the document that the reference of this provider shows under an https address on the origin of the application.',
      'Enter the redirect URI in its redirect_uris, and the address of the document itself as client_id.',
      'Set AUTH_BLUESKY_ID to that address; there is no client secret.',
    ],
    development: '127.0.0.1',
    sources: [
      'https://atproto.com/specs/oauth',
      'https://docs.bsky.app/docs/advanced-guides/oauth-client',
      'https://docs.bsky.app/docs/api/app-bsky-actor-get-profile',
    ],
  },
}
