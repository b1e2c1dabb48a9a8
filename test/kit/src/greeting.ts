import type { Feature, FeatureForSystem } from '@latchstring/core/features'
import { AuthError } from '@latchstring/core/errors'
import type { AcceptedPrincipal, PrincipalRead } from '@latchstring/core/framework'
import { expect } from 'vitest'
import { ENV } from './app.ts'
import { ADA, passwords, signedInCookies } from './people.ts'

/** What an application calls for the user of a request. */
export interface GreetingOperations {
  greet(word: string): Promise<string>
}

/** What an application calls for any user. */
export interface GreetingSystem {
  greetUser(userId: string): Promise<string>
}

/** What its keys come with. */
export interface GreetingKey {
  readonly word: string
}

/** A feature that needs no store. */
export const greetingFeature = (): Feature<GreetingOperations, GreetingSystem, GreetingKey> => ({
  name: 'greeting',
  texts: { title: 'A greeting' },
  actions: {
    hello: {
      kind: 'page',
      session: 'none',
      load: async () => ({ run: ({ text }) => ({ page: { title: text('title'), blocks: [] } }) }),
    },
  },
  principal: {
    prefix: 'greet_',
    load: async () => ({
      read: (_context, credential) =>
        credential === 'greet_grace'
          ? { userId: 'grace', kind: 'key', data: { word: 'Hello' } }
          : null,
    }),
  },
  wellKnown: {
    'greeting.json': { load: async () => ({ run: () => ({ json: { word: 'Hello' } }) }) },
  },
  operations: { greet: async ({ user }, word) => `${word}, ${user.id}` },
  system: { greetUser: async (_context, userId) => `Hello, ${userId}` },
})

/** The feature, with the two arguments of an application that has it: a configuration function names it beside. */
export function greetingApplication() {
  const feature = greetingFeature()
  const config = { providers: [passwords()] }
  return { feature, config, options: { env: ENV, features: [feature] } }
}

/** The value, or the type of the error of the library. */
export async function outcomeOf(work: Promise<string>): Promise<string> {
  return work.catch((error: unknown) => (error instanceof AuthError ? error.type : String(error)))
}

/** For whom a request acts, with what the credential comes with, or why for no one. */
export async function principalOf(
  reading: Promise<PrincipalRead<unknown, AcceptedPrincipal>>,
): Promise<string> {
  const { principal, refused } = await reading
  if (!principal) return refused.reason
  const more = principal.kind === 'session' ? '' : ` ${JSON.stringify(principal.data)}`
  return `${principal.kind} of ${principal.user.id}${more}`
}

/** How an application of a framework reaches the feature. */
interface GreetingHost {
  readonly feature: ReturnType<typeof greetingFeature>
  /** Asks for a path, by the handler of the package. */
  readonly open: (path: string, cookie: string, authorization?: string) => Promise<Response>
  /** Calls `greet` with `Hello` for the user of a request with these cookies. Default: `/greet` answers with what it gives. */
  readonly greet?: (cookie: string) => Promise<string>
  /** The principal of a request with these headers, by `principalOf`, where a session or the feature is accepted. Default: `/principal` answers with it. */
  readonly principal?: (cookie: string, authorization: string) => Promise<string>
  readonly system: FeatureForSystem
  /** Base path of the actions. Default: `/auth`. */
  readonly base?: string
  /** Id of the user. Default: that of the kit. */
  readonly id?: string
}

/** Expects the page of the feature at the handler, and its operations for the user of a request and for any user. */
export async function expectGreeting(host: GreetingHost): Promise<void> {
  const { base = '/auth', id = ADA.id, feature } = host
  const page = await host.open(`${base}/greeting/hello`, '')
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('A greeting')
  const greet = async (cookie: string): Promise<string> =>
    host.greet ? host.greet(cookie) : (await host.open('/greet', cookie)).text()
  const cookie = await signedInCookies({ providers: [passwords()] })
  expect(await outcomeOf(greet(cookie))).toBe(`Hello, ${id}`)
  expect(await outcomeOf(greet(''))).toBe('SessionRequired')
  const document = await host.open('/.well-known/greeting.json', cookie)
  expect([document.status, await document.text()]).toEqual([200, '{"word":"Hello"}'])
  const principal = async (sent: string, authorization: string): Promise<string> =>
    host.principal
      ? host.principal(sent, authorization)
      : (await host.open('/principal', sent, authorization)).text()
  expect(await principal(cookie, '')).toBe(`session of ${id}`)
  expect(await principal('', '')).toBe('missing')
  for (const sent of ['', cookie]) {
    expect(await principal(sent, 'Bearer greet_grace')).toBe('key of grace {"word":"Hello"}')
    expect(await principal(sent, 'Bearer greet_ada')).toBe('invalid')
  }
  expect(await host.system(feature).greetUser('grace')).toBe('Hello, grace')
}
