import { importJWK, type JWTVerifyOptions, jwtVerify } from 'jose'
import type { Authentication } from '../service.ts'
import { invalidClient, invalidRequest } from './refusal.ts'
import type { EmulatorState } from './emulator-state.ts'

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** Client id, and credentials of a client. */
interface Presented {
  readonly method: Authentication
  readonly id: string | undefined
  /** A secret, or an assertion. */
  readonly proof: string
}

/** RFC 6749, section 2.3.1: id and secret are form-encoded before they are joined. */
function decodeForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw invalidRequest(
      'client_authentication',
      'cannot decode the credentials in `Authorization`',
    )
  }
}

function fromHeader(authorization: string): Presented {
  const [, encoded = ''] = /^Basic ([\w+/=]+)$/i.exec(authorization) ?? []
  const text = new TextDecoder().decode(
    Uint8Array.from(atob(encoded), (character) => character.codePointAt(0) ?? 0),
  )
  const colon = text.indexOf(':')
  if (colon === -1) {
    throw invalidRequest('client_authentication', 'finds no `id:secret` in `Authorization: Basic`')
  }
  const id = decodeForm(text.slice(0, colon))
  return { method: 'client_secret_basic', id, proof: decodeForm(text.slice(colon + 1)) }
}

function fromAssertion(state: EmulatorState, parameters: ReadonlyMap<string, string>): Presented {
  const type = parameters.get('client_assertion_type')
  if (type !== ASSERTION_TYPE) {
    throw invalidClient(`needs \`client_assertion_type=${ASSERTION_TYPE}\``)
  }
  const proof = parameters.get('client_assertion') ?? ''
  const method = state.client.key ? 'private_key_jwt' : 'client_secret_jwt'
  return { method, id: parameters.get('client_id') ?? state.client.id, proof }
}

/** Exactly one method (RFC 6749, section 2.3). */
function presented(
  state: EmulatorState,
  headers: Headers,
  parameters: ReadonlyMap<string, string>,
): Presented {
  const authorization = headers.get('authorization')
  const secret = parameters.get('client_secret')
  const found = [
    ...(authorization === null ? [] : [fromHeader(authorization)]),
    ...(parameters.has('client_assertion') ? [fromAssertion(state, parameters)] : []),
    ...(secret === undefined
      ? []
      : [
          { method: 'client_secret_post' as const, id: parameters.get('client_id'), proof: secret },
        ]),
  ]
  if (found.length > 1) {
    const methods = found.map(({ method }) => method).join(' and ')
    throw invalidRequest(
      'client_authentication',
      `takes one way of client authentication, and the request has ${methods}`,
    )
  }
  return found[0] ?? { method: 'none', id: parameters.get('client_id'), proof: '' }
}

/** RFC 7523, section 3. */
async function verifyAssertion(state: EmulatorState, assertion: string): Promise<void> {
  const { client, service } = state
  const { token, authorization, issuer } = service
  const origins = [token.url, authorization.url].map((url) => new URL(url).origin)
  const options: JWTVerifyOptions = {
    issuer: client.id,
    subject: client.id,
    audience: [token.url, ...origins, ...(issuer === undefined ? [] : [issuer])],
    requiredClaims: ['exp', 'jti'],
    currentDate: new Date(state.now()),
  }
  const key = client.key
    ? await importJWK(client.key.jwk, client.key.alg)
    : new TextEncoder().encode(client.secret ?? '')
  try {
    await jwtVerify(assertion, key, options)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'no reason'
    throw invalidClient(`cannot verify the \`client_assertion\`: ${reason}`)
  }
}

function checkId({ service, client }: EmulatorState, id: string | undefined): void {
  const { names, clientIdIgnored } = service.token
  if (id === client.id || (clientIdIgnored && id === undefined)) return
  const name = names?.['client_id'] ?? 'client_id'
  throw invalidClient(`knows the client "${client.id}", and \`${name}\` is "${id ?? ''}"`)
}

/**
 * Authenticates the client (RFC 6749, section 2.3).
 *
 * @param parameters - of the token request, by their names in RFC 6749
 * @throws Refusal if it is not the registered client, or the service does not support the method
 */
export async function authenticateClient(
  state: EmulatorState,
  headers: Headers,
  parameters: ReadonlyMap<string, string>,
): Promise<void> {
  const { authentication } = state.service.token
  const { method, id, proof } = presented(state, headers, parameters)
  if (!authentication.includes(method)) {
    const taken = authentication.join(', ') || 'nothing'
    throw invalidClient(`takes ${taken} as client authentication, and the request has ${method}`)
  }
  checkId(state, id)
  if (method === 'client_secret_jwt' || method === 'private_key_jwt') {
    await verifyAssertion(state, proof)
  } else if (method !== 'none' && proof !== state.client.secret) {
    throw invalidClient('does not know this client secret')
  }
}
