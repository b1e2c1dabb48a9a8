import { base64url } from 'jose'
import type { Emulator } from '../src/index.ts'
import { AUTHORIZE, CALLBACK, TOKEN } from './own-service.ts'

type Fields = Readonly<Record<string, string | undefined>>

/** 43 characters (RFC 7636, section 4.1). */
export const VERIFIER = 'verifier-verifier-verifier-verifier-verifie'

async function createChallenge(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return base64url.encode(new Uint8Array(digest))
}

function set(fields: Fields): URLSearchParams {
  const entries = Object.entries(fields).filter(
    (field): field is [string, string] => field[1] !== undefined,
  )
  return new URLSearchParams(entries)
}

/** An authorization request that is in order, but for the changes. */
export async function authorizationRequest(
  { options }: Emulator,
  change: Fields = {},
): Promise<URL> {
  const search = set({
    response_type: 'code',
    client_id: options.clientId,
    redirect_uri: CALLBACK,
    scope: 'read',
    state: 'xyz',
    code_challenge: await createChallenge(VERIFIER),
    code_challenge_method: 'S256',
    ...change,
  })
  return new URL(`${AUTHORIZE}?${search}`)
}

/** Returns a code for a person who signed in. */
export async function codeFrom(emulator: Emulator, change: Fields = {}): Promise<string> {
  const { url } = await emulator.authorize(await authorizationRequest(emulator, change))
  return new URL(url).searchParams.get('code') ?? ''
}

/** `Authorization: Basic`, as RFC 6749, section 2.3.1, has it. */
export function basic({
  clientId,
  clientSecret = '',
}: Pick<Emulator['options'], 'clientId' | 'clientSecret'>): string {
  return `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)}`
}

/** A token request that is in order, but for the changes. */
export async function tokenRequest(
  emulator: Emulator,
  change: Fields = {},
  headers: Fields = {},
): Promise<Response> {
  const body = set({
    grant_type: 'authorization_code',
    code: 'code' in change ? undefined : await codeFrom(emulator),
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
    ...change,
  })
  const all = { authorization: basic(emulator.options), ...headers }
  const given = Object.entries(all).filter(
    (header): header is [string, string] => header[1] !== undefined,
  )
  return emulator.fetch(TOKEN, { method: 'POST', body, headers: Object.fromEntries(given) })
}

/** The members of a JSON answer. */
export async function readMembers(response: Response): Promise<Readonly<Record<string, unknown>>> {
  // The test asserts the members.
  return (await response.json()) as Readonly<Record<string, unknown>>
}
