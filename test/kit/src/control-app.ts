import type { AuthConfig } from '@latchstring/core'
import { type App, createApp, ENV, type Strategy } from './app.ts'
import { type ControlStore, createControlStore, otherProcess } from './control-store.ts'
import { passwords, storePeople } from './people.ts'
import { openStore, type Store } from './sqlite-store.ts'
import { startClock, type TestClock } from './test-clock.ts'

/** An application, in one process or several, whose sessions can be listed and ended. */
export interface ControlWorld {
  readonly clock: TestClock
  readonly control: ControlStore
  /** One process of the application. */
  readonly start: (config?: Partial<AuthConfig>) => App
}

/** What the processes of an application share. */
interface Shared {
  readonly strategy: Strategy
  readonly sqlite: Pick<Store, 'adapter'>
  readonly control: ControlStore
  readonly clock: TestClock
}

/** Starts one process of an application. */
export function startControlApp(
  { strategy, sqlite, control, clock }: Shared,
  { session, ...rest }: Partial<AuthConfig> = {},
): App {
  const capabilities = { ...sqlite.adapter.capabilities, ...control.adapter.capabilities }
  const revocation = strategy === 'jwt' ? { revocation: true } : {}
  const adapter =
    strategy === 'jwt'
      ? otherProcess(control)
      : { ...sqlite.adapter, ...control.adapter, capabilities }
  return createApp(
    {
      providers: [passwords()],
      adapter,
      session: { strategy, devices: true, ...revocation, ...session },
      ...rest,
    },
    { env: ENV, clock: clock.now },
  )
}

/** Opens the stores of a file of tests: the world of each test, and the end of them all. */
export async function openControlWorlds(): Promise<{
  readonly enter: (strategy: Strategy) => Promise<ControlWorld>
  readonly close: () => Promise<void>
}> {
  const sqlite = await openStore()
  return {
    close: async () => sqlite.close(),
    async enter(strategy) {
      const clock = startClock()
      const control = createControlStore()
      await sqlite.clear()
      await storePeople(sqlite.adapter, new Date(0))
      return {
        clock,
        control,
        start: (config) => startControlApp({ strategy, sqlite, control, clock }, config),
      }
    },
  }
}
