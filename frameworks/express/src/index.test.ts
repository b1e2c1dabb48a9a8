import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { AuthConfig } from '@latchstring/core'
import type { RegisteredSession } from '@latchstring/core/types'
import { ENV } from '@latchstring/test-kit/app'
import { ADA, passwords, signedInCookies } from '@latchstring/test-kit/people'
import type { Express, Request, Response } from 'express'
import { describe, expect, expectTypeOf, test, vi } from 'vitest'
import Latchstring from './index.ts'

const quiet = { error: () => undefined, warn: () => undefined }
const config = { providers: [passwords()], logger: quiet }
const latchstring = Latchstring(config, { env: ENV })

/** A request and its response, as Express passes them on: objects of Node.js with additional members. */
function visit(
  headers: Readonly<Record<string, string>> = {},
  url = '/page',
  originalUrl = url,
): [Request, Response] {
  const message = new IncomingMessage(new Socket())
  Object.assign(message, { url, originalUrl, method: 'GET', headers })
  const response = Object.assign(new ServerResponse(message), { locals: {} })
  // The package reads no other member that Express adds.
  return [message as Request, response as unknown as Response]
}

const cookies = async (): Promise<string> => signedInCookies(config)

/** Returns the argument with which a handler calls `next`; `undefined` if it does not call `next`. */
function pass(
  handler: typeof latchstring,
  [request, response]: [Request, Response],
): Promise<unknown> {
  return new Promise((resolve) => {
    handler(request, response, resolve)
    response.on('finish', () => resolve('finished'))
  })
}

describe('The middleware for Express', () => {
  test('passes the session to views as `response.locals.auth`', async () => {
    const [request, response] = visit({ cookie: await cookies() })
    expect(await pass(latchstring, [request, response])).toBeUndefined()
    expect((await response.locals.auth())?.user?.name).toBe(ADA.name)
  })

  test('declares the type of `response.locals.auth`, and leaves `session` to the application', () => {
    expectTypeOf<Response['locals']['auth']>().toEqualTypeOf<
      () => Promise<RegisteredSession | null>
    >()
    expectTypeOf<Response['locals']['session']>().toBeAny()
    const route = (app: Express) =>
      app.get('/', latchstring.requireSession(), (_, { locals }) => {
        expectTypeOf(locals.session).toEqualTypeOf<RegisteredSession>()
      })
    expectTypeOf(route).returns.toExtend<Express>()
  })

  test('passes an error to `next`, as Express 4 requires', async () => {
    const [request, response] = visit()
    Object.assign(response, { locals: undefined })
    expect(await pass(latchstring, [request, response])).toBeInstanceOf(TypeError)
  })
})

test('`requireSession` for Express sets `response.locals.session`', async () => {
  const [request, response] = visit({ cookie: await cookies() })
  const handler = latchstring.requireSession()
  await new Promise((resolve) => {
    void handler(request, response, resolve)
  })
  expect(response.locals['session']).toMatchObject({ user: { name: ADA.name } })
})

test.each([
  ['/members', '/en/members'],
  ['/en/members', '/members'],
])(
  '`authorize` for Express refuses %s, which middleware has made of %s, by a rule for /members (INT-02)',
  async (url, originalUrl) => {
    const callbacks: AuthConfig['callbacks'] = {
      authorized: ({ auth, request }) =>
        auth !== null || !new URL(request.url).pathname.startsWith('/members'),
    }
    const guard = Latchstring({ ...config, callbacks }, { env: ENV }).authorize()
    const ask = ([request, response]: [Request, Response]): Promise<unknown> =>
      new Promise((resolve) => {
        vi.spyOn(response, 'end').mockImplementation(() => {
          resolve(response.statusCode)
          return response
        })
        void guard(request, response, resolve)
      })
    expect(await ask(visit({}, url, originalUrl))).toBe(401)
    expect(await ask(visit({ cookie: await cookies() }, url, originalUrl))).toBeUndefined()
  },
)

test('A form for Express without a parsed body is rejected with the name of the parser to install', async () => {
  const form = latchstring.form(...visit(), 'signin')
  await expect(form).rejects.toThrow('Put express.urlencoded({ extended: false }) in front')
})
