import { authenticateClient } from './client-authentication.ts'
import { provenKey } from './dpop.ts'
import { LabError } from './lab-error.ts'
import { invalidRequest, Refusal } from './refusal.ts'
import { refusalResponse } from './refusal-response.ts'
import { readTokenRequest } from './token-request.ts'
import { type EmulatorState, unguessable } from './emulator-state.ts'

/** How long a pushed request may wait for the browser, in seconds. */
const LIFETIME = 60

/** Parameters that show who the client is, and are not part of the request. */
const OF_CLIENT: ReadonlySet<string> = new Set([
  'client_secret',
  'client_assertion',
  'client_assertion_type',
])

/** Checks a request at the place where the browser would come with it. */
type Check = (url: URL) => void

async function wholeRequest(state: EmulatorState, request: Request): Promise<URL> {
  const { authorization, token } = state.service
  const rules = { url: request.url, authentication: token.authentication }
  const parameters = new Map(await readTokenRequest(request, rules))
  if (parameters.has('request_uri')) {
    throw invalidRequest('pushed_request', 'refuses a `request_uri` in a request that is pushed')
  }
  await authenticateClient(state, request.headers, parameters)
  if (request.headers.has('dpop')) {
    parameters.set('dpop_jkt', await provenKey(state, request, { nonce: state.nonces.server }))
  }
  const url = new URL(authorization.url)
  // Authenticated, so it is known which client it is.
  url.searchParams.set(authorization.clientIdParameter ?? 'client_id', state.client.id)
  for (const [name, value] of parameters)
    if (!OF_CLIENT.has(name)) url.searchParams.set(name, value)
  return url
}

/**
 * Takes a pushed authorization request (RFC 9126, section 2).
 *
 * @param check - what the request has to pass
 */
export async function respondToPush(
  state: EmulatorState,
  request: Request,
  check: Check,
): Promise<Response> {
  try {
    const url = await wholeRequest(state, request)
    check(url)
    const reference = `urn:ietf:params:oauth:request_uri:${unguessable('request')}`
    state.pushed.set(reference, { url, expires: state.now() + LIFETIME * 1000 })
    const headers = { 'cache-control': 'no-store', 'dpop-nonce': state.nonces.server }
    const body = { request_uri: reference, expires_in: LIFETIME }
    return Response.json(body, { status: 201, headers })
  } catch (error) {
    if (error instanceof Refusal) return refusalResponse(state, error)
    if (!(error instanceof LabError)) throw error
    state.refusals.push(error)
    const body = { error: 'invalid_request', error_description: error.message }
    return Response.json(body, { status: 400 })
  }
}
