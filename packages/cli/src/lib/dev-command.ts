import { COMMON_OPTIONS, optionLines } from './help.ts'
import { parseOptions, UsageError } from './arguments.ts'
import type { Command } from './command.ts'
import {
  type LocalAddresses,
  type StartCommand,
  findAddresses,
  findStartCommand,
  findVariables,
} from './dev/application.ts'
import { PORT, startEmulators } from './dev/emulators.ts'
import { endWithPackageManager } from './dev/package-manager.ts'
import { runApplication } from './dev/run-application.ts'
import { findWorkspace, inWorkspace } from './dev/workspace.ts'
import type { ProcessEnvironment, Terminal } from './terminal.ts'

const OPTIONS = {
  port: { value: 'PORT', help: `where it listens. Default: ${PORT}, or the next one that is free` },
  ...COMMON_OPTIONS,
}

const HELP = `Start emulators of the services people sign in with, and a mailbox for the mails of the application, on this machine alone.
An application in development whose providers have no keys signs in there. With a script "dev" in package.json, or with a
command after "--", it starts the application, too, and stops with it.

Usage: latchstring dev [options] [-- COMMAND…]

Options:
${optionLines(OPTIONS)}

Exit codes:
  0  stopped; otherwise the exit code of the application
  1  an error, such as a port that another program has
  2  a wrong call

Examples:
  latchstring dev
  latchstring dev -- node --watch server.js
`

function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port
  throw new UsageError(
    `--port takes a number from 0 to 65535, and this is ${JSON.stringify(text)}.`,
  )
}

interface Greeting {
  readonly origin: string
  readonly application: StartCommand
  readonly addresses: LocalAddresses | undefined
  /** The port that was asked for; without it, another one than the default is worth a word. */
  readonly port: number | undefined
  /** Where a remote workspace shows its ports. */
  readonly workspace: string | undefined
  /** `NODE_ENV` of the environment, which the application is given. */
  readonly mode: string | undefined
}

/** With another NODE_ENV an application uses no emulators and logs no reason. */
const warnOfMode = (mode = 'development'): readonly string[] =>
  mode === 'development'
    ? []
    : [
        `NODE_ENV is "${mode}" in this environment, so the application is not in development and uses no emulator. Unset NODE_ENV, and run the command again.`,
      ]

/** An application that was moved to a free port. */
const warnOfMove = ({ addresses }: Greeting): readonly string[] =>
  addresses?.moved === undefined
    ? []
    : [`Port ${addresses.moved.from} is taken: the application is at ${addresses.origin}.`]

/** Another port than the default, which an application that is started elsewhere does not know. */
function warnOfPort({ origin, application, port }: Greeting): readonly string[] {
  if (port !== undefined || origin.endsWith(`:${PORT}`)) return []
  const elsewhere =
    'command' in application ? '' : ` Start the application with LATCHSTRING_DEV=${origin}.`
  return [`Port ${PORT} is taken: the emulators are at ${origin}.${elsewhere}`]
}

/** Sign-ins return to AUTH_URL, where nothing would be. */
const warnOfUrl = ({ addresses }: Greeting): readonly string[] =>
  addresses?.other === undefined
    ? []
    : [
        `AUTH_URL is at ${addresses.other}, and the application at ${addresses.origin}: remove AUTH_URL, or set it to that.`,
      ]

function greet(terminal: Terminal, greeting: Greeting): void {
  const { origin, application, addresses, workspace, mode } = greeting
  const { paint } = terminal
  const lines = [
    ...(addresses === undefined
      ? []
      : [
          `Application  ${inWorkspace(addresses.origin, workspace)}${addresses.guessed ? ' (or where it says itself, below)' : ''}`,
          `Sign-in      ${inWorkspace(addresses.signIn, workspace)}`,
        ]),
    `Mailbox      ${inWorkspace(`${origin}/mail`, workspace)}`,
    `Emulators    ${inWorkspace(origin, workspace)}`,
    '',
    `In development, providers without keys use these emulators (open the app at ${workspace === undefined ? 'http://localhost' : 'an address of this workspace'}).`,
    ...warnOfMove(greeting),
    ...warnOfPort(greeting),
    ...warnOfUrl(greeting),
    ...warnOfMode(mode),
    'command' in application
      ? `Starting: ${application.command.join(' ')}`
      : `${application.why} Start the application in another terminal; "Ctrl+C" ends this.`,
  ]
  terminal.out(`${paint('bold', 'Latchstring, development')}\n\n${lines.join('\n')}\n\n`)
}

/** Waits for a signal. */
function interrupted(): Promise<number> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => resolve(0))
  })
}

/** Starts the emulators, and the application where there is one, until they are stopped. */
async function startAll(
  given: readonly string[],
  port: number | undefined,
  terminal: Terminal,
  { env, cwd }: Pick<ProcessEnvironment, 'env' | 'cwd'>,
): Promise<number> {
  const application = await findStartCommand(cwd(), env, given)
  const workspace = findWorkspace(env)
  const { origin, close } = await startEmulators(cwd(), port, workspace)
  try {
    const addresses = await findAddresses(cwd(), env, given)
    greet(terminal, { origin, port, application, addresses, workspace, mode: env['NODE_ENV'] })
    if (!('command' in application)) return await interrupted()
    const variables = {
      ...(await findVariables(cwd(), env)),
      ...addresses?.moved?.variables,
      ...(workspace !== undefined && { LATCHSTRING_WORKSPACE: workspace }),
    }
    return await runApplication({ ...application, folder: cwd(), env, variables, origin })
  } finally {
    await close()
  }
}

async function run(
  argv: readonly string[],
  terminal: Terminal,
  { env, cwd }: Pick<ProcessEnvironment, 'env' | 'cwd'>,
): Promise<number> {
  const at = argv.indexOf('--')
  const options = parseOptions<keyof typeof OPTIONS>(at === -1 ? argv : argv.slice(0, at), OPTIONS)
  if (options.has('help')) {
    terminal.out(HELP)
    return 0
  }
  const port = readPort(options.value('port'))
  // At once: one that is gone by then is not known.
  const stopLooking = endWithPackageManager(env)
  try {
    return await startAll(at === -1 ? [] : argv.slice(at + 1), port, terminal, { env, cwd })
  } finally {
    stopLooking()
  }
}

/** Starts what an application needs for signing in during development. */
export const devCommand: Command = {
  summary: 'Start your app with emulated providers and a mailbox',
  wrongCall: 2,
  run,
}
