import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

/** A variable of the environment, and where it is set. */
export interface Variable {
  readonly value: string
  /** The file that sets it; missing where the process has it. */
  readonly file?: string
  /** What is written behind `=` there. */
  readonly written?: string
}

/** The environment of the application. */
export type Variables = ReadonlyMap<string, Variable>

/** The text of a file, or `undefined` where there is none. */
export async function readOptional(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined)
}

/** What is written behind `=`, without a comment, by name. */
function readWritten(text: string): ReadonlyMap<string, string> {
  const lines = text.matchAll(/^\s*(?:export\s+)?([\w.-]+)\s*=\s*(.*?)\s*$/gm)
  return new Map([...lines].map(([, name = '', value = '']) => [name, value]))
}

async function readFileVariables(folder: string, file: string): Promise<Variables> {
  const text = await readOptional(join(folder, file))
  if (text === undefined) return new Map()
  const written = readWritten(text)
  return new Map(
    Object.entries(parseEnv(text)).map(([name, value = '']) => [
      name,
      { value, file, written: written.get(name) ?? '' },
    ]),
  )
}

/** The files of variables, the first of which decides. */
export const variableFiles = (mode: string): readonly string[] => [
  `.env.${mode}.local`,
  '.env.local',
  `.env.${mode}`,
  '.env',
]

/**
 * The environment that an application gets: of the process, and of its `.env*` files.
 *
 * @param mode - what `NODE_ENV` is when it runs
 */
export async function readVariables(
  folder: string,
  mode: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Variables> {
  const files = await Promise.all(
    variableFiles(mode).map((file) => readFileVariables(folder, file)),
  )
  const own = Object.entries(env).flatMap(([name, value]): readonly [string, Variable][] =>
    value === undefined ? [] : [[name, { value }]],
  )
  return new Map([...files.toReversed().flatMap((file) => [...file]), ...own])
}

/** The value of the first variable that is set to something, with its name. */
export function firstVariable(
  variables: Variables,
  names: readonly string[],
): (Variable & { readonly name: string }) | undefined {
  for (const name of names) {
    const variable = variables.get(name)
    if (variable !== undefined && variable.value.trim() !== '') return { name, ...variable }
  }
  return undefined
}
