import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

/** What a package does otherwise. It is an error where it does not, or not in the way that is declared. */
export interface Variance {
  /** Title of the test. */
  readonly title: string
  readonly reason: string
  /** What the test says when it fails. */
  readonly failure: string | RegExp
}

/**
 * Runs the contract over a package.
 *
 * @param target - the package
 * @param contracts - what it has to do
 * @param variances - what it does otherwise
 */
export function runContracts(
  target: Target,
  contracts: readonly Contract[],
  variances: readonly Variance[] = [],
): void {
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
          const variance = variances.find((one) => one.title === title)
          if (!variance) test(title, { meta: { proves: ids } }, run)
          else test(`${OTHERWISE}${title}`, () => varies(run, variance))
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

/** Titles of tests that a package does not pass begin so; test/frameworks/rows/contract.mjs counts them. */
const OTHERWISE = 'otherwise: '

async function varies(run: () => Promise<void> | void, { failure }: Variance): Promise<void> {
  await expect(Promise.resolve().then(run)).rejects.toThrow(failure)
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
