import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { base64urlDecode, decodeText, isCanonical } from '../../crypto/encoding.ts'
import { InvalidRequest } from '../../errors/classes.ts'
import { isObject, parseJson } from '../../kit/json.ts'
import { isCeremony, type WebAuthnAuthenticate, WebAuthnRegister } from './ceremony.ts'
import { MAX_CREDENTIAL_ID } from './credential.ts'

/** The client data of a ceremony (Web Authentication Level 3, section 5.8.1), before the signature is verified. */
export interface ClientData {
  readonly challenge: string
  /** The ceremony ran in a frame of another site. */
  readonly crossOrigin: boolean
}

/** The response of an authenticator, with well-formed members of the standard only. */
export type CredentialResponse =
  | {
      readonly ceremony: typeof WebAuthnAuthenticate
      readonly clientData: ClientData
      readonly response: AuthenticationResponseJSON
    }
  | {
      readonly ceremony: typeof WebAuthnRegister
      readonly clientData: ClientData
      readonly response: RegistrationResponseJSON
    }

const MAX_TRANSPORTS = 8

const TRANSPORT = /^[a-z-]{1,20}$/

function malformedResponse(what: string): InvalidRequest {
  return new InvalidRequest(`The response of the authenticator has no valid ${what}.`)
}

function parseObject(text: unknown, what: string): Record<string, unknown> {
  let value: unknown
  try {
    value = typeof text === 'string' ? parseJson(text) : undefined
  } catch {
    throw malformedResponse(what)
  }
  if (!isObject(value)) throw malformedResponse(what)
  return value
}

/** A member in canonical base64url without padding, as browsers write it. */
function encoded(members: Record<string, unknown>, name: string): string {
  const value = members[name]
  if (typeof value !== 'string' || value === '' || !isCanonical(value) || !base64urlDecode(value)) {
    throw malformedResponse(name)
  }
  return value
}

function credentialId(data: Record<string, unknown>): string {
  const id = encoded(data, 'id')
  if (data['rawId'] !== undefined && data['rawId'] !== id) throw malformedResponse('rawId')
  if (data['type'] !== 'public-key') throw malformedResponse('type')
  if (id.length > Math.ceil((MAX_CREDENTIAL_ID * 4) / 3)) throw malformedResponse('id')
  return id
}

function parseClientData(clientDataJSON: string): ClientData {
  const data = parseObject(decodeText(clientDataJSON), 'clientDataJSON')
  const { type, challenge, origin, crossOrigin, topOrigin } = data
  if (typeof type !== 'string' || typeof challenge !== 'string' || typeof origin !== 'string') {
    throw malformedResponse('clientDataJSON')
  }
  const framed = crossOrigin !== undefined && crossOrigin !== false
  return { challenge, crossOrigin: framed || topOrigin !== undefined }
}

function readTransports(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  const names = value.filter(
    (name): name is string => typeof name === 'string' && TRANSPORT.test(name),
  )
  return [...new Set(names)].slice(0, MAX_TRANSPORTS)
}

/** Whether the authenticator is a part of the device (Web Authentication Level 3, section 5.4.5), if the browser knows. */
function readAttachment(value: unknown): Pick<RegistrationResponseJSON, 'authenticatorAttachment'> {
  return value === 'platform' || value === 'cross-platform'
    ? { authenticatorAttachment: value }
    : {}
}

/**
 * Parses the response in a form or in JSON. Nothing of it is verified yet.
 *
 * @throws InvalidRequest when it is malformed
 */
export function parseCredentialResponse(body: ReadonlyMap<string, unknown>): CredentialResponse {
  const ceremony = body.get('action')
  if (!isCeremony(ceremony)) {
    throw new InvalidRequest('`action` is neither "authenticate" nor "register".')
  }
  const data = parseObject(body.get('data'), '`data`')
  const id = credentialId(data)
  const members = data['response']
  if (!isObject(members)) throw malformedResponse('response')
  const clientDataJSON = encoded(members, 'clientDataJSON')
  const clientData = parseClientData(clientDataJSON)
  // No extensions are requested, so their results are left out.
  const common = { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }
  if (ceremony === WebAuthnRegister) {
    const attestationObject = encoded(members, 'attestationObject')
    const transports = readTransports(members['transports'])
    const response = { clientDataJSON, attestationObject, transports }
    const attachment = readAttachment(data['authenticatorAttachment'])
    return { ceremony, clientData, response: { ...common, ...attachment, response } }
  }
  // Some browsers write an empty text for a missing one.
  const userHandle = members['userHandle'] ? encoded(members, 'userHandle') : undefined
  const response = {
    clientDataJSON,
    authenticatorData: encoded(members, 'authenticatorData'),
    signature: encoded(members, 'signature'),
    ...(userHandle === undefined ? {} : { userHandle }),
  }
  return { ceremony, clientData, response: { ...common, response } }
}
