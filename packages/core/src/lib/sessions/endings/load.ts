import { lazy } from '../../kit/lazy.ts'
import type * as Revocation from './revocation.ts'

const load = lazy(() => import('./revocation.ts'))

/** Ending sessions on every device, and listing these: loaded where an option, or a store of sessions, asks for it. */
export const loadRevocation: () => typeof Revocation | Promise<typeof Revocation> = load
