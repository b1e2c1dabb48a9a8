import { ORIGIN } from '@latchstring/test-kit/app'
import { expectGreeting, greetingApplication, outcomeOf } from '@latchstring/test-kit/greeting'
import { RouterContextProvider } from 'react-router'
import { test } from 'vitest'
import Latchstring from './index.ts'

const { feature, config, options } = greetingApplication()
const latchstring = Latchstring(() => config, options)

test('A feature of a configuration function has its page and its operations in React Router', async () => {
  const open = async (path: string, cookie: string): Promise<Response> => {
    const request = new Request(ORIGIN + path, { headers: { cookie } })
    const context = new RouterContextProvider()
    return latchstring.middleware(
      { request, context },
      async () =>
        new Response(await outcomeOf(latchstring.feature(feature, context).greet('Hello'))),
    )
  }
  await expectGreeting({
    feature,
    open,
    system: latchstring.system,
  })
})
