import { parseArgs } from 'node:util'
import { suggest } from './suggest.ts'

/** A mistake in the command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** An option of a command. */
export interface OptionSpec {
  /** What stands for the value in the help; an option without is a switch. */
  readonly value?: string
  readonly short?: string
  /** It may be given several times. */
  readonly multiple?: boolean
  /** A line of the help, or more. */
  readonly help: string
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>

/** What was written on the command line. */
export interface Arguments<Name extends string> {
  has(name: Name): boolean
  /** The values of an option, in order. */
  values(name: Name): readonly string[]
  /** The last value of an option. */
  value(name: Name): string | undefined
  /** What was written beside options, in order. */
  readonly rest: readonly string[]
}

interface Token {
  readonly kind: string
  readonly name?: string
  readonly rawName?: string
  readonly value?: unknown
  readonly inlineValue?: boolean | undefined
}

function readValue(name: string, placeholder: string, { value, inlineValue }: Token): string {
  const text = typeof value === 'string' ? value : ''
  // A forgotten value is followed by the next option.
  const isOption = inlineValue !== true && /^--?\w/.test(text)
  if (text !== '' && !isOption) return text
  throw new UsageError(`--${name} needs a value: --${name} ${placeholder}`)
}

function readToken(specs: OptionSpecs, token: Token): readonly [string, string] | undefined {
  if (token.kind === 'option-terminator') return undefined
  const { name = '', rawName = '', value } = token
  const spec = Object.hasOwn(specs, name) ? specs[name] : undefined
  if (spec === undefined) {
    throw new UsageError(`Unknown option ${rawName}.${suggest(name, Object.keys(specs), '--')}`)
  }
  if (spec.value !== undefined) return [name, readValue(name, spec.value, token)]
  if (value === undefined) return [name, '']
  throw new UsageError(`--${name} has no value.`)
}

/** @throws UsageError where there are more than expected */
function readRest(tokens: readonly Token[], most: number): readonly string[] {
  const rest = tokens.flatMap(({ kind, value }) =>
    kind === 'positional' && typeof value === 'string' ? [value] : [],
  )
  const surplus = rest[most]
  if (surplus === undefined) return rest
  throw new UsageError(
    `The argument ${JSON.stringify(surplus)} is not expected here. Leave it out.`,
  )
}

/**
 * Reads the options of a command.
 *
 * @param most - how many words may be written beside options
 * @throws UsageError for an option that is not known, given twice, or without its value
 */
export function parseOptions<Name extends string>(
  argv: readonly string[],
  specs: Readonly<Record<Name, OptionSpec>>,
  most = 0,
): Arguments<Name> {
  const known: OptionSpecs = specs
  const { tokens } = parseArgs({
    args: [...argv],
    // Mistakes are reported below, in the words of this program.
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      Object.entries(known).map(([name, { value, short, multiple = false }]) => [
        name,
        {
          type: value === undefined ? ('boolean' as const) : ('string' as const),
          multiple,
          ...(short === undefined ? {} : { short }),
        },
      ]),
    ),
  })
  const all = new Map<string, string[]>()
  for (const token of tokens.filter(({ kind }) => kind !== 'positional')) {
    const read = readToken(known, token)
    if (read === undefined) continue
    const [name, value] = read
    const before = all.get(name) ?? []
    if (before.length > 0 && known[name]?.multiple !== true) {
      throw new UsageError(`--${name} is given twice.`)
    }
    all.set(name, [...before, value])
  }
  // After the options: a word behind a misspelt one is its value.
  const rest = readRest(tokens, most)
  const values = (name: Name): readonly string[] => all.get(name) ?? []
  return { has: (name) => all.has(name), values, value: (name) => values(name).at(-1), rest }
}
