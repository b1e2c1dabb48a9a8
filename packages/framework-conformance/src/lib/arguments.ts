import { parseArgs } from 'node:util'
import { FEATURES } from './features.ts'
import { rows } from './rows/index.ts'
import type { Row } from './types.ts'

/** An error of the command line, with the fix. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The parsed command line. */
export interface Request {
  readonly command: string
  readonly folder: string
  readonly features: readonly string[]
  /** Suffix of the path of a page for its data. */
  readonly data: string | undefined
  /** Other paths that show the content of `/members`. */
  readonly direct: readonly string[]
  readonly rows: readonly Row[]
}

const OPTIONS = {
  cwd: { type: 'string' },
  features: { type: 'string' },
  data: { type: 'string' },
  direct: { type: 'string', multiple: true },
  rows: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

const list = (text = ''): readonly string[] => text.split(',').filter(Boolean)

/** Checks a list of names. */
function known(what: string, names: readonly string[], all: readonly string[]): readonly string[] {
  const other = names.find((name) => !all.includes(name))
  if (other === undefined) return names
  throw new UsageError(`There is no ${what} "${other}". There are: ${all.join(', ')}.`)
}

function chooseRows(wanted: string | undefined): readonly Row[] {
  if (wanted === undefined) return rows
  const ids = known(
    'row',
    list(wanted),
    rows.map(({ id }) => id),
  )
  return rows.filter(({ id }) => ids.includes(id))
}

type Values = ReturnType<typeof parse>['values']

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options: OPTIONS })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** Returns the named features, and those that other options imply. */
function chooseFeatures({ features, data, direct }: Values): readonly string[] {
  const named = known('feature', list(features), Object.keys(FEATURES))
  const implied = [...(data === undefined ? [] : ['data']), ...(direct ? ['direct'] : [])]
  const missing = (['data', 'direct'] as const).find(
    (name) => named.includes(name) && !implied.includes(name),
  )
  if (missing) throw new UsageError(`The feature "${missing}" needs the option --${missing}.`)
  return [...new Set([...named, ...implied])]
}

/**
 * Reads the command line.
 *
 * @returns the parsed command line; `undefined` if help was requested
 * @throws UsageError if it cannot be read
 */
export function readArguments(argv: readonly string[]): Request | undefined {
  const { values, positionals } = parse(argv)
  if (values.help) return undefined
  const [command, ...others] = positionals
  if (command === undefined || others.length > 0) {
    throw new UsageError('One command is needed, in quotes, which starts your server.')
  }
  return {
    command,
    folder: values.cwd ?? '.',
    features: chooseFeatures(values),
    data: values.data,
    direct: values.direct ?? [],
    rows: chooseRows(values.rows),
  }
}
