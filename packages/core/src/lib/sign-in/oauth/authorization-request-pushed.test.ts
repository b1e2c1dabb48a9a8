import { describe, expect, it } from 'vitest'
import { type FakeService, openService } from '../../../../test/fake-service.ts'
import { ISSUER, oidcProvider } from '../../../../test/oauth-provider.ts'
import { customFetch } from '../../types/symbols.ts'
import { mustPush, pushRequest } from './authorization-request.ts'
import { dpopHandle, newDpopKey, toClient } from './request.ts'

const metadata = { issuer: ISSUER, pushed_authorization_request_endpoint: `${ISSUER}/par` }

const parameters = new URLSearchParams({ response_type: 'code', state: 's' })

const open = (answer: object, init: ResponseInit = { status: 201 }): FakeService =>
  openService({ '/par': () => Response.json(answer, init) })

const PUSHED = { request_uri: 'urn:x', expires_in: 60 }

describe('A pushed authorization request', () => {
  it.each([
    [true, true, undefined],
    [true, undefined, true],
    [true, false, true],
    [false, undefined, undefined],
    [false, false, false],
  ])('is sent: %s, with %j configured and %j in the metadata (OAU-22)', (...row) => {
    const [needed, configured, required] = row
    const provider = oidcProvider(
      configured === undefined ? {} : { pushedAuthorizationRequests: configured },
    )
    const server = {
      metadata: {
        issuer: ISSUER,
        ...(required === undefined ? {} : { require_pushed_authorization_requests: required }),
      },
    }
    expect(mustPush(provider, server)).toBe(needed)
  })

  it('has the authorization request and the client authentication, and returns the request_uri (OAU-22)', async () => {
    const service = open(PUSHED)
    const provider = oidcProvider({ [customFetch]: service.fetch })
    expect(await pushRequest(provider, { metadata }, parameters, undefined)).toBe('urn:x')
    const [request, ...others] = service.asked
    expect(others).toEqual([])
    expect(Object.fromEntries(request?.body ?? [])).toEqual({
      client_id: 'app',
      ...Object.fromEntries(parameters),
    })
    expect(request?.headers.get('authorization')).toBe(`Basic ${btoa('app:secret')}`)
    expect(request?.headers.has('dpop')).toBe(false)
  })

  it('fails without an endpoint, with the reason in the log (OAU-22)', async () => {
    const server = { metadata: { issuer: ISSUER } }
    await expect(pushRequest(oidcProvider(), server, parameters, undefined)).rejects.toMatchObject({
      type: 'OAuthSignInError',
      message: 'The provider "acme" names no endpoint for pushed authorization requests.',
    })
  })

  it('has what was sent to the service in no error that it repeats it in (LOG-01)', async () => {
    const sent = new URLSearchParams({ state: 'zebra-finches', nonce: 'quail-battery' })
    const description = `no ${[...sent.values(), 'heron-staples'].join(' and ')}`
    const service = open({ error: 'x', error_description: description }, { status: 400 })
    const provider = oidcProvider({ [customFetch]: service.fetch, clientSecret: 'heron-staples' })
    await expect(pushRequest(provider, { metadata }, sent, undefined)).rejects.toMatchObject({
      cause: { description: 'no [redacted] and [redacted] and [redacted]' },
    })
  })

  it('is repeated for a nonce only where it has a proof (OAU-23)', async () => {
    for (const bound of [true, false]) {
      const service = open(
        { error: 'use_dpop_nonce' },
        { status: 400, headers: { 'dpop-nonce': 'n' } },
      )
      const provider = oidcProvider({ [customFetch]: service.fetch })
      const dpop = bound ? await dpopHandle(toClient(provider), await newDpopKey()) : undefined
      await expect(pushRequest(provider, { metadata }, parameters, dpop)).rejects.toMatchObject({
        type: 'OAuthSignInError',
        cause: { error: 'use_dpop_nonce', status: 400 },
      })
      expect(service.asked.map(({ headers }) => headers.has('dpop'))).toEqual(
        bound ? [true, true] : [false],
      )
    }
  })
})
