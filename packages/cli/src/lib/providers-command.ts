import { type Arguments, parseOptions } from './arguments.ts'
import type { Command } from './command.ts'
import { COMMON_OPTIONS, optionLines } from './help.ts'
import { nearest } from './nearest.ts'
import { type ProviderEntry, readProviderEntries, searchProviders } from './provider-catalogue.ts'
import type { Terminal } from './terminal.ts'

const OPTIONS = {
  json: { help: 'print JSON' },
  ...COMMON_OPTIONS,
}

const HELP = `List or search the providers: the id, the kind, the variables to set, and where applications are registered.

Usage: latchstring providers [TEXT…] [options]

A provider is listed if every word is in its name, its id, its kind or a name that it had before.

Options:
${optionLines(OPTIONS)}

Exit codes:
  0  done
  1  none was found
  2  a wrong call

Examples:
  latchstring providers google
  latchstring providers magic link
  latchstring providers --json
`

/** With few results there is room for everything about each. */
const FEW = 5

/** A column of a table. */
const width = (texts: readonly string[]): number => Math.max(...texts.map((text) => text.length))

function renderRows(found: readonly ProviderEntry[], terminal: Terminal): string {
  const [ids, names, kinds] = [
    width(found.map(({ id }) => id)),
    width(found.map(({ name }) => name)),
    width(found.map(({ kind }) => kind)),
  ]
  return found
    .map(({ id, name, kind, variables, deprecated }) => {
      const note = deprecated === undefined ? '' : terminal.paint('yellow', ' (deprecated)')
      const left = `${terminal.paint('bold', id.padEnd(ids))}  ${name.padEnd(names)}`
      return `${left}  ${kind.padEnd(kinds)}  ${variables.join(' ')}${note}`.trimEnd()
    })
    .join('\n')
}

function renderDetails(entry: ProviderEntry, terminal: Terminal): string {
  const { id, name, kind, variables, console, deprecated, module, example } = entry
  const rows = [
    ['Kind', kind],
    ['Import', `@latchstring/core/providers/${module}`],
    ['Variables', variables.join(' ')],
    ['Register', console ?? ''],
    ['Deprecated', deprecated ?? ''],
    [
      'Add',
      example === undefined ? `latchstring add ${id}` : 'by hand: its options are in the code',
    ],
  ].filter(([, value]) => value !== '')
  return [
    `${terminal.paint('bold', name)} (${id})`,
    ...rows.map(
      ([label = '', value = '']) => `  ${terminal.paint('dim', label.padEnd(11))}${value}`,
    ),
  ].join('\n')
}

function list(
  found: readonly ProviderEntry[],
  options: Arguments<keyof typeof OPTIONS>,
  terminal: Terminal,
): void {
  if (options.has('json')) {
    terminal.out(`${JSON.stringify({ count: found.length, providers: found }, undefined, 2)}\n`)
    return
  }
  const few = found.length <= FEW
  const text = few
    ? found.map((entry) => renderDetails(entry, terminal)).join('\n\n')
    : renderRows(found, terminal)
  terminal.out(`${text}\n`)
  if (!few)
    terminal.out(`\n${found.length} providers. "latchstring providers ID" says more of one.\n`)
}

/** `latchstring providers` */
export const providersCommand: Command = {
  summary: 'List or search the providers',
  wrongCall: 2,
  run(argv, terminal) {
    const options = parseOptions(argv, OPTIONS, Number.POSITIVE_INFINITY)
    if (options.has('help')) {
      terminal.out(HELP)
      return Promise.resolve(0)
    }
    const providers = readProviderEntries()
    const found = searchProviders(providers, options.rest)
    if (found.length === 0) {
      const text = options.rest.join(' ')
      const meant = nearest(
        text.toLowerCase(),
        providers.map(({ id }) => id),
      )
      const hint = meant === undefined ? '' : ` Did you mean ${meant}?`
      throw new Error(
        `No provider is found by ${JSON.stringify(text)}.${hint} For another service, docs/providers/custom.md says how to write one.`,
      )
    }
    list(found, options, terminal)
    return Promise.resolve(0)
  },
}
