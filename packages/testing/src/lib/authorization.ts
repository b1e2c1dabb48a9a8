import type { AuthorizationRules, Person } from '../service.ts'
import { toAddress, atAddress } from './address.ts'
import { askEndpoint } from './endpoint.ts'
import { unmet } from './expectations.ts'
import {
  broken,
  CODE_LIFETIME,
  type Grant,
  type EmulatorState,
  unguessable,
} from './emulator-state.ts'

/** The request with which the browser returns to the application. */
export interface Arrival {
  /** The redirect URI; with the response in its query, unless that is posted. */
  readonly url: string
  /** `POST` where the response mode is `form_post`. */
  readonly method: 'GET' | 'POST'
  /** The form, where the response mode is `form_post`. */
  readonly body?: URLSearchParams
}

/** Context of an authorization response. */
export interface Decision {
  readonly person: Person
  readonly deny: boolean
}

type Parameters = ReadonlyMap<string, string>

const CHALLENGE = /^[\w-]{43}$/

function readParameters(state: EmulatorState, url: URL): Parameters {
  const parameters = new Map<string, string>()
  for (const [name, value] of url.searchParams) {
    if (parameters.has(name)) {
      throw broken(
        state,
        'parameter',
        `refuses \`${name}\`, which the request has twice. Set it once.`,
      )
    }
    // A parameter without a value counts as omitted (RFC 6749, section 3.1).
    if (value !== '') parameters.set(name, value)
  }
  return parameters
}

function checkClient(state: EmulatorState, parameters: Parameters): void {
  const name = state.service.authorization.clientIdParameter ?? 'client_id'
  const given = parameters.get(name)
  if (given === state.client.id) return
  const found = given === undefined ? 'the request has none' : `the request says "${given}"`
  throw broken(
    state,
    'client_id',
    `knows the application by \`${name}=${state.client.id}\`, and ${found}. Pass the \`options\` of the emulator to the provider.`,
  )
}

function checkRedirectUri(state: EmulatorState, parameters: Parameters): string {
  const redirectUri = parameters.get('redirect_uri')
  if (redirectUri === undefined || !URL.canParse(redirectUri)) {
    throw broken(state, 'redirect_uri', 'needs an absolute `redirect_uri`.')
  }
  if (state.redirectUris.size === 0) state.redirectUris.add(redirectUri)
  if (state.redirectUris.has(redirectUri)) return redirectUri
  const registered = [...state.redirectUris].join(', ')
  throw broken(
    state,
    'redirect_uri',
    `refuses the \`redirect_uri\` ${redirectUri}: registered is ${registered}. The first one that was used is; name others in \`redirectUris\`.`,
  )
}

function checkScope(state: EmulatorState, parameters: Parameters): string {
  const { scopes, scopeSeparator = ' ', defaultScope = '' } = state.service.authorization
  const scope = parameters.get('scope') ?? defaultScope
  const names = scope.split(scopeSeparator).filter((name) => name !== '')
  const unknown = scopes && names.find((name) => !scopes.includes(name))
  if (unknown === undefined) return names.join(' ')
  const separator = scopeSeparator === ',' ? 'a comma' : 'a space'
  throw broken(
    state,
    'scope',
    `does not know the scope "${unknown}". Scopes are separated by ${separator}; known are ${scopes?.join(', ')}.`,
  )
}

/** The SHA-256 in hexadecimal, which is not RFC 7636; looked at for redirect URIs on the machine of the person alone. */
function checkHexChallenge(
  state: EmulatorState,
  parameters: Parameters,
  challenge: string | undefined,
): string | undefined {
  const { hostname } = new URL(parameters.get('redirect_uri') ?? '')
  if (hostname !== 'localhost' && hostname !== '127.0.0.1') return undefined
  const isS256 = parameters.get('code_challenge_method') === 'S256'
  if (isS256 && challenge !== undefined && /^[\da-f]{64}$/.test(challenge)) return challenge
  throw broken(
    state,
    'pkce',
    'wants a `code_challenge` with the method S256 for a `redirect_uri` on this machine, in hexadecimal.',
  )
}

/** RFC 7636, section 4.4.1; `plain` is never enough (RFC 9700, section 2.1.1). */
function checkChallenge(state: EmulatorState, parameters: Parameters): string | undefined {
  const { pkce } = state.service.authorization
  const challenge = parameters.get('code_challenge')
  if (pkce === 'ignored') return undefined
  if (pkce === 'hex-on-loopback') return checkHexChallenge(state, parameters, challenge)
  if (pkce === 'refused') {
    if (challenge === undefined && !parameters.has('code_challenge_method')) return undefined
    throw broken(state, 'pkce', 'refuses PKCE. Leave `pkce` out of the `checks` of the provider.')
  }
  if (challenge === undefined) {
    if (pkce === 'supported') return undefined
    throw broken(state, 'pkce', 'requires PKCE. Add `pkce` to the `checks` of the provider.')
  }
  if (parameters.get('code_challenge_method') !== 'S256' || !CHALLENGE.test(challenge)) {
    throw broken(state, 'pkce', 'takes a `code_challenge` with the method S256 and no other.')
  }
  return challenge
}

