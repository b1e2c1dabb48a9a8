import type { Feature, FeatureForSystem } from '@latchstring/core/features'
import { AuthError } from '@latchstring/core/errors'
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

/** A feature that needs no store. */
export const greetingFeature = (): Feature<GreetingOperations, GreetingSystem> => ({
  name: 'greeting',
  texts: { title: 'A greeting' },
  actions: {
    hello: {
      kind: 'page',
      session: 'none',
      load: async () => ({ run: ({ text }) => ({ page: { title: text('title'), blocks: [] } }) }),
    },
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

/** How an application of a framework reaches the feature. */
interface GreetingHost {
  readonly feature: ReturnType<typeof greetingFeature>
  /** Asks for a path, by the handler of the package. */
  readonly open: (path: string, cookie: string) => Promise<Response>
  /** Calls `greet` with `Hello` for the user of a request with these cookies. Default: `/greet` answers with what it gives. */
  readonly greet?: (cookie: string) => Promise<string>
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
  expect(await host.system(feature).greetUser('grace')).toBe('Hello, grace')
}
