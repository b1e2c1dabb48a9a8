import type { Adapter } from '@latchstring/core/adapters'
import type { Fetch } from '@latchstring/core/providers'

type Method = (...parameters: unknown[]) => unknown

/** How a call of the store fails: before its effect, or after it, as when a connection is lost after the commit. */
export const STORE_FAULTS = ['refused', 'committed, then lost'] as const

/** How a request to a service fails. */
export const FETCH_FAULTS = [
  'refused',
  'no answer',
  'HTTP 500',
  'slow drip',
  'cut off',
  'answered, then lost',
] as const

/** One call that fails, of those a flow makes. */
export interface Fault {
  /** Counted from 0. */
  readonly call: number
  readonly kind: (typeof STORE_FAULTS)[number] | (typeof FETCH_FAULTS)[number]
}

/** What a flow asks of a store and of services, in order; one call of it fails where that is wanted. */
export interface Schedule {
  readonly adapter: Adapter
  readonly fetch: Fetch
  /** A deadline that passes where a request is not answered in time, and never otherwise. */
  readonly deadline: () => AbortSignal
  /** Counts from now on. */
  arm(fault?: Fault): void
  /** What was called since, and whether it was a request; nothing fails any more. */
  disarm(): readonly Called[]
}

/** One call of a flow. */
export interface Called {
  readonly name: string
  readonly faults: readonly Fault['kind'][]
}

const pending = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new Error('aborted')))
  })

/** A body of which a byte comes now and then, and no end. */
function dripping(): ReadableStream<Uint8Array> {
  let timer: ReturnType<typeof setInterval> | undefined
  return new ReadableStream({
    start(controller) {
      timer = setInterval(() => controller.enqueue(new Uint8Array([32])), 10)
    },
    cancel: () => clearInterval(timer),
  })
}

/** A body that breaks off after its first half. */
function broken(body: Uint8Array): ReadableStream<Uint8Array> {
  let sent = false
  return new ReadableStream({
    pull(controller) {
      if (sent) controller.error(new TypeError('terminated'))
      else controller.enqueue(body.subarray(0, body.length / 2))
      sent = true
    },
  })
}

async function failing(
  kind: Fault['kind'],
  send: () => Promise<Response>,
  signal: AbortSignal | null | undefined,
): Promise<Response> {
  if (kind === 'refused') throw new TypeError('fetch failed')
  if (kind === 'no answer') return pending(signal)
  if (kind === 'HTTP 500') return new Response('down', { status: 500 })
  if (kind === 'slow drip')
    return new Response(dripping(), { headers: { 'content-type': 'application/json' } })
  const response = await send()
  if (kind === 'answered, then lost') throw new TypeError('fetch failed')
  const body = new Uint8Array(await response.arrayBuffer())
  return new Response(broken(body), response)
}

/** Puts itself between an application, and its store and services. */
export function schedule(inner: Adapter): Schedule {
  let calls: Called[] | undefined
  let armed: Fault | undefined
  let deadline = new AbortController()

  /** Notes a call, and says how it has to fail. */
  function note(called: Called): Fault['kind'] | undefined {
    if (!calls) return undefined
    const at = calls.push(called) - 1
    return at === armed?.call ? armed.kind : undefined
  }

  const methods = Object.entries(inner).filter(([, value]) => typeof value === 'function')
  const wrapped = methods.map(([name]) => {
    const method: Method = async (...parameters) => {
      const kind = note({ name, faults: STORE_FAULTS })
      if (kind === 'refused') throw new Error('connect ECONNREFUSED 127.0.0.1:5432')
      // Everything that is not a function has been left out.
      const result = await (Reflect.get(inner, name) as Method).apply(inner, parameters)
      if (kind !== undefined) throw new Error('Connection terminated unexpectedly')
      return result
    }
    return [name, method] as const
  })

  return {
    adapter: { ...inner, ...Object.fromEntries(wrapped) },
    async fetch(url, init) {
      const send = (): Promise<Response> => fetch(url, init)
      const kind = note({ name: `fetch ${new URL(url).pathname}`, faults: FETCH_FAULTS })
      if (kind === 'no answer' || kind === 'slow drip') {
        const late = deadline
        setTimeout(() => late.abort(), 20)
      }
      return kind === undefined ? send() : failing(kind, send, init?.signal)
    },
    deadline() {
      deadline = new AbortController()
      return deadline.signal
    },
    arm(fault) {
      calls = []
      armed = fault
    },
    disarm() {
      const seen = calls ?? []
      calls = undefined
      return seen
    },
  }
}
