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
import { startEmulators } from './dev/emulators.ts'
import { runApplication } from './dev/run-application.ts'
import type { ProcessEnvironment, Terminal } from './terminal.ts'

/** Where applications look for the emulators by default. */
const PORT = 4400

const OPTIONS = {
  port: { value: 'PORT', help: `where it listens. Default: ${PORT}` },
  ...COMMON_OPTIONS,
}

const HELP = `Starts emulators of the services people sign in with, and a mailbox for the mails of the application, on this machine alone.
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

function readPort(text: string | undefined): number {
  const port = Number(text ?? PORT)
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port
  throw new UsageError(
    `--port takes a number from 0 to 65535, and this is ${JSON.stringify(text)}.`,
  )
}

interface Greeting {
  readonly origin: string
  readonly application: StartCommand
  readonly addresses: LocalAddresses | undefined
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

function greet(terminal: Terminal, { origin, application, addresses, mode }: Greeting): void {
  const { paint } = terminal
  const lines = [
    ...(addresses === undefined
      ? []
      : [
          `Application  ${addresses.origin} (or where it says itself, below)`,
          `Sign-in      ${addresses.signIn}`,
        ]),
    `Mailbox      ${origin}/mail`,
    `Emulators    ${origin}`,
    '',
    'Providers without keys go there while the application is in development and opened at http://localhost.',
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
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve(0))
  })
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
  const given = at === -1 ? [] : argv.slice(at + 1)
  const application = await findStartCommand(cwd(), env, given)
  const { origin, close } = await startEmulators(cwd(), port)
  try {
    const addresses = await findAddresses(cwd(), env)
    greet(terminal, { origin, application, addresses, mode: env['NODE_ENV'] })
    if (!('command' in application)) return await interrupted()
    const variables = await findVariables(cwd(), env)
    return await runApplication({ ...application, folder: cwd(), env, variables, origin })
  } finally {
    await close()
  }
}

/** Starts what an application needs for signing in during development. */
export const devCommand: Command = {
  summary: 'starts emulators of providers, and the application beside them',
  wrongCall: 2,
  run,
}
