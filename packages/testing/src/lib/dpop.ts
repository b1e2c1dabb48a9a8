import { base64url, calculateJwkThumbprint, EmbeddedJWK, type JWTPayload, jwtVerify } from 'jose'
import { toAddress } from './address.ts'
import { Refusal } from './refusal.ts'
import type { EmulatorState } from './emulator-state.ts'

/** Maximum age of a proof, in seconds. */
const MAX_AGE = 300

/** Response of a server that requires its nonce in the proof. It is not an error: the client repeats the request. */
export class NonceDemand extends Refusal {}

/** Expected properties of a proof. */
export interface ProofPlace {
  /** Each kind of server has its own nonce (RFC 9449, sections 8 and 9). */
  readonly nonce: string
  /** The proof has to be for this token, and errors are those of an API. */
  readonly accessToken?: string
}

function refuse({ accessToken }: ProofPlace, message: string): Refusal {
  const code = 'invalid_dpop_proof'
  return new Refusal('dpop', message, { code, status: accessToken === undefined ? 400 : 401 })
}

function demandNonce({ nonce, accessToken }: ProofPlace): NonceDemand {
  const code = 'use_dpop_nonce'
  const message = 'wants its nonce in the proof'
  const headers = { 'dpop-nonce': nonce }
  if (accessToken === undefined)
    return new NonceDemand('dpop', message, { code, status: 400, headers })
  const challenge = { ...headers, 'www-authenticate': `DPoP error="${code}"` }
  return new NonceDemand('dpop', message, { code, status: 401, headers: challenge })
}

async function hashToken(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return base64url.encode(new Uint8Array(digest))
}

async function checkClaims(
  state: EmulatorState,
  request: Request,
  claims: JWTPayload,
  place: ProofPlace,
): Promise<void> {
  const { htm, htu, ath, nonce, jti = '' } = claims
  if (htm !== request.method || htu !== toAddress(new URL(request.url))) {
    throw refuse(place, `is shown a proof for ${String(htm)} ${String(htu)}`)
  }
  if (place.accessToken !== undefined && ath !== (await hashToken(place.accessToken))) {
    throw refuse(place, 'is shown a proof for another access token')
  }
  if (nonce !== place.nonce) throw demandNonce(place)
  if (state.proofs.has(jti)) throw refuse(place, 'is shown a proof that has been used')
  state.proofs.add(jti)
}

/**
 * The thumbprint of the key that a request proves to have (RFC 9449, section 4.3).
 *
 * @throws Refusal when there is no proof, or it does not hold
 */
export async function provenKey(
  state: EmulatorState,
  request: Request,
  place: ProofPlace,
): Promise<string> {
  const proof = request.headers.get('dpop')
  if (proof === null) throw refuse(place, 'wants a proof of possession in the header `DPoP`')
  const verified = await jwtVerify(proof, EmbeddedJWK, {
    typ: 'dpop+jwt',
    algorithms: ['ES256', 'RS256', 'PS256', 'EdDSA'],
    requiredClaims: ['jti', 'htm', 'htu', 'iat'],
    maxTokenAge: MAX_AGE,
    currentDate: new Date(state.now()),
  }).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : 'no reason'
    throw refuse(place, `cannot verify the proof of possession: ${reason}`)
  })
  await checkClaims(state, request, verified.payload, place)
  return calculateJwkThumbprint(verified.protectedHeader.jwk ?? {})
}
