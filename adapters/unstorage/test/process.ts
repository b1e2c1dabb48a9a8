import {
  type KeyValueStorage,
  type UnstorageAdapter,
  type UnstorageAdapterOptions,
  unstorageAdapter,
} from '../src/index.ts'

/** An adapter of its own over a storage that others use as well, and whose calls can be made to wait. */
export interface Process {
  readonly adapter: UnstorageAdapter
  /** The calls so far, such as `setItem latchstring:session:…`. */
  readonly calls: readonly string[]
  /** Lets as many calls through and makes the next ones wait; ends with the first that does. */
  readonly stopAfter: (calls: number) => Promise<void>
  /** Makes one call wait that starts like this; ends when it does. */
  readonly stopBefore: (call: string) => Promise<void>
  /** Lets all calls through again. */
  readonly go: () => void
  /** Does something before every call that starts like this. */
  readonly before: (call: string, work: () => Promise<unknown>) => void
}

interface Gate {
  readonly opened: Promise<void>
  readonly open: () => void
}

function createGate(): Gate {
  const open: (() => void)[] = []
  const opened = new Promise<void>((resolve) => {
    open.push(resolve)
  })
  return { opened, open: () => open.forEach((resolve) => resolve()) }
}

const never = (): boolean => false

/** Opens a process on a storage. */
export function openProcess(
  storage: KeyValueStorage,
  options: UnstorageAdapterOptions = {},
): Process {
  const calls: string[] = []
  let stops: (call: string) => boolean = never
  let reached = createGate()
  let gate = createGate()
  let hook: { readonly call: string; readonly work: () => Promise<unknown> } | undefined

  function stopWhere(condition: (call: string) => boolean): Promise<void> {
    stops = condition
    reached = createGate()
    gate = createGate()
    return reached.opened
  }

  async function turn(call: string): Promise<void> {
    if (hook !== undefined && call.startsWith(hook.call)) await hook.work()
    if (stops(call)) {
      const { opened } = gate
      reached.open()
      await opened
    }
    calls.push(call)
  }

  const watched: KeyValueStorage = {
    async getItem(key) {
      await turn(`getItem ${key}`)
      return storage.getItem(key)
    },
    async setItem(key, value, itemOptions) {
      await turn(`setItem ${key}`)
      await storage.setItem(key, value, itemOptions)
    },
    async removeItem(key) {
      await turn(`removeItem ${key}`)
      await storage.removeItem(key)
    },
    async getKeys(base) {
      await turn(`getKeys ${base}`)
      return storage.getKeys(base)
    },
  }

  return {
    adapter: unstorageAdapter(watched, options),
    calls,
    stopAfter(count) {
      let left = count
      return stopWhere(() => {
        left -= 1
        return left < 0
      })
    },
    stopBefore(start) {
      let met = false
      return stopWhere((call) => {
        if (met || !call.startsWith(start)) return false
        met = true
        return true
      })
    },
    go() {
      stops = never
      gate.open()
    },
    before(call, work) {
      hook = { call, work }
    },
  }
}
