import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Arguments, UsageError, parseOptions } from './arguments.ts'
import type { Command } from './command.ts'
import { describeError } from './describe-error.ts'
import { COMMON_OPTIONS, optionLines } from './help.ts'
import type { Terminal } from './terminal.ts'
import { erase, requireUser, type Whom } from './users/erase.ts'
import { loadApplication, type LeavingCalls } from './users/load-application.ts'

const LIMIT = 100

const OPTIONS = {
  out: {
    value: 'FILE',
    help: 'export: write there, and not to the standard output. The file\nmust not exist',
  },
  due: { help: 'erase: the users whose days are over' },
  again: {
    value: 'FILE',
    help: 'erase: the users with these ids, one a line, after a backup was\nrestored that is older than their deletion',
  },
  limit: { value: 'NUMBER', help: `with --due: how many at most, up to 10000. Default: ${LIMIT}` },
  yes: { short: 'y', help: 'erase: do it. Without, it says what would be deleted' },
  file: {
    value: 'FILE',
    help: 'the module of the application that exports system and the\nfeature. Default: the one that calls Latchstring(…)',
  },
  json: { help: 'print JSON' },
  ...COMMON_OPTIONS,
}

const HELP = `Export what is kept about a user, or delete a user, with the feature leaving of the application (docs/leaving.md).
It loads the module of the application, with its adapter, its features, and the functions for its own tables: run it where those
work. Variables of its .env files are set unless the process has them.

Usage: latchstring users export ID|EMAIL [--out FILE] [options]
       latchstring users erase ID|EMAIL [--yes] [options]
       latchstring users erase --due [--yes] [options]
       latchstring users erase --again FILE [--yes] [options]

Options:
${optionLines(OPTIONS)}

Exit codes:
  0  done
  1  an error; what has failed is begun again by the next call
  2  without --yes: this is what would be deleted
  3  refused by a feature of the application

Examples:
  latchstring users export ada@example.com --out ada.json
  latchstring users erase 6fd1c0a4
  latchstring users erase --due --yes
`

type UsersArguments = Arguments<keyof typeof OPTIONS>

function readLimit(options: UsersArguments): number {
  const value = options.value('limit')
  if (value === undefined) return LIMIT
  if (/^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 10_000) return Number(value)
  throw new UsageError(`--limit: ${JSON.stringify(value)} is not a number from 1 to 10000.`)
}

/** @throws UsageError unless one of the three is named */
function readWhom(options: UsersArguments, idOrEmail: string | undefined): Whom {
  const again = options.value('again')
  const isDue = options.has('due')
  const named = [idOrEmail !== undefined, again !== undefined, isDue].filter(Boolean)
  if (named.length !== 1) throw new UsageError('Pass one of ID|EMAIL, --due and --again FILE.')
  if (options.has('limit') && !isDue) throw new UsageError('--limit is for --due alone.')
  if (idOrEmail !== undefined) return { kind: 'user', idOrEmail }
  return again === undefined
    ? { kind: 'due', limit: readLimit(options) }
    : { kind: 'again', file: again }
}

interface ExportWork {
  readonly calls: LeavingCalls
  readonly terminal: Terminal
  readonly idOrEmail: string
  /** An absolute path. */
  readonly out: string | undefined
}

async function exportUser({ calls, terminal, idOrEmail, out }: ExportWork): Promise<number> {
  const kept = await calls.exportUser(await requireUser(calls, idOrEmail))
  const text = `${JSON.stringify(kept, undefined, 2)}\n`
  if (out === undefined) {
    terminal.out(text)
    return 0
  }
  try {
    // For its owner alone, and in place of no other.
    await writeFile(out, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    throw new UsageError(`--out: ${out} cannot be written: ${describeError(error)}`)
  }
  terminal.err(`Written to ${out}.\n`)
  return 0
}

/** @throws UsageError for options of the other command */
function checkOptions(options: UsersArguments, word: string | undefined): void {
  const ofOther = { export: ['due', 'again', 'limit', 'yes'], erase: ['out'] } as const
  if (word !== 'export' && word !== 'erase') throw new UsageError('Pass "export" or "erase".')
  const wrong = ofOther[word].find((name) => options.has(name))
  if (wrong !== undefined) throw new UsageError(`--${wrong} is not for "${word}".`)
}

/** `latchstring users` */
export const usersCommand: Command = {
  summary: 'Export what is kept about a user, or delete a user',
  async run(argv, terminal, environment) {
    const options = parseOptions<keyof typeof OPTIONS>(argv, OPTIONS, 2)
    if (options.has('help')) {
      terminal.out(HELP)
      return 0
    }
    const [word, idOrEmail] = options.rest
    checkOptions(options, word)
    const file = options.value('file')
    if (word === 'export') {
      if (idOrEmail === undefined) throw new UsageError('Pass ID|EMAIL.')
      const out = options.value('out')
      const path = out === undefined ? undefined : resolve(environment.cwd(), out)
      const calls = await loadApplication(file, environment)
      return exportUser({ calls, terminal, idOrEmail, out: path })
    }
    const whom = readWhom(options, idOrEmail)
    const given =
      whom.kind === 'again' ? { ...whom, file: resolve(environment.cwd(), whom.file) } : whom
    const request = { whom: given, yes: options.has('yes'), json: options.has('json') }
    return erase({ calls: await loadApplication(file, environment), terminal, request })
  },
}
