import { ENV, ORIGIN } from '@latchstring/test-kit/app'
import { ADA, passwords, signedInCookies } from '@latchstring/test-kit/people'
import { describe, expect, test, vi } from 'vitest'
import Latchstring from './index.ts'

type Serve = () => unknown

interface Context {
  readonly request: Request
  readonly set: { readonly headers: Record<string, string> }
  readonly status: (code: number, response: unknown) => unknown
}

/** The calls of a plugin to Elysia. */
interface Plugin {
  readonly around: (serve: Serve, request: Request) => () => Promise<unknown>
  readonly macros: Readonly<Record<string, { resolve: (context: Context) => Promise<unknown> }>>
}

// Elysia is a double here: only the applications of the suite install it, and run the package with it.
vi.mock('elysia', () => ({
  Elysia: class {
    around: unknown
    macros: unknown
    wrap(around: unknown): this {
      this.around = around
      return this
    }
    derive(): this {
      return this
    }
    macro(macros: unknown): this {
      this.macros = macros
      return this
    }
  },
}))

const config = {
  providers: [passwords()],
  logger: { error: () => undefined, warn: () => undefined },
  callbacks: { authorized: ({ auth }: { auth: object | null }) => auth !== null },
}

/** Requests a route with an option, as a navigation. */
async function ask(
  option: string,
  cookie = '',
): Promise<{ readonly given: unknown; readonly headers: Record<string, string> }> {
  // `app` is the double above.
  const plugin = Latchstring(config, { env: ENV }) as unknown as Plugin
  const request = new Request(`${ORIGIN}/members`, {
    headers: { cookie, accept: 'text/html', 'sec-fetch-mode': 'navigate' },
  })
  const headers: Record<string, string> = {}
  const context = {
    request,
    set: { headers },
    status: (code: number, response: unknown) => ({ code, response }),
  }
  const given = await plugin.around(() => plugin.macros[option]?.resolve(context), request)()
  return { given, headers }
}

describe.each(['session', 'authorized'])('An Elysia route with the option `%s`', (option) => {
  test('redirects a visitor without a session to the sign-in page', async () => {
    const { given, headers } = await ask(option)
    expect(given).toMatchObject({ code: 307 })
    expect(headers['location']).toBe(
      `${ORIGIN}/auth/signin?callbackUrl=${encodeURIComponent(`${ORIGIN}/members`)}`,
    )
  })

  test('runs for a signed-in user', async () => {
    const { given, headers } = await ask(option, await signedInCookies(config))
    expect(given).toMatchObject(
      option === 'session' ? { session: { user: { name: ADA.name } } } : {},
    )
    expect(given).not.toHaveProperty('code')
    expect(headers).toEqual({})
  })
})
