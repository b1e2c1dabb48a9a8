import { expectGreeting, greetingApplication, principalOf } from '@latchstring/test-kit/greeting'
import { openAt, visit } from '@latchstring/test-kit/node-visit'
import type { NodeEvent } from '@latchstring/h3/v1'
import { test } from 'vitest'
import { createNuxtAuth } from './lib/nuxt-auth.ts'

const { feature, config, options } = greetingApplication()
const latchstring = createNuxtAuth(() => config, options)

/** An event of Nitro. */
const toEvent = ([req, res]: ReturnType<typeof visit>): NodeEvent => ({
  node: { req, res },
  context: {},
  respondWith: () => Promise.reject(new Error('It is for servers without Node.js.')),
})

test('A feature of a configuration function has its page and its operations in Nuxt', async () => {
  await expectGreeting({
    feature,
    open: (path) => openAt(path, (...given) => latchstring(toEvent(given))),
    greet: (cookie) => latchstring.feature(feature, toEvent(visit(cookie))).greet('Hello'),
    principal: (...headers) =>
      principalOf(
        latchstring.auth.principal(toEvent(visit(...headers)), { accepts: ['session', feature] }),
      ),
    system: latchstring.system,
  })
})
