import { ORIGIN } from '@latchstring/test-kit/app'
import {
  expectGreeting,
  greetingApplication,
  outcomeOf,
  principalOf,
} from '@latchstring/test-kit/greeting'
import { test, vi } from 'vitest'
import Latchstring, { type LatchstringContext } from './index.ts'

const { feature, config, options } = greetingApplication()
type Serve = () => unknown

/** The calls of a plugin to Elysia. */
interface Plugin {
  readonly around: (serve: Serve, request: Request) => () => Promise<Response>
  readonly derived: (context: { readonly request: Request }) => LatchstringContext
}

// Elysia is a double here: only the applications of the suite install it, and run the package with it.
vi.mock('elysia', () => ({
  Elysia: class {
    around: unknown
    derived: unknown
    wrap(around: unknown): this {
      this.around = around
      return this
    }
    derive(_options: object, derived: unknown): this {
      this.derived = derived
      return this
    }
    macro(): this {
      return this
    }
  },
}))

test('A feature of a configuration function has its page and its operations in Elysia', async () => {
  const latchstring = Latchstring(() => config, options)
  // `app` is the double above.
  const { around, derived } = latchstring as unknown as Plugin
  const open = async (path: string, cookie: string, authorization = ''): Promise<Response> => {
    const request = new Request(ORIGIN + path, { headers: { cookie, authorization } })
    const serve: Serve = async () => {
      const { auth, latchstring: scope } = derived({ request })
      const given =
        path === '/principal'
          ? await principalOf(auth.principal({ accepts: ['session', feature] }))
          : await outcomeOf(scope.feature(feature).greet('Hello'))
      return new Response(given)
    }
    return around(serve, request)()
  }
  await expectGreeting({
    feature,
    open,
    system: latchstring.system,
  })
})
