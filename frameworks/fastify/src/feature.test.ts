import {
  expectGreeting,
  greetingApplication,
  outcomeOf,
  principalOf,
} from '@latchstring/test-kit/greeting'
import Fastify from 'fastify'
import { test } from 'vitest'
import Latchstring from './index.ts'

const { feature, config, options } = greetingApplication()
const latchstring = Latchstring(() => config, options)

test('A feature of a configuration function has its page and its operations in Fastify', async () => {
  const app = Fastify()
  await app.register(latchstring)
  app.get('/greet', (request) => outcomeOf(latchstring.feature(feature, request).greet('Hello')))
  app.get('/principal', (request) =>
    principalOf(latchstring.auth.principal(request, { accepts: ['session', feature] })),
  )
  const open = async (url: string, cookie: string, authorization = ''): Promise<Response> => {
    const headers = { cookie, authorization }
    const { statusCode: status, body } = await app.inject({ url, headers })
    return new Response(body, { status })
  }
  await expectGreeting({
    feature,
    open,
    system: latchstring.system,
  })
})
