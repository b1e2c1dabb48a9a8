import { ENV, ORIGIN } from '@latchstring/test-kit/app'
import { expectGreeting, greetingApplication, principalOf } from '@latchstring/test-kit/greeting'
import { expect, test } from 'vitest'
import Latchstring, { type QwikRequestEvent } from './index.ts'

const { feature, config, options } = greetingApplication()
const latchstring = Latchstring(() => config, options)

/** An event with the members that the package reads, and what is sent. */
function toEvent(path: string, cookie: string, authorization = '') {
  const request = new Request(ORIGIN + path, { headers: { cookie, authorization } })
  const sent = new Array<Response>()
  const event: QwikRequestEvent = {
    request,
    url: new URL(request.url),
    headers: new Headers(),
    platform: {},
    sharedMap: new Map(),
    cookie: { set: () => undefined },
    headersSent: false,
    status: () => 200,
    getWritableStream: () => new WritableStream(),
    send(response) {
      sent.push(response)
      return response
    },
  }
  return { event, sent }
}

test('A feature of a configuration function has its page and its operations in Qwik', async () => {
  await expectGreeting({
    feature,
    async open(path) {
      const { event, sent } = toEvent(path, '')
      await expect(latchstring.onRequest(event)).rejects.toBeInstanceOf(Response)
      return sent[0] ?? expect.unreachable('nothing was sent')
    },
    async greet(cookie) {
      const { event } = toEvent('/greet', cookie)
      await latchstring.onRequest(event)
      return latchstring.feature(feature, event).greet('Hello')
    },
    async principal(...headers) {
      const { event } = toEvent('/principal', ...headers)
      await latchstring.onRequest(event)
      return principalOf(latchstring.auth.principal(event, { accepts: ['session', feature] }))
    },
    system: latchstring.system,
  })
})

test('`system` of Qwik takes the variables of an event where `env` is a function, and says so without one', async () => {
  const { system } = Latchstring(config, { env: () => ENV, features: [feature] })
  expect(await system(feature, toEvent('/', '').event).greetUser('grace')).toBe('Hello, grace')
  await expect(system(feature).greetUser('grace')).rejects.toThrow('Pass the event')
})
