import { ENV, ORIGIN } from '@latchstring/test-kit/app'
import { expectGreeting, greetingFeature, outcomeOf } from '@latchstring/test-kit/greeting'
import { passwords, signedInCookies } from '@latchstring/test-kit/people'
import { RouterContextProvider } from 'react-router'
import { test } from 'vitest'
import Latchstring from './index.ts'

const feature = greetingFeature()
const config = { providers: [passwords()] }
const latchstring = Latchstring(() => config, { env: ENV, features: [feature] })

test('A feature of a configuration function has its page and its operations in React Router', async () => {
  const open = async (path: string, cookie = ''): Promise<Response> => {
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
    cookie: await signedInCookies(config),
    open,
    greet: async (cookie) => (await open('/greet', cookie)).text(),
    system: latchstring.system,
  })
})
