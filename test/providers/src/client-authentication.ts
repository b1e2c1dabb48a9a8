import type { Authentication, Service } from '@latchstring/testing'
import { decodeProtectedHeader } from 'jose'

async function parametersOf(request: Request): Promise<ReadonlyMap<string, unknown>> {
  if (request.method === 'GET') return new Map(new URL(request.url).searchParams)
  const text = await request.clone().text()
  const isJson = request.headers.get('content-type')?.startsWith('application/json')
  // What a test expects to be JSON fails here if it is not.
  return new Map(isJson ? Object.entries(JSON.parse(text) as object) : new URLSearchParams(text))
}

/** How a client authenticated at the token endpoint of a service. */
export async function authenticationOf(
  { token: { url, names } }: Service,
  requests: readonly Request[],
): Promise<readonly Authentication[]> {
  const request = requests.find((one) => one.url.split('?', 1)[0] === url)
  if (!request) throw new Error(`There was no request to ${url}.`)
  const parameters = await parametersOf(request)
  const secretName = names?.['client_secret'] ?? 'client_secret'
  const assertion = parameters.get('client_assertion')
  const found: Authentication[] = []
  if (request.headers.get('authorization')?.startsWith('Basic ')) found.push('client_secret_basic')
  if (parameters.has(secretName)) found.push('client_secret_post')
  if (typeof assertion === 'string' && secretName !== 'client_assertion') {
    const symmetric = decodeProtectedHeader(assertion).alg?.startsWith('HS')
    found.push(symmetric ? 'client_secret_jwt' : 'private_key_jwt')
  }
  return found.length > 0 ? found : ['none']
}
