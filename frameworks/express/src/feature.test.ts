import { expectGreeting, greetingApplication, principalOf } from '@latchstring/test-kit/greeting'
import { openAt, visit } from '@latchstring/test-kit/node-visit'
import type { Request, Response } from 'express'
import { test } from 'vitest'
import Latchstring from './index.ts'

const { feature, config, options } = greetingApplication()
const latchstring = Latchstring(() => config, options)

const toExpress = ([request, response]: ReturnType<typeof visit>): [Request, Response] =>
  // The package reads no other member that Express adds.
  [request, Object.assign(response, { locals: {} })] as unknown as [Request, Response]

test('A feature of a configuration function has its page and its operations in Express', async () => {
  await expectGreeting({
    feature,
    open: (path) =>
      openAt(path, (...given) =>
        latchstring(...toExpress(given), () => given[1].writeHead(404).end()),
      ),
    greet: (cookie) => latchstring.feature(feature, ...toExpress(visit(cookie))).greet('Hello'),
    principal: (...headers) =>
      principalOf(
        latchstring.auth.principal(...toExpress(visit(...headers)), {
          accepts: ['session', feature],
        }),
      ),
    system: latchstring.system,
  })
})
