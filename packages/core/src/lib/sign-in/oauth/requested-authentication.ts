import { InvalidConfiguration, InvalidRequest } from '../../errors/classes.ts'
import { isObject, parseJson } from '../../kit/json.ts'
import type { ClientMetadata } from '../../types/endpoint.ts'
import type { RequestedAuthentication } from '../transaction/transaction.ts'

const MAX_LENGTH = 1000

/** Makes the error for parameters, by whose they are. */
type Fail = (message: string) => Error

function maxAgeIn(parameters: URLSearchParams, fail: Fail): number | undefined {
  const text = parameters.get('max_age')
  if (text === null) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw fail('`max_age` is not a whole number of seconds.')
}

/** What `claims` wants of the ID token (OpenID Connect Core 1.0, section 5.5). */
function idTokenClaims(parameters: URLSearchParams, fail: Fail): Readonly<Record<string, unknown>> {
  const text = parameters.get('claims')
  if (text === null) return {}
  try {
    const claims = parseJson(text)
    const wanted = isObject(claims) ? claims['id_token'] : undefined
    return isObject(wanted) ? wanted : {}
  } catch {
    throw fail('`claims` is not JSON.')
  }
}

/** The request of a claim, where it is essential. */
function findEssential(
  claims: Readonly<Record<string, unknown>>,
  name: 'acr' | 'auth_time',
  fail: Fail,
): Readonly<Record<string, unknown>> | undefined {
  const claim = claims[name]
  if (!isObject(claim)) return undefined
  const { essential = false } = claim
  if (typeof essential !== 'boolean') {
    throw fail(`\`claims\` has an \`essential\` of \`${name}\` that is neither true nor false.`)
  }
  return essential ? claim : undefined
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** The values one of which an essential `acr` has to have; any will do where none are named. */
function essentialAcr(
  claims: Readonly<Record<string, unknown>>,
  fail: Fail,
): readonly string[] | undefined {
  const acr = findEssential(claims, 'acr', fail)
  if (!acr) return undefined
  const { value, values } = acr
  if (values === undefined) {
    if (value === undefined) return []
    if (isText(value)) return [value]
    throw fail('`claims` has a `value` of `acr` that is not text.')
  }
  if (Array.isArray(values) && values.length > 0 && values.every(isText)) return values
  throw fail(
    '`claims` has `values` of `acr` that are not an array of texts, such as ["urn:mace:incommon:iap:silver"].',
  )
}

/**
 * What an authorization request wants to know of the authentication: `max_age`, and what `claims` calls essential. Values in
 * `acr_values` are a wish (OpenID Connect Core 1.0, section 3.1.2.1).
 */
function wantedIn(parameters: URLSearchParams, fail: Fail): RequestedAuthentication {
  const claims = idTokenClaims(parameters, fail)
  const maxAge = maxAgeIn(parameters, fail)
  const acr = essentialAcr(claims, fail)
  return {
    ...(maxAge === undefined ? {} : { maxAge }),
    ...(findEssential(claims, 'auth_time', fail) ? { authTime: true } : {}),
    ...(acr ? { acr: [acr] } : {}),
  }
}

function least(...ages: readonly (number | undefined)[]): number | undefined {
  const given = ages.filter((age) => age !== undefined)
  return given.length === 0 ? undefined : Math.min(...given)
}

const malformed: Fail = (message) => new InvalidConfiguration(message)

/** The same list of values twice is one. */
function listDifferent(lists: NonNullable<RequestedAuthentication['acr']>): typeof lists {
  return [...new Map(lists.map((values) => [JSON.stringify(values), values])).values()]
}

/** Everything that several ask for: none asks for less than another. */
function joined(...asked: readonly RequestedAuthentication[]): RequestedAuthentication | undefined {
  const maxAge = least(...asked.map((one) => one.maxAge))
  const acr = listDifferent(asked.flatMap((one) => one.acr ?? []))
  const requested = {
    ...(maxAge === undefined ? {} : { maxAge }),
    ...(asked.some(({ authTime }) => authTime) ? { authTime: true as const } : {}),
    ...(acr.length === 0 ? {} : { acr }),
  }
  // It waits in a cookie for the answer.
  if (JSON.stringify(requested).length > MAX_LENGTH) {
    throw new InvalidRequest('`claims` names too many values of `acr`.')
  }
  return Object.keys(requested).length === 0 ? undefined : requested
}

/** What metadata of the client asks for (OpenID Connect Dynamic Client Registration 1.0, section 2). */
function wantedByClient({
  default_max_age: maxAge,
  require_auth_time: authTime,
}: ClientMetadata): RequestedAuthentication {
  return {
    ...(maxAge === undefined ? {} : { maxAge }),
    ...(authTime ? { authTime } : {}),
  }
}

/**
 * What the ID token has to say of the authentication. Whoever starts a sign-in may ask for more than the configuration does,
 * and never for less.
 *
 * @param configured - parameters of the configuration
 * @param own - those of the caller
 * @throws InvalidConfiguration when one of the configuration is malformed
 * @throws InvalidRequest when one of the caller is
 */
export function requestedAuthentication(
  configured: URLSearchParams,
  own: URLSearchParams,
  client: ClientMetadata = {},
): RequestedAuthentication | undefined {
  const base = wantedIn(configured, malformed)
  const further = wantedIn(own, (message) => new InvalidRequest(message))
  return joined(wantedByClient(client), base, further)
}

/**
 * What the ID token has to say of the authentication where a function of the application has had the last word on the request: also
 * what that one adds. What it leaves out is required still.
 *
 * @throws InvalidConfiguration when a parameter is malformed
 */
export function requestedAlso(
  requested: RequestedAuthentication | undefined,
  conformed: URLSearchParams,
): RequestedAuthentication | undefined {
  return joined(requested ?? {}, wantedIn(conformed, malformed))
}
