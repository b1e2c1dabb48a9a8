import { ENV, ORIGIN } from '@latchstring/test-kit/app'
import { expectGreeting, greetingFeature, outcomeOf } from '@latchstring/test-kit/greeting'
import { passwords, signedInCookies } from '@latchstring/test-kit/people'
import { test } from 'vitest'
import { Latchstring, latchstring, type RemixContext, type RequestScope } from './index.ts'

const feature = greetingFeature()
const config = { providers: [passwords()] }
const middleware = latchstring(() => config, { env: ENV, features: [feature] })

test('A feature of a configuration function has its page and its operations in Remix', async () => {
  const open = async (path: string, cookie = ''): Promise<Response> => {
    const values = new Map<object, unknown>()
    const context: RemixContext = {
      request: new Request(ORIGIN + path, { headers: { cookie } }),
      has: (key) => values.has(key),
      get: (key) => values.get(key),
      set: (key, value) => void values.set(key, value),
    }
    return middleware(context, async () => {
      // The middleware has set the scope.
      const scope = context.get(Latchstring) as RequestScope<unknown>
      return new Response(await outcomeOf(scope.feature(feature).greet('Hello')))
    })
  }
  await expectGreeting({
    feature,
    cookie: await signedInCookies(config),
    open,
    greet: async (cookie) => (await open('/greet', cookie)).text(),
    system: middleware.system,
  })
})
