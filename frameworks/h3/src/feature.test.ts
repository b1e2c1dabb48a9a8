import { ENV, ORIGIN } from '@latchstring/test-kit/app'
import { expectGreeting, greetingFeature, outcomeOf } from '@latchstring/test-kit/greeting'
import { passwords, signedInCookies } from '@latchstring/test-kit/people'
import { H3 } from 'h3'
import { test } from 'vitest'
import Latchstring from './index.ts'

const feature = greetingFeature()
const config = { providers: [passwords()] }
const latchstring = Latchstring(() => config, { env: ENV, features: [feature] })

test('A feature of a configuration function has its page and its operations in h3 2', async () => {
  const app = new H3()
    .use(latchstring)
    .get('/greet', (event) => outcomeOf(latchstring.feature(feature, event).greet('Hello')))
  const open = async (path: string, cookie = ''): Promise<Response> =>
    app.fetch(new Request(ORIGIN + path, { headers: { cookie } }))
  await expectGreeting({
    feature,
    cookie: await signedInCookies(config),
    open,
    greet: async (cookie) => (await open('/greet', cookie)).text(),
    system: latchstring.system,
  })
})
