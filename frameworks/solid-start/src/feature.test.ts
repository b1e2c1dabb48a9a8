import { ORIGIN } from '@latchstring/test-kit/app'
import {
  expectGreeting,
  greetingApplication,
  outcomeOf,
  principalOf,
} from '@latchstring/test-kit/greeting'
import { provideRequestEvent } from 'solid-js/web/storage'
import { test } from 'vitest'
import Latchstring from './index.ts'

const { feature, config, options } = greetingApplication()
const latchstring = Latchstring(() => config, options)

test('A feature of a configuration function has its page and its operations in SolidStart', async () => {
  const open = async (path: string, cookie: string, authorization = ''): Promise<Response> => {
    const request = new Request(ORIGIN + path, { headers: { cookie, authorization } })
    const res = { headers: new Headers(), errHeaders: new Headers() }
    const h3Event = { req: request, res, context: {} }
    // The middleware sets its members.
    const locals = {} as App.RequestEventLocals
    const event = { request, response: res, locals, nativeEvent: h3Event }
    const answered = await provideRequestEvent(event, () =>
      latchstring.middleware(h3Event, async () => {
        if (path === '/principal') {
          const accepted = { accepts: ['session', feature] } as const
          const own = await principalOf(latchstring.auth.principal(accepted))
          return new Response(own)
        }
        const given = await outcomeOf(latchstring.feature(feature, event).greet('Hello'))
        return new Response(given)
      }),
    )
    return answered instanceof Response ? answered : new Response(null, { status: 500 })
  }
  await expectGreeting({
    feature,
    open,
    system: latchstring.system,
  })
})
