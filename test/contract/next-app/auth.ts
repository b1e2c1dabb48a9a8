import Latchstring, { type LatchstringResult } from '@latchstring/next'
import { registeredApp, type Registered } from '../src/next-registry.ts'

/** As each bundle of an application evaluates its `auth.ts` once, each bundle sets up each configuration once. */
const known = new WeakMap<Registered, LatchstringResult>()

/** What `auth.ts` of the application exports that a request is for. */
export function authOf(headers: Headers): LatchstringResult {
  const app = registeredApp(headers)
  const auth = known.get(app) ?? Latchstring(app.config)
  known.set(app, auth)
  return auth
}
