import { ORIGIN } from '@latchstring/test-kit/app'
import {
  expectGreeting,
  greetingApplication,
  outcomeOf,
  principalOf,
} from '@latchstring/test-kit/greeting'
import { expect, test, vi } from 'vitest'
import Latchstring, { type KitEvent } from './index.ts'

const { feature, config, options } = greetingApplication()
vi.mock('$env/dynamic/private', () => ({ env: {} }))

const latchstring = Latchstring(() => config, options)

function toEvent(path: string, headers: Readonly<Record<string, string>>): KitEvent {
  const request = new Request(ORIGIN + path, { headers })
  const cookies = { set: () => undefined }
  return { request, url: new URL(request.url), locals: {}, cookies, isDataRequest: false }
}

test('A feature of a configuration function has its page and its operations in SvelteKit, with and without an event', async () => {
  const open = async (path: string, cookie: string, authorization = ''): Promise<Response> =>
    latchstring.handle({
      event: toEvent(path, { cookie, authorization }),
      async resolve(event) {
        if (path === '/principal') {
          const accepted = { accepts: ['session', feature] } as const
          const own = await principalOf(latchstring.auth.principal(accepted, event))
          expect(await principalOf(latchstring.auth.principal(accepted))).toBe(own)
          return new Response(own)
        }
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
