import { ENV } from '@latchstring/test-kit/app'
import { expectGreeting, greetingFeature, outcomeOf } from '@latchstring/test-kit/greeting'
import { passwords, signedInCookies } from '@latchstring/test-kit/people'
import Fastify from 'fastify'
import { test } from 'vitest'
import Latchstring from './index.ts'

const feature = greetingFeature()
const config = { providers: [passwords()] }
const latchstring = Latchstring(() => config, { env: ENV, features: [feature] })

test('A feature of a configuration function has its page and its operations in Fastify', async () => {
  const app = Fastify()
  await app.register(latchstring)
  app.get('/greet', (request) => outcomeOf(latchstring.feature(feature, request).greet('Hello')))
  const open = async (url: string, cookie = ''): Promise<Response> => {
    const { statusCode: status, body } = await app.inject({ url, headers: { cookie } })
    return new Response(body, { status })
  }
  await expectGreeting({
    feature,
    cookie: await signedInCookies(config),
    open,
    greet: async (cookie) => (await open('/greet', cookie)).text(),
    system: latchstring.system,
  })
})
