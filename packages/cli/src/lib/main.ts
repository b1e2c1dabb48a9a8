import { addCommand } from './add-command.ts'
import { agentsCommand } from './agents-command.ts'
import { UsageError, parseOptions } from './arguments.ts'
import { codemodCommand } from './codemod-command.ts'
import type { Command } from './command.ts'
import { createCommand } from './create-command.ts'
import { describeError } from './describe-error.ts'
import { devCommand } from './dev-command.ts'
import { docsCommand } from './docs-command.ts'
import { doctorCommand } from './doctor-command.ts'
import { withAddresses } from './documentation.ts'
import { explainCommand } from './explain-command.ts'
import { COMMON_OPTIONS, optionLines } from './help.ts'
import { importCommand } from './import-command.ts'
import { initCommand } from './init-command.ts'
import { mcpCommand } from './mcp-command.ts'
import { migrateCommand } from './migrate-command.ts'
import { providersCommand } from './providers-command.ts'
import { pruneCommand } from './prune-command.ts'
import { revokeCommand } from './revoke-command.ts'
import { schemaCommand } from './schema-command.ts'
import { secretCommand } from './secret-command.ts'
import { nearest } from './nearest.ts'
import { type ProcessEnvironment, type Terminal, createTerminal, printable } from './terminal.ts'
import { usersCommand } from './users-command.ts'
import { readVersion } from './version.ts'

const COMMANDS: Readonly<Record<string, Command>> = {
  create: createCommand,
  init: initCommand,
  dev: devCommand,
  add: addCommand,
  codemod: codemodCommand,
  import: importCommand,
  secret: secretCommand,
  providers: providersCommand,
  doctor: doctorCommand,
  explain: explainCommand,
  docs: docsCommand,
  migrate: migrateCommand,
  prune: pruneCommand,
  revoke: revokeCommand,
  users: usersCommand,
  schema: schemaCommand,
  agents: agentsCommand,
  mcp: mcpCommand,
}

const OPTIONS = {
  ...COMMON_OPTIONS,
  version: { short: 'v', help: 'print the version' },
}

const HELP = `Add sign-in to your app, check it, and keep its database up to date.

Usage: latchstring COMMAND [options]

Commands:
${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(11)}${summary}`)
  .join('\n')}

Options:
${optionLines(OPTIONS)}

Run latchstring COMMAND --help to see the options of a command.
`

function runWithoutCommand(argv: readonly string[], terminal: Terminal): number {
  const options = parseOptions(argv, OPTIONS)
  if (options.has('version')) {
    terminal.out(`${readVersion()}\n`)
    return 0
  }
  if (options.has('help')) {
    terminal.out(HELP)
    return 0
  }
  terminal.err(HELP)
  return 1
}

/** The command that may have been meant; the help that follows has the others. */
function suggestNearest(name: string): string {
  const meant = nearest(name, Object.keys(COMMANDS))
  return meant === undefined ? '' : ` Did you mean ${meant}?`
}

/** The help that a mistake in the command line refers to. */
function helpHint(name: string): string {
  return Object.hasOwn(COMMANDS, name)
    ? `Run latchstring ${name} --help to see its options.\n`
    : 'Run latchstring --help to see all commands.\n'
}

/**
 * The program.
 *
 * @param given - what was written after its name; `help init` is `init --help`
 * @param environment - where it runs; `process` will do
 * @returns the exit code
 */
export async function main(
  given: readonly string[],
  environment: ProcessEnvironment,
): Promise<number> {
  const terminal = createTerminal(environment)
  const argv = given[0] === 'help' ? [...given.slice(1), '--help'] : given
  const [name = '', ...rest] = argv
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  try {
    if (name === '' || name.startsWith('-')) return runWithoutCommand(argv, terminal)
    if (command === undefined) {
      throw new UsageError(`Unknown command “${name}”.${suggestNearest(name)}`)
    }
    const { env, stdin } = environment
    return await command.run(rest, terminal, { env, stdin, cwd: () => environment.cwd() })
  } catch (error) {
    const message = printable(withAddresses(describeError(error)))
    // With --json the standard output is read by a program.
    if (rest.includes('--json')) terminal.out(`${JSON.stringify({ error: { message } })}\n`)
    terminal.err(`${terminal.paint('red', 'Error:')} ${message}\n`)
    if (!(error instanceof UsageError)) return 1
    terminal.err(helpHint(name))
    return command?.wrongCall ?? 1
  }
}
