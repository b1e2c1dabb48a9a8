import { ORIGIN } from '@latchstring/test-kit/app'
import {
  expectGreeting,
  greetingApplication,
  outcomeOf,
  principalOf,
} from '@latchstring/test-kit/greeting'
import { H3 } from 'h3'
import { test } from 'vitest'
import Latchstring from './index.ts'

const { feature, config, options } = greetingApplication()
const latchstring = Latchstring(() => config, options)

test('A feature of a configuration function has its page and its operations in h3 2', async () => {
  const app = new H3()
    .use(latchstring)
    .get('/greet', (event) => outcomeOf(latchstring.feature(feature, event).greet('Hello')))
    .get('/principal', (event) =>
      principalOf(latchstring.auth.principal(event, { accepts: ['session', feature] })),
    )
  const open = async (path: string, cookie: string, authorization = ''): Promise<Response> =>
    app.fetch(new Request(ORIGIN + path, { headers: { cookie, authorization } }))
  await expectGreeting({
    feature,
    open,
    system: latchstring.system,
  })
})
