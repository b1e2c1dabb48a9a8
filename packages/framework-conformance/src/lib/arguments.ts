import { parseArgs } from 'node:util'
import { FEATURES } from './features.ts'
import { rows } from './rows/index.ts'
import type { Row } from './types.ts'

/** Something about the command line that the person who wrote it can fix. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** What is to be tried. */
export interface Request {
  readonly command: string
  readonly folder: string
  readonly features: readonly string[]
  /** What is added to the path of a page to get its data. */
  readonly data: string | undefined
  /** Paths that show what is at `/members`. */
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

/** The names, or what is wrong with one of them. */
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

/** What was named, and what other options say. */
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
 * @returns what is to be tried, or nothing if help was asked for
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
