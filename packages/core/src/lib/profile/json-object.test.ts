import { describe, expect, it } from 'vitest'
import { nameTokenType, readJsonObject } from './json-object.ts'

describe('readJsonObject', () => {
  it('returns the members of a JSON object, whatever media type it states', async () => {
    const headers = { 'content-type': 'text/plain' }
    expect(await readJsonObject('Acme', new Response('{"a":[1]}', { headers }))).toEqual({ a: [1] })
  })

  it.each([201, 204, 400, 500])('refuses a response with HTTP %i', async (status) => {
    const response = new Response(status === 204 ? null : '{}', { status })
    await expect(readJsonObject('Acme', response)).rejects.toThrow(
      `Acme answered with HTTP ${status}`,
    )
  })

  it.each(['[]', '[{"a":1}]', 'null', '"a"', '1', 'a', ''])('refuses the body %j', async (body) => {
    await expect(readJsonObject('Acme', new Response(body))).rejects.toThrow(
      'Acme answered with something other than a JSON object',
    )
  })
})

describe('nameTokenType', () => {
  it.each([
    ['adds the type that is missing', { access_token: 'a' }, 'bearer'],
    ['keeps the type of the service', { access_token: 'a', token_type: 'DPoP' }, 'DPoP'],
  ])('%s', async (_, body, type) => {
    const named = await nameTokenType(Response.json(body))
    expect(await named?.json()).toEqual({ access_token: 'a', token_type: type })
  })

  it.each(['null', '"a"', '1', 'a', ''])('leaves the body %j as it is', async (body) => {
    expect(await nameTokenType(new Response(body))).toBeUndefined()
  })

  it('leaves a response other than a success as it is', async () => {
    const response = Response.json({ error: 'invalid_grant' }, { status: 400 })
    expect(await nameTokenType(response)).toBeUndefined()
  })
})
