import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UsageError } from '../arguments.ts'
import { describeError } from '../describe-error.ts'
import { readApplication } from '../doctor/application.ts'
import { loadVariables } from '../load-variables.ts'
import type { ProcessEnvironment } from '../terminal.ts'

/** A refusal of a feature of the application. */
export interface Refused {
  readonly kind: 'refused'
  readonly code: string
  readonly why: string
}

/** How the deletion of a user ended. */
export type Erased = { readonly kind: 'deleted' | 'missing' | 'under-way' } | Refused

/** What is kept about a user, as far as it is counted here. */
export interface Kept {
  readonly user: { readonly id: string }
  readonly accounts: readonly unknown[]
  readonly passkeys: readonly unknown[]
  readonly sessions: readonly unknown[]
  readonly records: Readonly<Record<string, readonly unknown[]>>
}

/** The deletions that were due. */
export interface Due {
  readonly deleted: readonly string[]
  readonly refused: readonly { readonly userId: string; readonly code: string }[]
  readonly failed: readonly { readonly userId: string; readonly error: unknown }[]
}

/** Operations of `leaving` that name users. */
export interface LeavingCalls {
  findUser(idOrEmail: string): Promise<string | null>
  exportUser(userId: string): Promise<Kept | null>
  askErasure(userId: string): Promise<Refused | null>
  eraseUser(userId: string): Promise<Erased>
  listDue(limit?: number): Promise<readonly string[]>
  deleteDue(limit?: number): Promise<Due>
}

type Members = Readonly<Record<string, unknown>>

const toMembers = (value: unknown): Members =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'
    ? // Its members are looked at one by one.
      (value as unknown as Members)
    : {}

const isLeaving = (value: unknown): boolean => {
  const { name, system } = toMembers(value)
  return name === 'leaving' && typeof toMembers(system)['eraseUser'] === 'function'
}

/** What a module exports, and the members of that. */
const withMembers = (module: Members): readonly Members[] => [
  module,
  ...Object.values(module)
    .filter((value) => !isLeaving(value))
    .map(toMembers),
]

/**
 * The operations of the feature among what a module exports.
 *
 * @returns what is missing, as a text
 */
function findCalls(module: Members): LeavingCalls | string {
  const feature = Object.values(module).find(isLeaving)
  const system = withMembers(module)
    .map((members) => members['system'])
    .find((value) => typeof value === 'function')
  if (feature === undefined) {
    return 'the feature: `export const leave = leaving()`, which `features` names'
  }
  if (typeof system !== 'function') {
    return '`system`: `export const { system } = Latchstring({ … })`, or what has it'
  }
  // `isLeaving` has looked what feature it is, whose own package says what these are.
  return (system as (value: unknown) => LeavingCalls)(feature)
}

/** What Node.js says of a file of TypeScript that it cannot read. */
const UNREADABLE: ReadonlySet<unknown> = new Set([
  'ERR_UNKNOWN_FILE_EXTENSION',
  'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX',
])

async function loadModule(file: string, path: string): Promise<Members> {
  try {
    const module: unknown = await import(pathToFileURL(path).href)
    return toMembers(module)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const hint = UNREADABLE.has(code)
      ? ` Node reads types that can be left out from 22.18 on, and this is ${process.version}: run the program with a loader, as in "node --import tsx node_modules/@latchstring/cli/dist/bin.js users …".`
      : ''
    throw new UsageError(`${file} cannot be loaded: ${describeError(error)}.${hint}`)
  }
}

/**
 * Loads the application and finds the operations of `leaving`: deletions go through its features and its own tables.
 *
 * @param file - the module. Default: the one that calls the library
 * @throws UsageError where there is none, or it does not export them
 */
export async function loadApplication(
  file: string | undefined,
  { env, cwd }: Pick<ProcessEnvironment, 'env' | 'cwd'>,
): Promise<LeavingCalls> {
  const folder = resolve(cwd())
  const found =
    file ?? (await readApplication({ folder, env, mode: 'production' })).configured?.file
  if (found === undefined) {
    throw new UsageError(
      'No file here calls Latchstring(…) or createAuth(…). Name the module that does with --file.',
    )
  }
  await loadVariables(folder, env)
  const calls = findCalls(await loadModule(found, resolve(folder, found)))
  if (typeof calls !== 'string') return calls
  throw new UsageError(`${found} has to export ${calls}.`)
}
