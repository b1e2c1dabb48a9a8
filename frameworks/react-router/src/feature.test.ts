import { ORIGIN } from '@latchstring/test-kit/app'
import {
  expectGreeting,
  greetingApplication,
  outcomeOf,
  principalOf,
} from '@latchstring/test-kit/greeting'
import { RouterContextProvider } from 'react-router'
import { test } from 'vitest'
import Latchstring from './index.ts'

const { feature, config, options } = greetingApplication()
const latchstring = Latchstring(() => config, options)

test('A feature of a configuration function has its page and its operations in React Router', async () => {
  const open = async (path: string, cookie: string, authorization = ''): Promise<Response> => {
    const request = new Request(ORIGIN + path, { headers: { cookie, authorization } })
    const context = new RouterContextProvider()
    return latchstring.middleware(
      { request, context },
      async () =>
        new Response(
          path === '/principal'
            ? await principalOf(
                latchstring.auth.principal(context, { accepts: ['session', feature] }),
              )
            : await outcomeOf(latchstring.feature(feature, context).greet('Hello')),
        ),
    )
  }
  await expectGreeting({
    feature,
    open,
    system: latchstring.system,
  })
})
