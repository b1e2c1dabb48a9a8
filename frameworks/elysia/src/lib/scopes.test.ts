import { createFrameworkAuth } from '@latchstring/core/framework'
import { ENV, ORIGIN } from '@latchstring/test-kit/app'
import { ADA, passwords, signedInCookies } from '@latchstring/test-kit/people'
import { describe, expect, test } from 'vitest'
import { createScopes } from './scopes.ts'

const quiet = { error: () => undefined, warn: () => undefined }
const config = { providers: [passwords()], logger: quiet, session: { updateAge: 0 } }
const instance = createFrameworkAuth(config, { env: ENV, basePath: '/auth' })

/** A request with the session of Ada. */
async function ask(path = '/page'): Promise<Request> {
  const cookie = await signedInCookies(config)
  return new Request(ORIGIN + path, { headers: { cookie } })
}

const sessions = (response: unknown): readonly string[] =>
  response instanceof Response
    ? response.headers.getSetCookie().filter((line) => line.includes('session-token'))
    : []

describe('The plugin of Elysia', () => {
  test('answers an action without running the application', async () => {
    const { within } = createScopes(() => instance)
    const request = await ask('/auth/session')
    const response = await within(request, () => {
      throw new Error('The application was asked.')
    })
    expect(await (response instanceof Response ? response.json() : undefined)).toMatchObject({
      user: { name: ADA.name },
    })
  })

  test('leaves a page of the application below the base path to the application', async () => {
    const { within } = createScopes(() => instance)
    const response = await within(await ask('/auth/login'), () => new Response('own page'))
    expect(await (response instanceof Response ? response.text() : undefined)).toBe('own page')
  })

  test('installed twice sets the renewed cookie once and makes a public page with it private', async () => {
    const { within, find } = createScopes(() => instance)
    const request = await ask()
    const page = async (): Promise<Response> => {
      await find(request).auth()
      return new Response('page', {
        headers: { 'Cache-Control': 'public, s-maxage=60', 'Set-Cookie': 'app=1' },
      })
    }
    const response = await within(request, async () => {
      await find(request).auth()
      return within(request, page)
    })
    expect(sessions(response)).toHaveLength(1)
    const headers = response instanceof Response ? response.headers : new Headers()
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.getSetCookie()).toContain('app=1')
  })

  test('reads the session without renewing it once the response of a stream was made', async () => {
    const { within, find } = createScopes(() => instance)
    const request = await ask()
    const response = await within(request, () => new Response('first'))
    const scope = find(request)
    expect((await scope.auth())?.user?.name).toBe(ADA.name)
    expect(scope.takeCookies()).toEqual([])
    expect(sessions(response)).toEqual([])
  })

  test('does not change a request that was upgraded to a WebSocket', async () => {
    const { within, find } = createScopes(() => instance)
    const request = await ask('/socket')
    expect(await within(request, () => undefined)).toBeUndefined()
    expect((await find(request).auth())?.user?.name).toBe(ADA.name)
  })

  test('names the option to change where it does not run for a request', async () => {
    const { find } = createScopes(() => instance)
    const request = await ask()
    expect(() => find(request)).toThrow('remove `aot: false`')
  })
})
