import { ENV, ORIGIN } from '@latchstring/test-kit/app'
import {
  expectGreeting,
  greetingApplication,
  outcomeOf,
  principalOf,
} from '@latchstring/test-kit/greeting'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import Latchstring from './index.ts'

const { feature, config, options } = greetingApplication()
const latchstring = Latchstring(() => config, options)

test('A feature of a configuration function has its page and its operations in Hono', async () => {
  const app = new Hono()
    .use(latchstring)
    .get('/greet', async (c) =>
      c.text(await outcomeOf(latchstring.feature(feature, c).greet('Hello'))),
    )
    .get('/principal', async (c) =>
      c.text(await principalOf(latchstring.auth.principal(c, { accepts: ['session', feature] }))),
    )
  const open = async (path: string, cookie: string, authorization = ''): Promise<Response> =>
    app.fetch(new Request(ORIGIN + path, { headers: { cookie, authorization } }))
  await expectGreeting({
    feature,
    open,
    system: latchstring.system,
  })
})

test('`system` of Hono takes the variables of a context where `env` is a function, and says so without one', async () => {
  const { system } = Latchstring(config, { env: () => ENV, features: [feature] })
  const app = new Hono().get('/', async (c) => c.text(await system(feature, c).greetUser('grace')))
  expect(await (await app.request(ORIGIN)).text()).toBe('Hello, grace')
  await expect(system(feature).greetUser('grace')).rejects.toThrow('Pass the context')
})