function checkRules(state: EmulatorState, rules: AuthorizationRules, parameters: Parameters): void {
  const type = parameters.get('response_type')
  const expected = rules.responseType ?? 'code'
  if (type !== expected) {
    throw broken(
      state,
      'response_type',
      `needs \`response_type=${expected}\`, and it is ${type ?? 'missing'}.`,
    )
  }
  const missing = unmet(rules.requires, (name) => parameters.get(name))
  if (missing !== undefined) {
    throw broken(state, 'parameter', `refuses the authorization request: ${missing}.`)
  }
  const refused = rules.refuses?.find((name) => parameters.has(name))
  if (refused !== undefined) {
    throw broken(state, 'parameter', `refuses the parameter \`${refused}\`. Leave it out.`)
  }
  if (rules.stateRequired && !parameters.has('state')) {
    throw broken(state, 'state', 'requires `state`. Add it to the `checks` of the provider.')
  }
  const mode = parameters.get('response_mode') ?? 'query'
  if (mode !== 'query' && mode !== 'form_post') {
    throw broken(state, 'response_mode', `does not answer in the mode "${mode}".`)
  }
}

/** Returns the pushed request of a `request_uri` (RFC 9126, section 4). */
function pushedRequest(state: EmulatorState, url: URL, reference: string): URL {
  checkClient(state, readParameters(state, url))
  const pushed = state.pushed.get(reference)
  if (pushed && pushed.expires > state.now()) return pushed.url
  throw broken(
    state,
    'pushed_request',
    'does not know the `request_uri`: it was never given, was used, or is over a minute old.',
  )
}

function wholeRequest(state: EmulatorState, url: URL): URL {
  const reference = url.searchParams.get('request_uri')
  if (reference !== null) return pushedRequest(state, url, reference)
  if (!state.service.authorization.pushed?.required) return url
  throw broken(
    state,
    'pushed_request',
    'takes pushed requests only. Set `pushedAuthorizationRequests` of the provider.',
  )
}

/**
 * Checks and returns the parameters of an authorization request (RFC 6749, section 4.1.1).
 *
 * @param url - the whole request, whether the browser brought it or it was pushed
 * @throws LabError when the service would refuse it
 */
export function askedFor(state: EmulatorState, url: URL): Omit<Grant, 'person'> {
  const rules = state.service.authorization
  if (toAddress(url) !== toAddress(new URL(rules.url))) {
    throw broken(
      state,
      'address',
      `asks people at ${rules.url}, and the browser was sent to ${toAddress(url)}.`,
    )
  }
  const parameters = readParameters(state, url)
  checkClient(state, parameters)
  const redirectUri = checkRedirectUri(state, parameters)
  checkRules(state, rules, parameters)
  const scope = checkScope(state, parameters)
  const codeChallenge = checkChallenge(state, parameters)
  const nonce = parameters.get('nonce')
  const jkt = parameters.get('dpop_jkt')
  const { refresh } = state.service.token
  const refreshable =
    refresh !== undefined && unmet(refresh.needs, (name) => parameters.get(name)) === undefined
  return {
    redirectUri,
    scope,
    ...(refreshable ? { refreshable } : {}),
    ...(jkt === undefined ? {} : { jkt }),
    ...(nonce === undefined ? {} : { nonce }),
    ...(codeChallenge === undefined ? {} : { codeChallenge }),
  }
}

function arrivalAt(
  redirectUri: string,
  response: Readonly<Record<string, string>>,
  formPost: boolean,
): Arrival {
  if (formPost) return { url: redirectUri, method: 'POST', body: new URLSearchParams(response) }
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(response)) url.searchParams.set(name, value)
  return { url: url.href, method: 'GET' }
}

function respond(
  state: EmulatorState,
  grant: Omit<Grant, 'person'>,
  { person, deny }: Decision,
  echoed: string | null,
): Readonly<Record<string, string>> {
  const { answer, denied, iss, codeLifetime = CODE_LIFETIME } = state.service.authorization
  const common = {
    ...(echoed === null ? {} : { state: echoed }),
    ...(iss === undefined ? {} : { iss }),
  }
  if (deny) {
    const error = { error: 'access_denied', error_description: 'The person cancelled.', ...common }
    return denied ? denied(error) : error
  }
  const code = unguessable('code')
  const expires = state.now() + codeLifetime * 1000
  state.codes.set(code, { grant: { ...grant, person }, expires })
  const response = { code, ...common, ...person.response }
  return answer ? answer(response) : response
}

/**
 * Checks an authorization request; an endpoint of the service's own checks it when it answers.
 *
 * @returns the whole request
 * @throws LabError when the service would refuse it
 */
export function checkRequest(state: EmulatorState, url: URL): URL {
  if (atAddress(state.service.endpoints, toAddress(url))) return url
  const request = wholeRequest(state, url)
  askedFor(state, request)
  return request
}

/** Returns the redirect of an authorization endpoint that the service defines. */
async function atEndpoint(
  state: EmulatorState,
  url: URL,
  { person, deny }: Decision,
): Promise<Arrival | undefined> {
  const asked = await askEndpoint(state, new Request(url), { person, denied: deny })
  if (!asked) return undefined
  const { response, refusal } = asked
  const location = response.headers.get('location')
  if (location === null) {
    const where = `does not send the browser on from ${toAddress(url)}`
    throw refusal ?? broken(state, 'endpoint', `${where}: HTTP ${response.status}.`)
  }
  if (refusal) state.refusals.push(refusal)
  return { url: new URL(location, url).href, method: 'GET' }
}

/**
 * Answers an authorization request.
 *
 * @throws LabError when the service would refuse it
 */
export async function authorize(
  state: EmulatorState,
  url: URL,
  decision: Decision,
): Promise<Arrival> {
  const elsewhere = await atEndpoint(state, url, decision)
  if (elsewhere) return elsewhere
  const request = wholeRequest(state, url)
  const { searchParams } = request
  const grant = askedFor(state, request)
  // A `request_uri` is valid for one response.
  state.pushed.delete(url.searchParams.get('request_uri') ?? '')
  const response = respond(state, grant, decision, searchParams.get('state'))
  const formPost = searchParams.get('response_mode') === 'form_post'
  return arrivalAt(grant.redirectUri, response, formPost)
}
