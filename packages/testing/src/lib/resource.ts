import type { ResourceRules } from '../service.ts'
import { refusalResponse } from './refusal-response.ts'
import { provenKey } from './dpop.ts'
import { unmet } from './expectations.ts'
import { sign } from './id-token.ts'
import { invalidRequest, Refusal } from './refusal.ts'
import type { Grant, EmulatorState } from './emulator-state.ts'

interface Asked {
  readonly url: URL
  readonly request: Request
  readonly body: string
}

function scheme(headers: Headers, name: string): string | null {
  const [given = '', token = ''] = (headers.get('authorization') ?? '').split(' ', 2)
  return given.toLowerCase() === name.toLowerCase() && token !== '' ? token : null
}

function accessToken({ url, request, body }: Asked, place: string): string | null {
  const [kind, name = ''] = place.split(':', 2)
  if (kind === 'header') return request.headers.get(name)
  if (kind === 'query') return url.searchParams.get(name)
  if (kind === 'form') return new URLSearchParams(body).get(name)
  return scheme(request.headers, place)
}

function unauthorized(message: string): Refusal {
  return new Refusal('token', message, { code: 'invalid_token', status: 401 })
}

/** A token that is bound to a key is not a bearer token (RFC 9449, section 7). */
async function boundToken(state: EmulatorState, { request }: Asked): Promise<Grant | undefined> {
  const token = scheme(request.headers, 'DPoP')
  const grant = state.accessTokens.get(token ?? '')
  if (token === null || !grant) return undefined
  const place = { nonce: state.nonces.resource, accessToken: token }
  if (grant.jkt === (await provenKey(state, request, place))) return grant
  throw new Refusal('dpop', 'bound the access token to another key', {
    code: 'invalid_token',
    status: 401,
  })
}

async function grantFor(state: EmulatorState, place: string, asked: Asked): Promise<Grant> {
  const bound = place === 'Bearer' ? await boundToken(state, asked) : undefined
  if (bound) return bound
  const token = accessToken(asked, place)
  if (token === null) throw unauthorized(`wants the access token in \`${place}\``)
  const grant = state.accessTokens.get(token)
  if (!grant) throw unauthorized('does not know the access token')
  if (grant.jkt === undefined) return grant
  throw unauthorized('bound the access token to a key: it wants the scheme `DPoP`, and a proof')
}

async function checkToken(
  state: EmulatorState,
  rules: ResourceRules,
  asked: Asked,
): Promise<Grant | undefined> {
  const { token: place = 'Bearer', scope } = rules
  if (place === 'none') return undefined
  const grant = await grantFor(state, place, asked)
  if (scope === undefined || grant.scope.split(' ').includes(scope)) return grant
  throw new Refusal('scope', `wants the scope "${scope}", and granted is "${grant.scope}"`, {
    code: 'insufficient_scope',
    status: 403,
  })
}

function checkRules(rules: ResourceRules, { url, request }: Asked): void {
  const { method = 'GET', headers, query } = rules
  if (request.method !== method) {
    throw new Refusal('method', `answers ${method}, and this is ${request.method}`, {
      code: 'invalid_request',
      status: 405,
    })
  }
  const header = unmet(headers, (name) => request.headers.get(name))
  if (header !== undefined) throw invalidRequest('header', `refuses it: the header ${header}`)
  const parameter = unmet(query, (name) => url.searchParams.get(name))
  if (parameter !== undefined) throw invalidRequest('query', `refuses it: ${parameter}`)
}

/** What the API says: by its rule, by the person, or, for userinfo, the claims. */
function resourceBody(
  state: EmulatorState,
  rules: ResourceRules,
  { key, grant }: { readonly key: string; readonly grant: Grant | undefined },
  { url, request, body }: Asked,
): unknown {
  const person = grant?.person ?? state.visitor
  if (rules.answer) {
    return rules.answer({ url, headers: request.headers, body, person, scope: grant?.scope ?? '' })
  }
  const given = person.answers?.[key]
  return given === undefined && key === state.service.userinfo ? person.claims : given
}

/** JSON, or a JWT where the service signs it (OpenID Connect Core 1.0, section 5.3.2). */
async function userinfo(state: EmulatorState, body: unknown): Promise<Response> {
  const { userinfoAlgorithm: alg, issuer: iss } = state.service
  if (alg === undefined) return Response.json(body)
  // Claims are the answer to a person who has no other.
  const claims = { iss, aud: state.client.id, ...Object(body) } as Readonly<Record<string, unknown>>
  const headers = { 'content-type': 'application/jwt' }
  return new Response(await sign(state, claims, alg), { headers })
}

async function respond(
  state: EmulatorState,
  request: Request,
  [key, rules]: readonly [key: string, rules: ResourceRules],
): Promise<Response> {
  const asked = { url: new URL(request.url), request, body: await request.clone().text() }
  checkRules(rules, asked)
  const grant = await checkToken(state, rules, asked)
  const { resource: status } = state.failure
  if (status !== undefined) {
    throw new Refusal('answer', 'fails, as the test wants it', { code: 'server_error', status })
  }
  const body = resourceBody(state, rules, { key, grant }, asked)
  if (body instanceof Response) return body
  if (body !== undefined)
    return key === state.service.userinfo ? userinfo(state, body) : Response.json(body)
  throw new Refusal('answer', `has no answer for this person: add \`answers["${key}"]\``, {
    code: 'not_found',
    status: 404,
  })
}

/** Answers a request to an API of the service (RFC 6750). */
export async function respondWithResource(
  state: EmulatorState,
  request: Request,
  resource: readonly [key: string, rules: ResourceRules],
): Promise<Response> {
  try {
    return await respond(state, request, resource)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refusalResponse(state, error, { where: `at ${resource[0]}: ` })
  }
}
