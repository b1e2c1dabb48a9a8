import { ENV, ORIGIN } from '@latchstring/test-kit/app'
import {
  expectGreeting,
  greetingApplication,
  outcomeOf,
  principalOf,
} from '@latchstring/test-kit/greeting'
import { expect, test } from 'vitest'
import { defineAuth } from './server.ts'

const { feature, config, options } = greetingApplication()
const auth = defineAuth(() => config, options)
const middleware = auth.middleware({ basePath: '/auth', trailingSlash: 'ignore' })

test('A feature of a configuration function has its page and its operations in Astro', async () => {
  const open = async (path: string, cookie: string, authorization = ''): Promise<Response> => {
    const request = new Request(ORIGIN + path, { headers: { cookie, authorization } })
    // The middleware sets its members.
    const locals = {} as App.Locals
    const context = { request, url: new URL(request.url), locals, isPrerendered: false }
    return middleware({ ...context, routePattern: '/[page]' }, async () => {
      if (path === '/principal') {
        const accepted = { accepts: ['session', feature] } as const
        const own = await principalOf(auth.auth.principal({ locals }, accepted))
        expect(await principalOf(locals.latchstring.principal(accepted))).toBe(own)
        return new Response(own)
      }
      const given = await outcomeOf(auth.feature(feature, { locals }).greet('Hello'))
      expect(await outcomeOf(locals.latchstring.feature(feature).greet('Hello'))).toBe(given)
      return new Response(given)
    })
  }
  await expectGreeting({
    feature,
    open,
    system: auth.system,
  })
})

test('The operations of a feature for any user need no middleware of Astro', async () => {
  const { system } = defineAuth({ ...config, features: [feature] }, { env: ENV })
  expect(await system(feature).greetUser('grace')).toBe('Hello, grace')
})
