import { base64url } from 'jose'
import type { ErrorResponse, TokenRules } from '../service.ts'
import { refusalResponse } from './refusal-response.ts'
import { authenticateClient } from './client-authentication.ts'
import { provenKey } from './dpop.ts'
import { factsOf, hasIdToken, issueIdToken } from './id-token.ts'
import { invalidGrant, invalidRequest, Refusal } from './refusal.ts'
import { type Granted, nextRefreshToken, useRefreshToken } from './refresh-token.ts'
import { readTokenRequest, REFRESH } from './token-request.ts'
import { CODE_LIFETIME, type Grant, type EmulatorState, unguessable } from './emulator-state.ts'

const LIFETIME = 3600

/** RFC 7636, section 4.6. */
async function checkVerifier(
  { service }: EmulatorState,
  { codeChallenge }: Grant,
  verifier: string | undefined,
): Promise<void> {
  const { pkce } = service.authorization
  if (pkce === 'refused' && verifier !== undefined) {
    throw invalidRequest('pkce', 'refuses `code_verifier`')
  }
  if (codeChallenge === undefined) {
    if (verifier === undefined || pkce === 'ignored' || pkce === 'hex-on-loopback') return
    // Otherwise an attacker could remove the challenge from a request (RFC 9700, section 4.8.2).
    throw invalidGrant('code_verifier', 'gave the code to a request without `code_challenge`')
  }
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier ?? ''))
  const bytes = new Uint8Array(digest)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  if ((pkce === 'hex-on-loopback' ? hex : base64url.encode(bytes)) === codeChallenge) return
  const found = verifier === undefined ? 'there is no `code_verifier`' : 'it does not fit'
  throw invalidGrant('code_verifier', `gave the code to a \`code_challenge\`, and ${found}`)
}

/** A code is used up by the first request that has it, right or wrong (RFC 6749, section 4.1.2). */
function grantFor({ codes, service, now }: EmulatorState, code: string): Grant {
  const issued = codes.get(code)
  codes.delete(code)
  if (!issued) throw invalidGrant('code', 'does not know the code, or it has been used')
  if (issued.expires > now()) return issued.grant
  const { codeLifetime = CODE_LIFETIME } = service.authorization
  throw invalidGrant(
    'code',
    `gives codes for ${codeLifetime} seconds, and this one has expired (RFC 6749, section 4.1.2)`,
  )
}

/** RFC 6749, section 4.1.3. */
async function redeem(
  state: EmulatorState,
  parameters: ReadonlyMap<string, string>,
): Promise<Grant> {
  const { grantType = 'authorization_code', redirectUriIgnored } = state.service.token
  const type = parameters.get('grant_type')
  if (type !== undefined && type !== grantType) {
    throw new Refusal('grant_type', `does not know the grant type "${type}"`, {
      code: 'unsupported_grant_type',
      status: 400,
    })
  }
  const grant = grantFor(state, parameters.get('code') ?? '')
  const redirectUri = parameters.get('redirect_uri')
  if (redirectUri !== grant.redirectUri && !redirectUriIgnored) {
    const found = redirectUri === undefined ? 'has none' : `says ${redirectUri}`
    throw invalidGrant(
      'redirect_uri',
      `gave the code to the \`redirect_uri\` ${grant.redirectUri}, and the token request ${found}`,
    )
  }
  await checkVerifier(state, grant, parameters.get('code_verifier'))
  return grant
}

async function issue(
  state: EmulatorState,
  granted: Granted,
): Promise<Readonly<Record<string, unknown>>> {
  const { grant } = granted
  const accessToken = unguessable('access')
  state.accessTokens.set(accessToken, grant)
  const refreshToken = nextRefreshToken(state, granted, accessToken)
  const standard = {
    access_token: accessToken,
    token_type: grant.jkt === undefined ? 'Bearer' : 'DPoP',
    expires_in: LIFETIME,
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    ...(grant.scope === '' ? {} : { scope: grant.scope }),
    ...(hasIdToken(state, grant)
      ? { id_token: await issueIdToken(state, grant, accessToken) }
      : {}),
    ...grant.person.token,
  }
  const { answer } = state.service.token
  return answer ? answer(standard, factsOf(state, grant)) : standard
}

function toErrorResponse(rules: TokenRules, refusal: Refusal): ErrorResponse {
  const { code, message, status } = refusal
  if (rules.error) return rules.error(code, message)
  return { status, body: { error: code, error_description: message } }
}

/** The key that the token is bound to: the one that is proven, which has to be the one that was announced. */
async function boundKey(
  state: EmulatorState,
  request: Request,
): Promise<Pick<Grant, 'jkt'> | undefined> {
  const { dpop } = state.service.token
  if (dpop === undefined || (dpop === 'supported' && !request.headers.has('dpop'))) return undefined
  return { jkt: await provenKey(state, request, { nonce: state.nonces.server }) }
}

function checkKey({ jkt: announced }: Grant, bound: Pick<Grant, 'jkt'> | undefined): void {
  if (announced === undefined || announced === bound?.jkt) return
  throw invalidGrant('dpop', 'gave the code to another key than the one that is proven')
}

async function findGrant(state: EmulatorState, request: Request): Promise<Granted> {
  const { token: rules } = state.service
  const parameters = await readTokenRequest(request, rules)
  if (!parameters.has('grant_type') && !rules.grantTypeIgnored) {
    throw invalidRequest(
      'grant_type',
      `needs \`grant_type=${rules.grantType ?? 'authorization_code'}\``,
    )
  }
  await authenticateClient(state, request.headers, parameters)
  const { token: failure } = state.failure
  if (failure !== undefined) {
    throw new Refusal('answer', 'fails, as the test wants it', { code: failure, status: 400 })
  }
  const bound = await boundKey(state, request)
  const refreshes = rules.refresh !== undefined && parameters.get('grant_type') === REFRESH
  const { grant, used } = refreshes
    ? useRefreshToken(state, parameters.get('refresh_token') ?? '')
    : { grant: await redeem(state, parameters) }
  checkKey(grant, bound)
  return { grant: { ...grant, ...bound }, ...(used !== undefined && { used }) }
}

/** Answers a token request (RFC 6749, sections 4.1.3 and 6). */
export async function respondWithToken(state: EmulatorState, request: Request): Promise<Response> {
  try {
    const granted = await findGrant(state, request)
    const { status = 200, mediaType } = state.service.token
    const headers = {
      'cache-control': 'no-store',
      ...(mediaType !== undefined && { 'content-type': mediaType }),
    }
    return Response.json(await issue(state, granted), { status, headers })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refusalResponse(state, error, { answer: toErrorResponse(state.service.token, error) })
  }
}
