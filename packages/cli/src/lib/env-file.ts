import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describeError } from './describe-error.ts'
import type { ProcessEnvironment } from './terminal.ts'

/** VariableValues by name. */
export type VariableValues = Readonly<Record<string, string>>

/** How an application is given its variables: by the files that Next.js and Vite read, or by `.env` alone. */
export type EnvReading = 'local' | 'single'

/** A variable of a file. */
export interface EnvValue {
  readonly value: string
  /** The name of the file. */
  readonly file: string
}

/** No file at the path, or a file where a folder would be. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code))

/**
 * The text of a file, or `undefined` where there is none.
 *
 * @throws Error where there is one that cannot be read
 */
export async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw new Error(`${path} cannot be read: ${describeError(error)}`, { cause: error })
  }
}

/** A text without the byte order mark that editors on Windows leave. */
export const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '')

/** The variables that a text sets. */
export function parseVariables(text: string): VariableValues {
  const values = Object.entries(parseEnv(withoutMark(text)))
  return Object.fromEntries(values.map(([name, value]) => [name, value ?? '']))
}

/** The line end that a text has. */
export const lineEnd = (text: string): '\r\n' | '\n' => (text.includes('\r\n') ? '\r\n' : '\n')

/** A line that sets a variable to nothing, up to where its value belongs. */
const emptyDeclaration = (name: string): RegExp =>
  new RegExp(
    String.raw`^(\uFEFF?[ \t]*(?:export[ \t]+)?${name}[ \t]*=)(?:[ \t]*(?:""|''))?(?=[ \t]*(?:#[^\r\n]*)?\r?$)`,
    'gm',
  )

/** @throws Error where the text means something else than before and the new values */
function requireEffect(before: string, after: string, values: VariableValues): void {
  const expected = { ...parseVariables(before), ...values }
  const found = parseVariables(after)
  const same =
    Object.keys(found).length === Object.keys(expected).length &&
    Object.entries(expected).every(([name, value]) => found[name] === value)
  if (same) return
  throw new Error('The file of variables cannot be changed safely: check its quotes.')
}

/**
 * A text of variables that sets more of them. What has a value keeps it; an empty value is filled in where it is, and the rest is
 * added at the end, with the line ends of the text.
 *
 * @param values - names and values of letters, digits and `_-./:@`
 * @throws Error where an odd text makes it unsafe
 */
export function setVariables(text: string, values: VariableValues): string {
  const set = parseVariables(text)
  const wanted = Object.entries(values).filter(
    ([name, value]) => set[name] === undefined || (set[name] === '' && value !== ''),
  )
  const end = lineEnd(text)
  const filled = wanted.reduce((rest, [name, value]) => {
    const line = `${name}=${value}`
    const place = emptyDeclaration(name)
    if (rest.search(place) !== -1) {
      return rest.replace(place, (_, head: string) => `${head}${value}`)
    }
    return `${rest}${rest === '' || rest.endsWith('\n') ? '' : end}${line}${end}`
  }, text)
  requireEffect(text, filled, Object.fromEntries(wanted))
  return filled
}

/**
 * A text of variables in which one has another name; its value, place and comment stay.
 *
 * @throws Error where an odd text makes it unsafe
 */
export function renameVariable(text: string, from: string, to: string): string {
  const declaration = new RegExp(
    String.raw`^(\uFEFF?[ \t]*(?:export[ \t]+)?)${from}(?=[ \t]*=)`,
    'gm',
  )
  const renamed = text.replace(declaration, (_, head: string) => head + to)
  const { [from]: value = '', ...others } = parseVariables(text)
  requireEffect('', renamed, { ...others, [to]: value })
  return renamed
}

/** The files that an application reads its variables from; the first that has one decides. */
export function envFiles(reading: EnvReading, env: ProcessEnvironment['env']): readonly string[] {
  if (reading === 'single') return ['.env']
  const mode = env['NODE_ENV'] ?? 'development'
  const files = [`.env.${mode}.local`, '.env.local', `.env.${mode}`, '.env']
  // A test is the same on every machine.
  return mode === 'test' ? files.filter((file) => file !== '.env.local') : files
}

/** `$NAME`, `${NAME}` and `${NAME:-otherwise}` as the readers of `.env.local` replace them; `\$` is a dollar sign. */
const REFERENCE = /\\\$|\$(?:\{(\w+)(?::-([^}]*))?\}|([A-Za-z_]\w*))/g

/**
 * Replaces names of variables.
 *
 * @param known - what the environment has, which is taken as it is
 * @param within - the variables whose values are being replaced, which may not refer to themselves
 */
function expand(
  value: string,
  files: ReadonlyMap<string, EnvValue>,
  known: ReadonlyMap<string, string>,
  within: readonly string[],
): string {
  return value.replaceAll(
    REFERENCE,
    (
      found,
      braced: string | undefined,
      otherwise: string | undefined,
      bare: string | undefined,
    ) => {
      if (found === String.raw`\$`) return '$'
      const name = braced ?? bare ?? ''
      const there = within.includes(name) ? undefined : files.get(name)?.value
      const own = known.get(name) ?? expand(there ?? '', files, known, [...within, name])
      return own === '' ? expand(otherwise ?? '', files, known, within) : own
    },
  )
}

/** The values of files with the names of variables in them replaced, as Next.js and Vite do. */
export function expandAll(
  found: ReadonlyMap<string, EnvValue>,
  env: ProcessEnvironment['env'],
): ReadonlyMap<string, EnvValue> {
  const known = new Map(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  )
  return new Map(
    [...found].map(([name, { value, file }]) => [
      name,
      { value: expand(value, found, known, [name]), file },
    ]),
  )
}

/** What files of a folder set, as it is written; the first that has a variable decides. */
export async function readFiles(
  folder: string,
  files: readonly string[],
): Promise<ReadonlyMap<string, EnvValue>> {
  const found = new Map<string, EnvValue>()
  for (const file of files) {
    const text = (await readText(join(folder, file))) ?? ''
    for (const [name, value] of Object.entries(parseVariables(text))) {
      if (!found.has(name)) found.set(name, { value, file })
    }
  }
  return found
}

/**
 * What the files of a folder set, as the framework there reads them.
 *
 * @param env - the environment, whose variables come before all files
 */
export async function readEnvFiles(
  folder: string,
  reading: EnvReading,
  env: ProcessEnvironment['env'],
): Promise<ReadonlyMap<string, EnvValue>> {
  const found = await readFiles(folder, envFiles(reading, env))
  return reading === 'single' ? found : expandAll(found, env)
}
