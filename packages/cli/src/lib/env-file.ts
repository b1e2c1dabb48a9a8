import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { Surroundings } from './terminal.ts'

/** Variables by name. */
export type Variables = Readonly<Record<string, string>>

/** How an application is given its variables: by the files that Next.js and Vite read, or by `.env` alone. */
export type EnvReading = 'local' | 'single'

/** A variable of a file. */
export interface EnvValue {
  readonly value: string
  /** The file, as people know it. */
  readonly file: string
}

/** The text of a file, or `undefined` where there is none. */
export async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** The variables that a text sets. */
export function parseVariables(text: string): Variables {
  const values = Object.entries(parseEnv(text))
  return Object.fromEntries(values.map(([name, value]) => [name, value ?? '']))
}

/** The line end that a text has. */
export const lineEnd = (text: string): '\r\n' | '\n' => (text.includes('\r\n') ? '\r\n' : '\n')

const declaration = (name: string): RegExp =>
  new RegExp(String.raw`^[ \t]*(?:export[ \t]+)?${name}[ \t]*=[ \t]*(?:""|'')?[ \t]*(?=\r?$)`, 'm')

/** @throws Error where the text means something else than before and the new values */
function requireEffect(before: string, after: string, values: Variables): void {
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
export function setVariables(text: string, values: Variables): string {
  const set = parseVariables(text)
  const wanted = Object.entries(values).filter(
    ([name, value]) => set[name] === undefined || (set[name] === '' && value !== ''),
  )
  const end = lineEnd(text)
  const filled = wanted.reduce((rest, [name, value]) => {
    const line = `${name}=${value}`
    const place = declaration(name)
    if (place.test(rest)) return rest.replace(place, () => line)
    return `${rest}${rest === '' || rest.endsWith('\n') ? '' : end}${line}${end}`
  }, text)
  requireEffect(text, filled, Object.fromEntries(wanted))
  return filled
}

/** The files that an application reads its variables from; the first that has one decides. */
export function envFiles(reading: EnvReading, env: Surroundings['env']): readonly string[] {
  if (reading === 'single') return ['.env']
  const mode = env['NODE_ENV'] ?? 'development'
  const files = [`.env.${mode}.local`, '.env.local', `.env.${mode}`, '.env']
  // A test is the same on every machine.
  return mode === 'test' ? files.filter((file) => file !== '.env.local') : files
}

/** `$NAME` and `${NAME}` as the readers of `.env.local` replace them; `\$` is a dollar sign. */
function expand(value: string, all: Variables): string {
  return value.replaceAll(
    /\\\$|\$(?:\{(\w+)\}|([A-Za-z_]\w*))/g,
    (found, braced: string | undefined, bare: string | undefined) =>
      found === String.raw`\$` ? '$' : (all[braced ?? bare ?? ''] ?? ''),
  )
}

/**
 * What the files of a folder set, as the framework there reads them.
 *
 * @param env - the environment, whose variables come before all files
 */
export async function readEnvFiles(
  folder: string,
  reading: EnvReading,
  env: Surroundings['env'],
): Promise<ReadonlyMap<string, EnvValue>> {
  const found = new Map<string, EnvValue>()
  for (const file of envFiles(reading, env)) {
    const text = (await readText(join(folder, file))) ?? ''
    for (const [name, value] of Object.entries(parseVariables(text))) {
      if (!found.has(name)) found.set(name, { value, file })
    }
  }
  if (reading === 'single') return found
  const known = Object.entries(env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  const all: Variables = {
    ...Object.fromEntries([...found].map(([name, { value }]) => [name, value])),
    ...Object.fromEntries(known),
  }
  return new Map(
    [...found].map(([name, { value, file }]) => [name, { value: expand(value, all), file }]),
  )
}
