import type { TokenRules } from '../service.ts'
import { unmet } from './expectations.ts'
import { invalidRequest } from './refusal.ts'

type Parameters = ReadonlyMap<string, string>

/** The grant type of a refresh (RFC 6749, section 6). */
export const REFRESH = 'refresh_token'

function fromForm(text: string | URLSearchParams): Parameters {
  const parameters = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (parameters.has(name)) throw invalidRequest('parameter', `refuses \`${name}\` twice`)
    if (value !== '') parameters.set(name, value)
  }
  return parameters
}

function fromJson(text: string): Parameters {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw invalidRequest('body', 'cannot read the body of the token request as JSON')
  }
  const members = typeof body === 'object' && body !== null ? Object.entries(body) : []
  return new Map(
    members.filter((member): member is [string, string] => typeof member[1] === 'string'),
  )
}

async function read(
  request: Request,
  { method = 'POST', body = 'form' }: TokenRules,
): Promise<Parameters> {
  if (method === 'GET') return fromForm(new URL(request.url).searchParams)
  const expected = body === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'
  const type = request.headers.get('content-type') ?? ''
  if (type.split(';', 1)[0]?.trim().toLowerCase() !== expected) {
    throw invalidRequest('body', `takes ${expected}, and the token request says "${type}"`)
  }
  const text = await request.clone().text()
  return body === 'json' ? fromJson(text) : fromForm(text)
}

/** Names of RFC 6749 in place of those of the service; what has another name at the service is not read under its own. */
function standardNames(parameters: Parameters, names: TokenRules['names'] = {}): Parameters {
  const renamed = Object.entries(names)
  const standard = new Map([...parameters].filter(([name]) => !Object.hasOwn(names, name)))
  for (const [name, own] of renamed) {
    const value = parameters.get(own)
    standard.delete(own)
    if (value !== undefined) standard.set(name, value)
  }
  return standard
}

/**
 * Reads a token request and checks its form.
 *
 * @returns the parameters, by their names in RFC 6749
 * @throws Refusal when the service does not take such a request
 */
export async function readTokenRequest(request: Request, rules: TokenRules): Promise<Parameters> {
  const method = rules.method ?? 'POST'
  if (request.method !== method) {
    throw invalidRequest(
      'method',
      `takes token requests by ${method}, and this is ${request.method}`,
    )
  }
  const header = unmet(rules.headers, (name) => request.headers.get(name))
  if (header !== undefined) {
    throw invalidRequest('header', `refuses the token request: the header ${header}`)
  }
  const parameters = await read(request, rules)
  // Other parameters, such as the verifier, are those of a code.
  const refreshes = rules.refresh !== undefined && parameters.get('grant_type') === REFRESH
  const missing = refreshes ? undefined : unmet(rules.requires, (name) => parameters.get(name))
  if (missing !== undefined) {
    throw invalidRequest('parameter', `refuses the token request: ${missing}`)
  }
  return standardNames(parameters, rules.names)
}
