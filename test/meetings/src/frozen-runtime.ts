import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'
import type { Adapter } from '@latchstring/core/adapters'
import { vi } from 'vitest'

/** A runtime whose work ends with the request, as Cloudflare Workers; with or without `waitUntil`. */
export type FrozenRuntime = 'workerd' | 'workerd with waitUntil'

interface Request {
  isOver: boolean
  readonly kept: unknown[]
}

type Method = (...parameters: readonly unknown[]) => unknown

const requests = new AsyncLocalStorage<Request>()

/** What is never settled: the input and output of a request that is over. */
const never = (): Promise<never> => new Promise(() => undefined)

/** A fake: an adapter whose answers never come once the request that asked is over. */
export function cutOff(adapter: Adapter): Adapter {
  const { records } = adapter
  return {
    ...adapter,
    ...cutMethods(adapter),
    ...(records && { records: { ...records, ...cutMethods(records), keeps: records.keeps } }),
  }
}

function cutMethods(target: object): object {
  const methods = Object.entries(target).filter(([, value]) => typeof value === 'function')
  const cut = methods.map(([name, original]) => {
    // Everything that is not a function has been left out.
    const method = original as Method
    const until: Method = async (...parameters) => {
      const request = requests.getStore()
      await setImmediate()
      if (request?.isOver) return never()
      const result = await method(...parameters)
      return request?.isOver ? never() : result
    }
    return [name, until] as const
  })
  return Object.fromEntries(cut)
}

/** Runs one request as such a runtime does: under its name, and with its `waitUntil`. */
export async function runFrozen(
  runtime: FrozenRuntime,
  answer: () => Promise<Response>,
): Promise<Response> {
  const request: Request = { isOver: false, kept: [] }
  const waitUntil = (work: unknown): void => void request.kept.push(work)
  const modules = runtime === 'workerd' ? {} : { waitUntil }
  vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' })
  const original = process.getBuiltinModule.bind(process)
  const builtin = vi.spyOn(process, 'getBuiltinModule')
  builtin.mockImplementation((name: string) =>
    name === 'cloudflare:workers' ? modules : original(name),
  )
  try {
    const response = await requests.run(request, answer)
    await Promise.allSettled(request.kept)
    return response
  } finally {
    request.isOver = true
    builtin.mockRestore()
    vi.unstubAllGlobals()
  }
}
