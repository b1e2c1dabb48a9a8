import { ORIGIN } from '@latchstring/test-kit/app'
import { expectGreeting, greetingApplication, outcomeOf } from '@latchstring/test-kit/greeting'
import { expect, test, vi } from 'vitest'
import Latchstring, { type KitEvent } from './index.ts'

const { feature, config, options } = greetingApplication()
vi.mock('$env/dynamic/private', () => ({ env: {} }))

const latchstring = Latchstring(() => config, options)

function toEvent(path: string, cookie: string): KitEvent {
  const request = new Request(ORIGIN + path, { headers: { cookie } })
  const cookies = { set: () => undefined }
  return { request, url: new URL(request.url), locals: {}, cookies, isDataRequest: false }
}

test('A feature of a configuration function has its page and its operations in SvelteKit, with and without an event', async () => {
  const open = async (path: string, cookie: string): Promise<Response> =>
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
    open,
    system: latchstring.system,
  })
})
