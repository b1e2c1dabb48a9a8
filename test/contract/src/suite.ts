import type { App } from './app.ts'
import type { LineId } from './lines.ts'
import type { AnyConfig, ProcessEnvironment, Target } from './target.ts'
import type { World } from './world.ts'

/** Registers a test that proves lines of the specification. */
export type Proves = (
  ids: readonly LineId[],
  title: string,
  run: () => Promise<void> | void,
) => void

/** What a file of the contract is given. */
export interface Suite {
  readonly target: Pick<Target, 'name' | 'basePath'>
  readonly proves: Proves
  /** Sets up an application. */
  readonly open: (config: AnyConfig, options?: Partial<ProcessEnvironment>) => App
  /** The provider and the inbox; there while tests run. */
  readonly world: World
}

/** One file of the contract. It does nothing but register tests. */
export type Contract = (suite: Suite) => void
