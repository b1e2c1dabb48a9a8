import { vi } from 'vitest'
import { nextPackage } from './next.contract.ts'
import { currentScope } from './src/next-scope.ts'
import { nextTarget } from './src/next-target.ts'
import { runContracts } from './src/run.ts'

// These functions of Next.js work only inside a request that its server handles.
vi.mock('next/headers.js', () => ({
  headers: async () => currentScope().headers,
  cookies: async () => ({
    set: ({ name, value, ...options }: { name: string; value: string }) =>
      currentScope().cookies.push({ name, value, options }),
  }),
}))

// What every package has to do is tested over the core; over Next.js it takes longer: next.test.ts.
runContracts(nextTarget, [nextPackage])
