import { InvalidConfiguration, InvalidRequest } from '../errors/classes.ts'
import { isObject, parseJson } from '../json.ts'
import type { ClientMetadata } from '../types/endpoint.ts'
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

function isEssential(claim: unknown): claim is Record<string, unknown> {
  return isObject(claim) && claim['essential'] === true
}

/** The values one of which an essential `acr` has to have; any will do where none are named. */
function essentialAcr({ acr }: Readonly<Record<string, unknown>>): readonly string[] | undefined {
  if (!isEssential(acr)) return undefined
  const { value, values } = acr
  const named: readonly unknown[] = Array.isArray(values) ? values : [value]
  return named.filter((one) => typeof one === 'string')
}

/**
 * What an authorization request wants to know of the authentication: `max_age`, and what `claims` calls essential. Values in
 * `acr_values` are a wish (OpenID Connect Core 1.0, section 3.1.2.1).
 */
function wantedIn(parameters: URLSearchParams, fail: Fail): RequestedAuthentication {
  const claims = idTokenClaims(parameters, fail)
  const maxAge = maxAgeIn(parameters, fail)
  const acr = essentialAcr(claims)
  return {
    ...(maxAge === undefined ? {} : { maxAge }),
    ...(isEssential(claims['auth_time']) ? { authTime: true } : {}),
    ...(acr ? { acr: [acr] } : {}),
  }
}

function least(...ages: readonly (number | undefined)[]): number | undefined {
  const given = ages.filter((age) => age !== undefined)
  return given.length === 0 ? undefined : Math.min(...given)
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
  const base = wantedIn(configured, (message) => new InvalidConfiguration(message))
  const further = wantedIn(own, (message) => new InvalidRequest(message))
  const maxAge = least(client.default_max_age, base.maxAge, further.maxAge)
  const acr = [...(base.acr ?? []), ...(further.acr ?? [])]
  const authTime = base.authTime ?? further.authTime ?? client.require_auth_time
  const requested = {
    ...(maxAge === undefined ? {} : { maxAge }),
    ...(authTime ? { authTime } : {}),
    ...(acr.length === 0 ? {} : { acr }),
  }
  // It waits in a cookie for the answer.
  if (JSON.stringify(requested).length > MAX_LENGTH) {
    throw new InvalidRequest('`claims` names too many values of `acr`.')
  }
  return Object.keys(requested).length === 0 ? undefined : requested
}
