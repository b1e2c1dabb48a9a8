import type { FrameworkAuthConfigInput } from '@latchstring/next'
import type { Call } from './over-http.ts'

// Tests and the server they start share a process, but not their modules: the server has those of its build. What
// they have in common is kept on `globalThis`.

/** Header that says which application of the registry a request is for. */
export const APP_HEADER = 'x-contract-app'

/** What a test has the server run. */
export interface Registered {
  readonly config: FrameworkAuthConfigInput
  readonly calls: Map<string, Call>
}

const KEY = Symbol.for('latchstring.contract.apps')

/** The applications of the test that runs, by the value of their header. */
export function registeredApps(): Map<string, Registered> {
  // No other code uses the symbol.
  const known = Reflect.get(globalThis, KEY) as Map<string, Registered> | undefined
  const apps = known ?? new Map<string, Registered>()
  Reflect.set(globalThis, KEY, apps)
  return apps
}

/** The application a request is for. */
export function registeredApp(headers: Headers): Registered {
  const app = registeredApps().get(headers.get(APP_HEADER) ?? '')
  if (!app) throw new Error(`No test has registered the application of ${APP_HEADER}.`)
  return app
}
