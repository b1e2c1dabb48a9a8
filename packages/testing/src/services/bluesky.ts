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

function refuse(error: string, description: string, nonce: string, status = 400): Response {
  const headers = { 'dpop-nonce': nonce }
  return Response.json({ error, error_description: description }, { status, headers })
}

/**
 * The thumbprint of the key that a request proves to have (RFC 9449, section 4.3), or the refusal. Every endpoint has a
 * nonce of its own, so a client has to take up the new one.
 */
async function proof(request: Request, nonce: string): Promise<string | Response> {
  try {
    const { payload, protectedHeader } = await jwtVerify(
      request.headers.get('dpop') ?? '',
      EmbeddedJWK,
      { typ: 'dpop+jwt', algorithms: ['ES256'], requiredClaims: ['jti', 'iat'] },
    )
    if (payload['htm'] !== request.method || payload['htu'] !== request.url) {
      return refuse('invalid_dpop_proof', 'The proof is for another request.', nonce)
    }
    if (payload['nonce'] !== nonce) {
      return refuse('use_dpop_nonce', 'The proof needs the nonce of the server.', nonce)
    }
    return await calculateJwkThumbprint(protectedHeader.jwk ?? {})
  } catch {
    return refuse('invalid_dpop_proof', 'There is no proof, or it does not verify.', nonce)
  }
}

/** The members of a pushed request that something is wrong with. */
function wrongWith(parameters: URLSearchParams, clientId: string): string | undefined {
  const wanted: Readonly<Record<string, RegExp>> = {
    response_type: /^code$/,
    redirect_uri: /^https:\/\//,
    state: /./,
    code_challenge: /^[\w-]{43}$/,
    code_challenge_method: /^S256$/,
    scope: /(?:^| )atproto(?: |$)/,
  }
  if (parameters.get('client_id') !== clientId) return 'client_id'
  if (parameters.has('client_secret') || parameters.has('nonce')) return 'client_secret or nonce'
  return Object.keys(wanted).find((name) => !wanted[name]?.test(parameters.get(name) ?? ''))
}

async function push(request: Request, { clientId }: EndpointContext): Promise<Response> {
  const nonce = 'nonce-for-pushed-requests'
  const parameters = new URLSearchParams(await request.clone().text())
  const jkt = await proof(request, nonce)
  if (typeof jkt !== 'string') return jkt
  const wrong = wrongWith(parameters, clientId)
  if (wrong !== undefined) return refuse('invalid_request', `Wrong or missing: ${wrong}.`, nonce)
  const uri = REQUEST_URI + pack({ ...Object.fromEntries(parameters), jkt })
  const headers = { 'dpop-nonce': nonce }
  return Response.json({ request_uri: uri, expires_in: 299 }, { status: 201, headers })
}

function ask(request: Request, { clientId, denied }: EndpointContext): Response {
  const { searchParams } = new URL(request.url)
  const pushed = unpack((searchParams.get('request_uri') ?? '').slice(REQUEST_URI.length))
  if (pushed['client_id'] !== clientId || searchParams.get('client_id') !== clientId) {
    return new Response('Requests have to be pushed.', { status: 400 })
  }
  const { state = '', redirect_uri: redirectUri = '' } = pushed
  const url = new URL(redirectUri)
  const answer = denied ? { error: 'access_denied' } : { code: pack(pushed) }
  url.search = String(new URLSearchParams({ ...answer, state, iss: ISSUER }))
  return new Response(null, { status: 303, headers: { location: url.href } })
}

async function isChallengeOf(verifier: string, challenge: string | undefined): Promise<boolean> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return base64url.encode(new Uint8Array(digest)) === challenge
}

async function exchange(request: Request, context: EndpointContext): Promise<Response> {
  const nonce = 'nonce-for-tokens'
  const parameters = new URLSearchParams(await request.clone().text())
  const jkt = await proof(request, nonce)
  if (typeof jkt !== 'string') return jkt
  const failure = context.failure?.token
  if (failure !== undefined) return refuse(failure, 'The test wants it.', nonce)
  const pushed = unpack(parameters.get('code') ?? '')
  const fits =
    pushed['jkt'] === jkt &&
    pushed['redirect_uri'] === parameters.get('redirect_uri') &&
    parameters.get('client_id') === context.clientId &&
    parameters.get('grant_type') === 'authorization_code' &&
    (await isChallengeOf(parameters.get('code_verifier') ?? '', pushed['code_challenge']))
  if (!fits) return refuse('invalid_grant', 'The code does not fit.', nonce)
  const { scope } = pushed
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
}
