import { ENV, ORIGIN } from '@latchstring/test-kit/app'
import { expectGreeting, greetingFeature, outcomeOf } from '@latchstring/test-kit/greeting'
import { passwords, signedInCookies } from '@latchstring/test-kit/people'
import { test } from 'vitest'
import Latchstring from './index.ts'

const feature = greetingFeature()
const config = { providers: [passwords()] }
const latchstring = Latchstring(() => config, { env: ENV, features: [feature] })

test('A feature of a configuration function has its page and its operations in TanStack Start', async () => {
  const open = async (path: string, cookie = ''): Promise<Response> => {
    const request = new Request(ORIGIN + path, { headers: { cookie } })
    const served = await latchstring.middleware(request, async () => ({
      response: new Response(await outcomeOf(latchstring.feature(feature).greet('Hello'))),
    }))
    return served instanceof Response ? served : served.response
  }
  await expectGreeting({
    feature,
    cookie: await signedInCookies(config),
    open,
    greet: async (cookie) => (await open('/greet', cookie)).text(),
    system: latchstring.system,
  })
})
