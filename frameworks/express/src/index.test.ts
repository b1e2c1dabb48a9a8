import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { RegisteredSession } from '@latchstring/core/types'
import { ENV } from '@latchstring/test-kit/app'
import { ADA, passwords, signedInCookies } from '@latchstring/test-kit/people'
import type { Express, Request, Response } from 'express'
import { describe, expect, expectTypeOf, test } from 'vitest'
import Latchstring from './index.ts'

const quiet = { error: () => undefined, warn: () => undefined }
const config = { providers: [passwords()], logger: quiet }
const latchstring = Latchstring(config, { env: ENV })

/** A request and its response, as Express passes them on: objects of Node.js with additional members. */
function visit(headers: Readonly<Record<string, string>> = {}): [Request, Response] {
  const message = new IncomingMessage(new Socket())
  Object.assign(message, { url: '/page', originalUrl: '/page', method: 'GET', headers })
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

test('A form for Express without a parsed body is rejected with the name of the parser to install', async () => {
  const form = latchstring.form(...visit(), 'signin')
  await expect(form).rejects.toThrow('Put express.urlencoded({ extended: false }) in front')
})
