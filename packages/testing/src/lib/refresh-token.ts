import type { RefreshRules } from '../service.ts'
import {
  type EmulatorState,
  type Grant,
  type IssuedRefreshToken,
  unguessable,
} from './emulator-state.ts'
import { invalidGrant } from './refusal.ts'

/** What a token request may have, and the refresh token that it used. */
export interface Granted {
  readonly grant: Grant
  readonly used?: string
}

function endAll({ refreshTokens, accessTokens }: EmulatorState, family: string): void {
  for (const [token, issued] of refreshTokens) {
    if (issued.family !== family) continue
    refreshTokens.delete(token)
    accessTokens.delete(issued.accessToken)
  }
}

function checkReplaced(
  state: EmulatorState,
  { leeway = 0, reuseEndsAll = false }: RefreshRules,
  { replacedUntil, family }: IssuedRefreshToken,
): void {
  if (replacedUntil === undefined || state.now() < replacedUntil) return
  if (reuseEndsAll) endAll(state, family)
  const taken = leeway === 0 ? '' : `, and takes the one before for ${leeway} seconds`
  const ended = reuseEndsAll ? '. All tokens of the sign-in are ended now' : ''
  throw invalidGrant(
    'token',
    `gives a new refresh token with each refresh${taken}, and this one was replaced${ended}`,
  )
}

/**
 * Looks up the grant of a refresh token (RFC 6749, section 6). A new ID token has no `nonce` (OpenID Connect Core 1.0, section 12.2).
 *
 * @throws Refusal when the token is unknown, replaced or too old
 */
export function useRefreshToken(state: EmulatorState, token: string): Required<Granted> {
  const issued = state.refreshTokens.get(token)
  if (!issued) throw invalidGrant('token', 'does not know the refresh token')
  const { refresh } = state.service.token
  if (refresh) checkReplaced(state, refresh, issued)
  if (issued.expires <= state.now()) {
    const days = (refresh?.lifetime ?? 0) / 86_400
    throw invalidGrant('token', `gives refresh tokens for ${days} days, and this one has expired`)
  }
  const { nonce: _ofTheSignIn, ...grant } = issued.grant
  return { grant, used: token }
}

function keep(
  state: EmulatorState,
  issued: Omit<IssuedRefreshToken, 'family'>,
  family?: string,
): string {
  const token = unguessable('refresh')
  state.refreshTokens.set(token, { ...issued, family: family ?? token })
  return token
}

/** Puts a new refresh token in the place of the one before, or beside it. */
function replace(
  state: EmulatorState,
  { next, leeway = 0, lifetimeFrom }: RefreshRules,
  renewed: { readonly used: string; readonly before: IssuedRefreshToken } & Omit<
    IssuedRefreshToken,
    'family'
  >,
): string {
  const { used, before, expires, ...issued } = renewed
  if (next === 'new') {
    const replacedUntil = before.replacedUntil ?? state.now() + leeway * 1000
    state.refreshTokens.set(used, { ...before, replacedUntil })
  }
  const until = lifetimeFrom === 'sign-in' ? before.expires : expires
  return keep(state, { ...issued, expires: until }, before.family)
}

/** Issues the refresh token of a token response; `undefined` where the response has none. */
export function nextRefreshToken(
  state: EmulatorState,
  { grant, used = '' }: Granted,
  accessToken: string,
): string | undefined {
  const { refresh: rules } = state.service.token
  if (!rules || !grant.refreshable) return undefined
  const { next, lifetime = Infinity } = rules
  const expires = state.now() + lifetime * 1000
  const before = state.refreshTokens.get(used)
  if (!before) return keep(state, { grant, accessToken, expires })
  if (rules.endsAccessToken) state.accessTokens.delete(before.accessToken)
  if (next === 'new' || next === 'beside') {
    return replace(state, rules, { used, before, grant, accessToken, expires })
  }
  state.refreshTokens.set(used, { ...before, accessToken })
  return next === 'same' ? used : undefined
}
