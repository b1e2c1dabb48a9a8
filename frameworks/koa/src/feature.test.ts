import { expectGreeting, greetingApplication, principalOf } from '@latchstring/test-kit/greeting'
import { visit } from '@latchstring/test-kit/node-visit'
import type { Context } from 'koa'
import { test } from 'vitest'
import Latchstring from './index.ts'

const { feature, config, options } = greetingApplication()
const latchstring = Latchstring(() => config, options)

/** A context with the members that the package reads. */
function toContext(cookie: string, originalUrl = '/page', authorization = '') {
  const [req, res] = visit(cookie, authorization)
  Object.assign(req, { url: originalUrl })
  const context = { req, res, request: {}, originalUrl, state: {}, set: () => undefined }
  // The package reads no other member that Koa adds.
  return context as unknown as Context
}

test('A feature of a configuration function has its page and its operations in Koa', async () => {
  await expectGreeting({
    feature,
    async open(path) {
      const context = toContext('', path)
      await latchstring(context, async () => undefined)
      return new Response(String(context.body), { status: context.status })
    },
    greet: (cookie) => latchstring.feature(feature, toContext(cookie)).greet('Hello'),
    principal: (cookie, authorization) =>
      principalOf(
        latchstring.auth.principal(toContext(cookie, '/page', authorization), {
          accepts: ['session', feature],
        }),
      ),
    system: latchstring.system,
  })
})
