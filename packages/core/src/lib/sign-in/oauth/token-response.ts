import type { OAuthProvider } from '../../config/providers.ts'
import { OAuthCallbackError } from '../../errors/classes.ts'
import { isObject, parseJson } from '../../kit/json.ts'
import { withoutSecret } from './token-endpoint.ts'

type Members = Readonly<Record<string, unknown>>

/** What a service says of an error, for the log. */
export interface ServiceError {
  readonly error?: string
  readonly description?: string
}

/** Longest text of a service in the log. */
const MAX_TEXT = 300

/** What was sent to a service, and does not belong into a log: services repeat it in their errors. */
export type Sent = readonly (string | null | undefined)[]

/** Shorter values may be parts of words. */
const SHORTEST_SENT = 8

/** A text without the values that were sent, as they are or as a form has them. */
const withoutSent = (text: string, sent: Sent): string =>
  sent
    .map((value) => value ?? '')
    .filter((value) => value.length >= SHORTEST_SENT)
    .flatMap((value) => [value, encodeURIComponent(value)])
    .reduce((masked, value) => masked.replaceAll(value, '[redacted]'), text)

/** The first of the values that is text, or a number that stands for one. */
function firstText(values: readonly unknown[], sent: Sent): string | undefined {
  const found = values.find(
    (value): value is string | number =>
      typeof value === 'number' || (typeof value === 'string' && value !== ''),
  )
  return found === undefined ? undefined : withoutSent(String(found), sent).slice(0, MAX_TEXT)
}

/**
 * The error in a body: that of RFC 6749, section 5.2, and the forms of services that have their own, such as
 * `{"error":{"message":"…","code":100}}` and `{"error":true,"message":"…"}`.
 *
 * @param sent - what the service was sent and must not be logged
 */
export function readServiceError(body: Members, sent: Sent): ServiceError {
  const { error, errors } = body
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined
  const inner = [error, first].find(isObject) ?? {}
  const codes = [
    error,
    inner['type'],
    inner['code'],
    body['error_type'],
    body['error_code'],
    body['errcode'],
    body['code'],
  ]
  const descriptions = [
    body['error_description'],
    inner['message'],
    inner['error_description'],
    body['error_message'],
    body['errmsg'],
    body['message'],
  ]
  const code = firstText(codes, sent)
  const description = firstText(descriptions, sent)
  return {
    ...(code === undefined ? {} : { error: code }),
    ...(description === undefined ? {} : { description }),
  }
}

/** The members of a JSON body, whatever its media type says: services send errors as `text/plain`. */
export async function readBody(response: Response): Promise<Members> {
  try {
    const body = parseJson(await response.text())
    return isObject(body) ? body : {}
  } catch {
    return {}
  }
}

/** Members that the library writes, and `__proto__`. */
const OWN_MEMBERS: ReadonlySet<string> = new Set([
  'provider',
  'providerAccountId',
  'type',
  'userId',
  '__proto__',
])

/** Members of RFC 6749, section 5.1, and OpenID Connect that are text. Where they are empty, the service has none to give. */
const TEXTS = ['access_token', 'token_type', 'refresh_token', 'scope', 'id_token'] as const

/** Members that the library or adapters use, each with the check of its type. */
const MEMBER_CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  ...Object.fromEntries(TEXTS.map((name) => [name, (value) => value !== null && value !== ''])),
  expires_in: (value) =>
    typeof value === 'number' ? value >= 0 : typeof value === 'string' && /^\d{1,15}$/.test(value),
  expires_at: (value) => Number.isSafeInteger(value),
  session_state: (value) => typeof value === 'string',
  authorization_details: (value) => Array.isArray(value),
}

function isKept([name, value]: readonly [string, unknown]): boolean {
  if (OWN_MEMBERS.has(name)) return false
  const expected = Object.hasOwn(MEMBER_CHECKS, name) ? MEMBER_CHECKS[name] : undefined
  return expected?.(value) ?? true
}

/**
 * The members of a token response without empty and malformed ones, and without those that the library writes. Without OpenID Connect
 * it also removes the ID token, which is neither verified nor used.
 */
