import type { OAuthProvider, ResolvedProvider } from '../config/providers.ts'
import type { Context } from './context.ts'
import type { Fetch } from '../types/provider.ts'
import type { StepName } from '../types/trace.ts'

/** Steps that are kept; a flow has about fifteen. */
const MOST_STEPS = 32

/** A trace, and the clock that measures its steps. */
type Traced = Pick<Context, 'config' | 'trace'>

/** Notes a step, if the request is traced. */
export function note({ config, trace }: Traced, step: StepName, fact: string): void {
  if (trace && trace.steps.length < MOST_STEPS) trace.steps.push({ t: config.steady(), step, fact })
}

/** A measured call: its name, and its outcome in words. */
interface Call<T> {
  readonly what: string
  readonly outcome?: (result: T) => string
}

/** Records how long a call took, with its outcome. */
async function measured<T>(
  traced: Traced,
  step: StepName,
  { what, outcome = () => '' }: Call<T>,
  work: () => Promise<T>,
): Promise<T> {
  const from = traced.config.steady()
  let ended = ' failed'
  try {
    const result = await work()
    ended = outcome(result)
    return result
  } finally {
    note(traced, step, `${what}${ended} ${Math.round(traced.config.steady() - from)} ms`)
  }
}

function traceFetch(traced: Traced, fetch: Fetch): Fetch {
  const outcome = ({ status }: Response): string => ` ${status}`
  return (url, init) => {
    const what = init?.method?.toUpperCase() === 'POST' ? 'POST' : 'GET'
    return measured(traced, 'provider', { what, outcome }, async () => fetch(url, init))
  }
}

type TracedMethod = (...args: unknown[]) => Promise<unknown>

/** A store whose calls are noted by the names of their methods. */
function traceStore<S extends object>(traced: Traced, store: S): S {
  const methods = Object.entries(store).map(([what, member]: [string, unknown]) => {
    if (typeof member !== 'function' || what === 'transaction') return [what, member] as const
    // The members of a wrapped adapter are asynchronous methods and its capabilities.
    const method = member as TracedMethod
    const call: TracedMethod = (...args) =>
      measured(traced, 'store', { what }, () => method(...args))
    return [what, call] as const
  })
  // Each member is the original, or calls it.
  return Object.fromEntries(methods) as unknown as S
}

/** A provider whose calls to its service and to the store are noted in the trace of the request. */
export function traceProvider<P extends ResolvedProvider | OAuthProvider>(
  traced: Traced,
  provider: P,
): P {
  if (!traced.trace) return provider
  return {
    ...provider,
    ...('fetch' in provider ? { fetch: traceFetch(traced, provider.fetch) } : {}),
    ...('store' in provider && provider.store ? { store: traceStore(traced, provider.store) } : {}),
    // Discovered metadata is shared by all requests, so it is fetched without the trace of one.
    ...('server' in provider ? { original: provider } : {}),
  }
}
