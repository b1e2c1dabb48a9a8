import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { RegisteredSession } from '@latchstring/core/types'
import { ENV } from '@latchstring/test-kit/app'
import { ADA, passwords, signedInCookies } from '@latchstring/test-kit/people'
import type { Context, DefaultState } from 'koa'
import { describe, expect, expectTypeOf, test } from 'vitest'
import Latchstring from './index.ts'

const quiet = { error: () => undefined, warn: () => undefined }
const config = { providers: [passwords()], logger: quiet }
const latchstring = Latchstring(config, { env: ENV })

/** A context with the members that the package reads. */
function visit(headers: Readonly<Record<string, string>> = {}, body?: unknown): Context {
  const req = new IncomingMessage(new Socket())
  Object.assign(req, { url: '/page', method: 'GET', headers })
  const context = {
    req,
    res: new ServerResponse(req),
    request: body === undefined ? {} : { body },
    originalUrl: '/page',
    state: {},
  }
  // The package reads no other member that Koa adds.
  return context as unknown as Context
}

const cookies = async (): Promise<string> => signedInCookies(config)

const next = async (): Promise<void> => undefined

describe('The middleware for Koa', () => {
  test('passes the session to views as `context.state.auth`', async () => {
    const context = visit({ cookie: await cookies() })
    await latchstring(context, next)
    expect((await context.state.auth())?.user?.name).toBe(ADA.name)
  })

  test('declares the types of its members of `context.state`', () => {
    expectTypeOf<DefaultState['auth']>().toEqualTypeOf<() => Promise<RegisteredSession | null>>()
    expectTypeOf<DefaultState['session']>().toEqualTypeOf<RegisteredSession | undefined>()
  })
})

test('`requireSession` for Koa sets `context.state.session`', async () => {
  const context = visit({ cookie: await cookies() })
  await latchstring.requireSession()(context, next)
  expect(context.state.session?.user?.name).toBe(ADA.name)
})

test.each([undefined, 'provider=credentials', null])(
  'A form for Koa with the body %j, which no parser has read, is rejected with the name of the parser to install',
  async (body) => {
    const form = latchstring.form(visit({}, body), 'signin')
    await expect(form).rejects.toThrow('Put a parser, such as @koa/bodyparser, in front')
  },
)
