import { expect, it } from 'vitest'
import { oauthProvider } from '../../../test/oauth-provider.ts'
import { clientAuthentication } from './client-auth.ts'

function basicOf(clientId: string, clientSecret: string): string {
  const provider = oauthProvider({ clientId, clientSecret })
  const headers = new Headers()
  const server = { issuer: 'https://acme.example' }
  const authenticate = clientAuthentication(provider, server)
  void authenticate(server, { client_id: clientId }, new URLSearchParams(), headers)
  return atob(headers.get('authorization')?.replace('Basic ', '') ?? '')
}

it.each([
  ['0f8f-11ee_be.56*', 'gto_a-b.c*', '0f8f-11ee_be.56*:gto_a-b.c*'],
  ['a:b', 'p+w d/=&%', 'a%3Ab:p%2Bw+d%2F%3D%26%25'],
  ['ä', "~!(')", '%C3%A4:%7E%21%28%27%29'],
])('%s and %s are encoded as a form is, and no further (RFC 6749, appendix B)', (...row) => {
  const [id, secret, expected] = row
  expect(basicOf(id, secret)).toBe(expected)
})
