import { ENV, ORIGIN } from '@latchstring/test-kit/app'
import { expectGreeting, greetingFeature, outcomeOf } from '@latchstring/test-kit/greeting'
import { passwords, signedInCookies } from '@latchstring/test-kit/people'
import { expect, test, vi } from 'vitest'
import Latchstring, { type KitEvent } from './index.ts'

const feature = greetingFeature()
const config = { providers: [passwords()] }
vi.mock('$env/dynamic/private', () => ({ env: {} }))

const latchstring = Latchstring(() => config, { env: ENV, features: [feature] })

function toEvent(path: string, cookie: string): KitEvent {
  const request = new Request(ORIGIN + path, { headers: { cookie } })
  const cookies = { set: () => undefined }
  return { request, url: new URL(request.url), locals: {}, cookies, isDataRequest: false }
}

test('A feature of a configuration function has its page and its operations in SvelteKit, with and without an event', async () => {
  const open = async (path: string, cookie = ''): Promise<Response> =>
    latchstring.handle({
      event: toEvent(path, cookie),
      async resolve(event) {
        const given = await outcomeOf(latchstring.feature(feature, event).greet('Hello'))
        expect(await outcomeOf(latchstring.feature(feature).greet('Hello'))).toBe(given)
        return new Response(given)
      },
    })
  await expectGreeting({
    feature,
    cookie: await signedInCookies(config),
    open,
    greet: async (cookie) => (await open('/greet', cookie)).text(),
    system: latchstring.system,
  })
})
