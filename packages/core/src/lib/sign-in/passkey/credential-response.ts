import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { base64urlDecode, decodeText, isCanonical } from '../../crypto/encoding.ts'
import { InvalidRequest } from '../../errors/classes.ts'
import { isObject, parseJson } from '../../kit/json.ts'
import { isCeremony, type WebAuthnAuthenticate, WebAuthnRegister } from './ceremony.ts'
import { MAX_CREDENTIAL_ID } from './credential.ts'

/** What the browser says it did (Web Authentication Level 3, section 5.8.1). Signed, but not verified yet. */
export interface ClientData {
  readonly challenge: string
  /** Asked for in a frame of another site. */
  readonly crossOrigin: boolean
}

/** The answer of an authenticator, with the members of the standard only and each of the right form. */
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

function malformed(what: string): InvalidRequest {
  return new InvalidRequest(`The response of the authenticator has no valid ${what}.`)
}

function parseObject(text: unknown, what: string): Record<string, unknown> {
  let value: unknown
  try {
    value = typeof text === 'string' ? parseJson(text) : undefined
  } catch {
    throw malformed(what)
  }
  if (!isObject(value)) throw malformed(what)
  return value
}

/** A member in base64url, as browsers write it: without padding, in the one spelling there is. */
function encoded(members: Record<string, unknown>, name: string): string {
  const value = members[name]
  if (typeof value !== 'string' || value === '' || !isCanonical(value) || !base64urlDecode(value)) {
    throw malformed(name)
  }
  return value
}

function credentialId(data: Record<string, unknown>): string {
  const id = encoded(data, 'id')
  if (data['rawId'] !== undefined && data['rawId'] !== id) throw malformed('rawId')
  if (data['type'] !== 'public-key') throw malformed('type')
  if (id.length > Math.ceil((MAX_CREDENTIAL_ID * 4) / 3)) throw malformed('id')
  return id
}

function parseClientData(clientDataJSON: string): ClientData {
  const data = parseObject(decodeText(clientDataJSON), 'clientDataJSON')
  const { type, challenge, origin, crossOrigin, topOrigin } = data
  if (typeof type !== 'string' || typeof challenge !== 'string' || typeof origin !== 'string') {
    throw malformed('clientDataJSON')
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

/** Whether the authenticator is a part of the device (Web Authentication Level 3, section 5.4.5), where the browser says so. */
function readAttachment(value: unknown): Pick<RegistrationResponseJSON, 'authenticatorAttachment'> {
  return value === 'platform' || value === 'cross-platform'
    ? { authenticatorAttachment: value }
    : {}
}

/**
 * Parses what a form or script sent. Nothing of it is believed yet.
 *
 * @throws InvalidRequest when it is not what browsers send
 */
export function parseCredentialResponse(body: ReadonlyMap<string, unknown>): CredentialResponse {
  const ceremony = body.get('action')
  if (!isCeremony(ceremony)) {
    throw new InvalidRequest('`action` is neither "authenticate" nor "register".')
  }
  const data = parseObject(body.get('data'), '`data`')
  const id = credentialId(data)
  const members = data['response']
  if (!isObject(members)) throw malformed('response')
  const clientDataJSON = encoded(members, 'clientDataJSON')
  const clientData = parseClientData(clientDataJSON)
  // Extensions are not asked for, so what is said about them is left out.
  const common = { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }
  if (ceremony === WebAuthnRegister) {
    const attestationObject = encoded(members, 'attestationObject')
    const transports = readTransports(members['transports'])
    const response = { clientDataJSON, attestationObject, transports }
    const attachment = readAttachment(data['authenticatorAttachment'])
    return { ceremony, clientData, response: { ...common, ...attachment, response } }
  }
  // Some browsers write an empty one where there is none.
  const userHandle = members['userHandle'] ? encoded(members, 'userHandle') : undefined
  const response = {
    clientDataJSON,
    authenticatorData: encoded(members, 'authenticatorData'),
    signature: encoded(members, 'signature'),
    ...(userHandle === undefined ? {} : { userHandle }),
  }
  return { ceremony, clientData, response: { ...common, response } }
}
