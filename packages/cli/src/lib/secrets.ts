import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { UsageError } from './arguments.ts'
import { type EnvValue, parseVariables, readEnvFiles, readText } from './env-file.ts'
import { type Framework, findEnvFile, findFramework } from './framework.ts'
import type { ProcessEnvironment } from './terminal.ts'

/** Names that the library reads the secret from, the newest first. */
export const SECRET_VARIABLES = [
  'AUTH_SECRET_3',
  'AUTH_SECRET_2',
  'AUTH_SECRET_1',
  'AUTH_SECRET',
  'LEGACY_SECRET',
  'NEXTAUTH_SECRET',
  'AUTH_SECRET_NEXT',
] as const

/** Name of a secret that opens cookies and makes none, until every instance has it. */
export const STAGED = 'AUTH_SECRET_NEXT'

/** A new secret: 32 random bytes, of letters that no file of variables gives another meaning. */
export const createSecret = (): string => randomBytes(32).toString('base64url')

/** A file of variables, and what the application sees of it and the others. */
export interface VariablesFile {
  readonly folder: string
  readonly file: string
  readonly text: string | undefined
  /** The variables that the application would see. */
  readonly values: ReadonlyMap<string, EnvValue>
}

/** Files in which a line with a variable would be a mistake. */
const OTHER_FILE = /\.(?:[cm]?[jt]sx?|json[c5]?|ya?ml|toml|md|html?|css|vue|svelte|astro)$/i

/**
 * Reads the file that was named, or the one that secrets of the application in a folder are written to.
 *
 * @throws UsageError where the name is not one of a file of variables
 */
export async function readVariablesFile(
  folder: string,
  env: ProcessEnvironment['env'],
  given?: string,
  chosen?: Framework,
): Promise<VariablesFile> {
  if (given !== undefined && OTHER_FILE.test(given)) {
    throw new UsageError(`--file: ${given} is not a file of variables, such as .env.local.`)
  }
  const framework = chosen ?? (await findFramework(folder, env))
  const file = given ?? (await findEnvFile(folder, framework))
  const text = await readText(resolve(folder, file))
  const all =
    given === undefined
      ? await readEnvFiles(folder, framework?.env ?? 'local', env)
      : new Map<string, EnvValue>()
  const own = Object.entries(parseVariables(text ?? '')).map(([name, value]) => {
    const read = all.get(name)
    // What is written there, with the names of variables in it replaced.
    return [name, read?.file === file ? read : { value, file }] as const
  })
  return { folder, file, text, values: new Map([...all, ...own]) }
}

/** The secrets that are set, the newest first. */
export const findSecrets = ({ values }: VariablesFile): readonly (readonly [string, EnvValue])[] =>
  SECRET_VARIABLES.flatMap((name) => {
    const found = values.get(name)
    return found === undefined || found.value.trim() === '' ? [] : [[name, found] as const]
  })
