import { expandAll, envFiles, readFiles } from '../env-file.ts'
import type { Framework } from '../framework.ts'
import type { ProcessEnvironment } from '../terminal.ts'

/** A variable of the environment, and where it is set. */
export interface Variable {
  readonly value: string
  /** The file that sets it; missing where the process has it. */
  readonly file?: string
}

/** The environment of the application. */
export type Variables = ReadonlyMap<string, Variable>

/** A variable with its name. */
export interface NamedVariable extends Variable {
  readonly name: string
}

/**
 * The environment that an application gets: of the process, and of its `.env*` files. All of them are read, also where the
 * framework has `.env` alone: scripts can name others.
 *
 * @param mode - what `NODE_ENV` is when it runs
 */
export async function readVariables(
  folder: string,
  mode: string,
  env: ProcessEnvironment['env'],
  framework: Framework | undefined,
): Promise<Variables> {
  const found = await readFiles(folder, envFiles('local', { NODE_ENV: mode }))
  const read = framework?.env === 'single' ? found : expandAll(found, env)
  const own = Object.entries(env).flatMap(([name, value]): readonly [string, Variable][] =>
    value === undefined ? [] : [[name, { value }]],
  )
  return new Map<string, Variable>([...read, ...own])
}

/** The value of the first variable that is set to something, with its name. */
export function firstVariable(
  variables: Variables,
  names: readonly string[],
): NamedVariable | undefined {
  for (const name of names) {
    const variable = variables.get(name)
    if (variable !== undefined && variable.value.trim() !== '') return { name, ...variable }
  }
  return undefined
}
