import { vi } from 'vitest'
import type { ProcessEnvironment } from './target.ts'

/** Puts environment and clock in place where they are those of the process: before every use, as tests have several. */
export function enter({ env, clock }: ProcessEnvironment): void {
  vi.unstubAllEnvs()
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  if (!clock) return
  vi.useFakeTimers({ toFake: ['Date'], now: clock.now() })
}