export function usableMembers(members: Members, kind: 'oauth' | 'oidc'): Members {
  const kept = Object.entries(members)
    .filter(isKept)
    .filter(([name]) => kind === 'oidc' || name !== 'id_token')
  return Object.fromEntries(kept)
}

/** A response of the token endpoint. */
interface Answer {
  readonly status: number
  readonly body: Members
  readonly sent: Sent
}

function refuse(provider: OAuthProvider, { status, body, sent }: Answer): OAuthCallbackError {
  const details = { status, ...readServiceError(body, sent) }
  const message =
    status >= 500
      ? `The token endpoint of "${provider.id}" answered with HTTP ${status}.`
      : `The token endpoint of "${provider.id}" refused the code.${withoutSecret(provider)}`
  return new OAuthCallbackError(message, details)
}

type Texts = Members & { readonly [K in (typeof TEXTS)[number]]?: string }

function requireTexts({ id }: OAuthProvider, members: Members): Texts {
  const wrong = TEXTS.find((name) => !['undefined', 'string'].includes(typeof members[name]))
  // Each of them is text or absent.
  if (wrong === undefined) return members as Texts
  const value = members[wrong]
  const type = Array.isArray(value) ? 'a list' : `of the type ${typeof value}`
  throw new OAuthCallbackError(
    `The token response of "${id}" has a \`${wrong}\` that is ${type}, not text. Make it text in \`token.conform\` of the provider.`,
  )
}

/** What to do about a member that a token response has to have. */
const ADVICE = {
  token_type: 'Add it in `token.conform` of the provider, where the service never sends it',
  id_token:
    'Ask for the scope `openid`; a service that has no ID tokens is a provider of the type "oauth"',
} as const

function requireMember(
  { id }: OAuthProvider,
  members: Texts,
  name: 'token_type' | 'id_token',
): string {
  const value = members[name]
  if (value !== undefined) return value
  throw new OAuthCallbackError(`The token response of "${id}" has no \`${name}\`. ${ADVICE[name]}.`)
}

/** A 200 without a token: some services answer so with an error in a form of their own. */
function withoutToken(provider: OAuthProvider, answer: Answer): OAuthCallbackError {
  if (Object.keys(readServiceError(answer.body, [])).length > 0) return refuse(provider, answer)
  return new OAuthCallbackError(`The token response of "${provider.id}" has no \`access_token\`.`)
}

/** A successful token response, checked but for the ID token. */
export interface TokenMembers extends Members {
  readonly access_token: string
  /** In lower case. */
  readonly token_type: string
  readonly expires_in?: number
  readonly id_token?: string
}

/**
 * Reads a token response (RFC 6749, sections 5.1 and 5.2). Errors also come with status 200, with a token beside them, as another media
 * type, and in forms of their own.
 *
 * @param sent - what the service was sent beside the client secret, and must not be logged
 * @throws OAuthCallbackError with what the service said, or naming the member that is missing or malformed
 */
export async function readTokenResponse(
  provider: OAuthProvider,
  response: Response,
  sent: Sent,
): Promise<TokenMembers> {
  const { status, headers } = response
  const body = await readBody(response)
  const answer = { status, body, sent: [...sent, provider.config.clientSecret] }
  const { error } = body
  if (status !== 200 || (typeof error === 'string' && error !== '')) throw refuse(provider, answer)
  const type = headers.get('content-type') ?? 'none'
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) {
    throw new OAuthCallbackError(
      `The token response of "${provider.id}" has the media type ${JSON.stringify(type).slice(0, 80)}, not JSON. Correct it in \`token.conform\` of the provider, where the service sends JSON.`,
    )
  }
  const members = requireTexts(provider, usableMembers(body, provider.kind))
  const { access_token: accessToken, expires_in: lifetime } = members
  if (accessToken === undefined) throw withoutToken(provider, answer)
  const tokenType = requireMember(provider, members, 'token_type')
  if (provider.kind === 'oidc') requireMember(provider, members, 'id_token')
  return {
    ...members,
    access_token: accessToken,
    token_type: tokenType.toLowerCase(),
    ...(lifetime === undefined ? {} : { expires_in: Number(lifetime) }),
  }
}
