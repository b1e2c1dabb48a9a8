import { InvalidConfiguration, InvalidRequest } from '../../errors/classes.ts'
import { isObject, parseJson } from '../../kit/json.ts'
import type { ClientMetadata } from '../../types/endpoint.ts'
import type { RequestedAuthentication } from '../transaction/transaction.ts'

const MAX_REQUESTED_LENGTH = 1000

/** Makes the error for parameters of the configuration or of the caller. */
type Fail = (message: string) => Error

function maxAgeIn(parameters: URLSearchParams, fail: Fail): number | undefined {
  const text = parameters.get('max_age')
  if (text === null) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw fail('`max_age` is not a whole number of seconds.')
}

/** The claims of the ID token that `claims` requests (OpenID Connect Core 1.0, section 5.5). */
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

/** The request for a claim, if it is essential. */
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

/** The accepted values of an essential `acr`. An empty list accepts any. */
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
 * The authentication that an authorization request requires: `max_age`, and essential `claims`. Values in `acr_values` are voluntary
 * (OpenID Connect Core 1.0, section 3.1.2.1).
 */
function requiredBy(parameters: URLSearchParams, fail: Fail): RequestedAuthentication {
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

const misconfigured: Fail = (message) => new InvalidConfiguration(message)

/** Each list of values once. */
function listDifferent(lists: NonNullable<RequestedAuthentication['acr']>): typeof lists {
  return [...new Map(lists.map((values) => [JSON.stringify(values), values])).values()]
}

/** The union of several requirements. */
function combine(
  ...asked: readonly RequestedAuthentication[]
): RequestedAuthentication | undefined {
  const maxAge = least(...asked.map((one) => one.maxAge))
  const acr = listDifferent(asked.flatMap((one) => one.acr ?? []))
  const requested = {
    ...(maxAge === undefined ? {} : { maxAge }),
    ...(asked.some(({ authTime }) => authTime) ? { authTime: true as const } : {}),
    ...(acr.length === 0 ? {} : { acr }),
  }
  // A cookie keeps it until the callback.
  if (JSON.stringify(requested).length > MAX_REQUESTED_LENGTH) {
    throw new InvalidRequest('`claims` names too many values of `acr`.')
  }
  return Object.keys(requested).length === 0 ? undefined : requested
}

/** The authentication that the client metadata requires (OpenID Connect Dynamic Client Registration 1.0, section 2). */
function requiredByClient({
  default_max_age: maxAge,
  require_auth_time: authTime,
}: ClientMetadata): RequestedAuthentication {
  return {
    ...(maxAge === undefined ? {} : { maxAge }),
    ...(authTime ? { authTime } : {}),
  }
}

/**
 * The authentication that the ID token has to confirm. The caller can require more than the configuration does, and never less.
 *
 * @param configured - parameters of the configuration
 * @param own - those of the caller
 * @throws InvalidConfiguration when a parameter of the configuration is malformed
 * @throws InvalidRequest when a parameter of the caller is malformed
 */
export function requestedAuthentication(
  configured: URLSearchParams,
  own: URLSearchParams,
  client: ClientMetadata = {},
): RequestedAuthentication | undefined {
  const base = requiredBy(configured, misconfigured)
  const further = requiredBy(own, (message) => new InvalidRequest(message))
  return combine(requiredByClient(client), base, further)
}

/**
 * The authentication that the ID token has to confirm after `authorization.conform`, which can add requirements and cannot remove one.
 *
 * @throws InvalidConfiguration when a parameter is malformed
 */
export function requestedAlso(
  requested: RequestedAuthentication | undefined,
  conformed: URLSearchParams,
): RequestedAuthentication | undefined {
  return combine(requested ?? {}, requiredBy(conformed, misconfigured))
}
