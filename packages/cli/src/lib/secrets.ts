import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type EnvValue, parseVariables, readEnvFiles, readText } from './env-file.ts'
import { type Framework, findEnvFile, findFramework } from './framework.ts'
import type { Surroundings } from './terminal.ts'

/** Names that the library reads the secret from, the newest first. */
export const SECRET_VARIABLES = [
  'AUTH_SECRET_3',
  'AUTH_SECRET_2',
  'AUTH_SECRET_1',
  'AUTH_SECRET',
  'LEGACY_SECRET',
  'NEXTAUTH_SECRET',
] as const

/** A new secret: 32 random bytes, of letters that no file of variables gives another meaning. */
export const createSecret = (): string => randomBytes(32).toString('base64url')

/** A file of variables, and what the application sees of it and the others. */
export interface Place {
  readonly folder: string
  readonly file: string
  readonly text: string | undefined
  /** The variables that the application would see. */
  readonly values: ReadonlyMap<string, EnvValue>
}

/** Reads the file that was named, or the one that secrets of the application in a folder are written to. */
export async function readPlace(
  folder: string,
  env: Surroundings['env'],
  given?: string,
  chosen?: Framework,
): Promise<Place> {
  const framework = chosen ?? (await findFramework(folder, env))
  const file = given ?? (await findEnvFile(folder, framework))
  const text = await readText(join(folder, file))
  const own = Object.entries(parseVariables(text ?? '')).map(
    ([name, value]) => [name, { value, file }] as const,
  )
  const all = given === undefined ? await readEnvFiles(folder, framework?.env ?? 'local', env) : []
  return { folder, file, text, values: new Map([...all, ...own]) }
}

/** The secrets that are set, the newest first. */
export const findSecrets = ({ values }: Place): readonly (readonly [string, EnvValue])[] =>
  SECRET_VARIABLES.flatMap((name) => {
    const found = values.get(name)
    return found === undefined || found.value.trim() === '' ? [] : [[name, found] as const]
  })
