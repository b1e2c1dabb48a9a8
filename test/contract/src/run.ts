import { afterAll, beforeAll, describe, test } from 'vitest'
import { openApp } from './app.ts'
import type { LineId } from './lines.ts'
import type { Contract } from './suite.ts'
import type { Target } from './target.ts'
import type { Proof } from './table.mjs'
import { type OpenWorld, startWorld } from './world.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Lines of the specification that the test proves. */
    proves?: readonly LineId[]
  }
}

/** Runs the contract over a package. */
export function runContracts(target: Target, contracts: readonly Contract[]): void {
  let opened: OpenWorld | undefined
  beforeAll(async () => {
    opened = await startWorld(target.basePath)
  })
  afterAll(() => opened?.close())

  describe(target.name, () => {
    for (const contract of contracts) {
      contract({
        target,
        proves(ids, title, run) {
          test(title, { meta: { proves: ids } }, run)
        },
        open: (config, options) => openApp(target, config, options),
        get world() {
          if (!opened) throw new Error('Tests use the world only while they run.')
          return opened
        },
      })
    }
  })
}

function never(): never {
  throw new Error('A contract only registers tests; what it tests is in them.')
}

/** What the contract would run over a package. */
export function listProofs(
  { name, basePath }: Pick<Target, 'name' | 'basePath'>,
  contracts: readonly Contract[],
): readonly Proof[] {
  const proofs: Proof[] = []
  for (const contract of contracts) {
    contract({
      target: { name, basePath },
      proves: (ids, title) => proofs.push({ ids, title, target: name }),
      open: never,
      get world() {
        return never()
      },
    })
  }
  return proofs
}
