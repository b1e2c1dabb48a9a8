import { ORIGIN } from '@latchstring/test-kit/app'
import {
  expectGreeting,
  greetingApplication,
  outcomeOf,
  principalOf,
} from '@latchstring/test-kit/greeting'
import { test } from 'vitest'
import Latchstring from './index.ts'

const { feature, config, options } = greetingApplication()
const latchstring = Latchstring(() => config, options)

test('A feature of a configuration function has its page and its operations in TanStack Start', async () => {
  const open = async (path: string, cookie: string, authorization = ''): Promise<Response> => {
    const request = new Request(ORIGIN + path, { headers: { cookie, authorization } })
    const served = await latchstring.middleware(request, async () => ({
      response: new Response(
        path === '/principal'
          ? await principalOf(latchstring.auth.principal({ accepts: ['session', feature] }))
          : await outcomeOf(latchstring.feature(feature).greet('Hello')),
      ),
    }))
    return served instanceof Response ? served : served.response
  }
  await expectGreeting({
    feature,
    open,
    system: latchstring.system,
  })
})
