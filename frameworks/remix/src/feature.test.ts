import { ORIGIN } from '@latchstring/test-kit/app'
import {
  expectGreeting,
  greetingApplication,
  outcomeOf,
  principalOf,
} from '@latchstring/test-kit/greeting'
import { test } from 'vitest'
import { Latchstring, latchstring, type RemixContext, type RequestScope } from './index.ts'

const { feature, config, options } = greetingApplication()
const middleware = latchstring(() => config, options)

test('A feature of a configuration function has its page and its operations in Remix', async () => {
  const open = async (path: string, cookie: string, authorization = ''): Promise<Response> => {
    const values = new Map<object, unknown>()
    const context: RemixContext = {
      request: new Request(ORIGIN + path, { headers: { cookie, authorization } }),
      has: (key) => values.has(key),
      get: (key) => values.get(key),
      set: (key, value) => void values.set(key, value),
    }
    return middleware(context, async () => {
      // The middleware has set the scope.
      const scope = context.get(Latchstring) as RequestScope<unknown>
      return new Response(
        path === '/principal'
          ? await principalOf(scope.principal({ accepts: ['session', feature] }))
          : await outcomeOf(scope.feature(feature).greet('Hello')),
      )
    })
  }
  await expectGreeting({
    feature,
    open,
    system: middleware.system,
  })
})
