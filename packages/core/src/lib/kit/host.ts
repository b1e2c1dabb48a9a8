import { isObject } from './values.ts'

/** What a runtime does with work that outlives the response it was begun for. */
export interface Host {
  /**
   * Whether input and output belong to a request and end with it, as in Cloudflare Workers: what one request has begun may never
   * be settled for another.
   */
  readonly endsWithRequest: boolean
  /** Keeps the current request's work going after its response, where the runtime offers that. Never throws. */
  readonly keepAlive?: ((work: Promise<unknown>) => void) | undefined
}

/** The name that Cloudflare's runtime gives itself (WinterTC, `navigator.userAgent`). */
const WORKERD = 'Cloudflare-Workers'

/** `waitUntil` of the request at hand: with `nodejs_compat` no handler has to pass it on. */
function findKeepAlive(): Host['keepAlive'] {
  const process: unknown = Reflect.get(globalThis, 'process')
  const load = isObject(process) ? process['getBuiltinModule'] : undefined
  const workers: unknown = typeof load === 'function' ? load('cloudflare:workers') : undefined
  const waitUntil = isObject(workers) ? workers['waitUntil'] : undefined
  if (typeof waitUntil !== 'function') return undefined
  return (work) => {
    try {
      waitUntil(work)
    } catch {
      // There is no request: the work goes on for as long as the runtime allows.
    }
  }
}

/** The runtime that this runs in. */
export function findHost(): Host {
  const { navigator } = globalThis
  if (navigator?.userAgent !== WORKERD) return { endsWithRequest: false }
  return { endsWithRequest: true, keepAlive: findKeepAlive() }
}
