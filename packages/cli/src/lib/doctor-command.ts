import { resolve } from 'node:path'
import { type Arguments, UsageError, parseOptions } from './arguments.ts'
import type { Command } from './command.ts'
import { readApplication, type Application } from './doctor/application.ts'
import { checkAccounts } from './doctor/check-accounts.ts'
import { checkAddress } from './doctor/check-address.ts'
import { checkFeatures } from './doctor/check-features.ts'
import { checkFiles } from './doctor/check-files.ts'
import { checkOptions } from './doctor/check-options.ts'
import { checkPackages } from './doctor/check-packages.ts'
import { checkProviders } from './doctor/check-providers.ts'
import { checkRedis } from './doctor/check-redis.ts'
import { checkRelyingParties } from './doctor/check-relying-party.ts'
import { checkSecret } from './doctor/check-secret.ts'
import { checkTables } from './doctor/check-tables.ts'
import { checkWellKnown } from './doctor/check-well-known.ts'
import { type Ask, checkDeployed, findBase } from './doctor/deployed.ts'
import type { Finding } from './doctor/finding.ts'
import { findingsJson, findingsText } from './doctor/report.ts'
import { checkFlows } from './flows/check-flows.ts'
import type { Flow } from './flows/flow.ts'
import { COMMON_OPTIONS, optionLines } from './help.ts'
import type { ProcessEnvironment, Terminal } from './terminal.ts'

const OPTIONS = {
  url: {
    value: 'URL',
    help: 'check a deployment from outside, through what is in front of it,\nand not what is in this folder; with --flows the address of an\napplication that latchstring dev has started',
  },
  flows: {
    help: 'start the application in this folder for development, and sign\nin with every provider at its emulator',
  },
  accounts: {
    help: 'count the users who have one way to sign in, none, or one by a\nprovider that is not configured: numbers, and nothing else of them',
  },
  provider: { value: 'ID', help: 'with --flows: this provider alone' },
  email: {
    value: 'ADDRESS',
    help: 'with --flows: the address of the person who signs in, where the\napplication accepts only some people',
  },
  production: { help: 'check for production, also what development does not need' },
  file: { value: 'FILE', help: 'the file that calls Latchstring(…) or createAuth(…)' },
  json: { help: 'print JSON' },
  ...COMMON_OPTIONS,
}

const HELP = `Check your setup for mistakes: variables, options, files, packages and tables. It runs none of
the application's code, except with --flows, changes nothing, and shows no secret.

Usage: latchstring doctor [options]
       latchstring doctor --url URL [options]
       latchstring doctor --flows [options] [-- COMMAND…]
       latchstring doctor --accounts [options]

Options:
${optionLines(OPTIONS)}

Exit codes:
  0  nothing is broken
  1  something is broken, or an error

Examples:
  latchstring doctor
  latchstring doctor --production --json
  latchstring doctor --url https://app.example.com
  latchstring doctor --flows --provider github
  latchstring doctor --flows -- node --watch server.js
`

type DoctorArguments = Arguments<keyof typeof OPTIONS>

/** The password in an address, such as that of a database. */
function passwordIn(value: string): string | undefined {
  const password = URL.canParse(value) ? new URL(value).password : ''
  return password === '' ? undefined : password
}

/** Every value that looks secret is taken out of all output. */
function hideSecrets({ variables }: Application, terminal: Terminal): void {
  const secrets = [...variables].flatMap(([name, variable]) => {
    const value = variable.value.trim()
    const password = passwordIn(value)
    if (password !== undefined) {
      // Shorter texts are parts of ordinary words.
      return [value, ...[password, decode(password)].filter(({ length }) => length >= 3)]
    }
    return /SECRET|PASS|TOKEN|KEY|DATABASE_URL/i.test(name) && value.length >= 8 ? [value] : []
  })
  terminal.hide(secrets)
}

/** Checks of the folder, with their names for progress. */
const LOCAL: readonly (readonly [
  string,
  (
    application: Application,
    terminal: Terminal,
  ) => readonly Finding[] | Promise<readonly Finding[]>,
])[] = [
  ['secrets', checkSecret],
  ['address', checkAddress],
  ['providers', checkProviders],
  ['passkeys', checkRelyingParties],
  ['options', checkOptions],
  ['files', checkFiles],
  ['documents of features', checkWellKnown],
  ['packages', checkPackages],
  [
    'features',
    (application, terminal) => checkFeatures(application, (secrets) => terminal.hide(secrets)),
  ],
  [
    'tables',
    (application, terminal) => checkTables(application, (secrets) => terminal.hide(secrets)),
  ],
  ['Redis', checkRedis],
]

async function checkLocal(
  application: Application,
  terminal: Terminal,
): Promise<readonly Finding[]> {
  const found: Finding[] = []
  for (const [name, check] of LOCAL) {
    if (terminal.interactive) terminal.err(`\rChecking ${name} …\u001B[K`)
    found.push(...(await check(application, terminal)))
  }
  if (terminal.interactive) terminal.err('\r\u001B[K')
  return found
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Sends the user of a URL by HTTP Basic authentication. */
function withUser({ username, password }: URL, terminal: Terminal): Ask {
  if (username === '' && password === '') return fetch
  const decoded = decode(password)
  const user = `${decode(username)}:${decoded}`
  const authorization = `Basic ${Buffer.from(user).toString('base64')}`
  // Shorter texts are parts of ordinary words.
  terminal.hide([...[decoded, password].filter(({ length }) => length >= 3), authorization])
  return (url, init) => {
    const headers = new Headers(init?.headers)
    headers.set('authorization', authorization)
    return fetch(url, { ...init, headers })
  }
}

/** @throws UsageError for what is not the address of a deployment */
async function checkUrl(text: string, terminal: Terminal): Promise<readonly Finding[]> {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    const shown = JSON.stringify(text.replace(/^([\w+.-]*:?\/\/)?[^@]*@/, '$1***@'))
    throw new UsageError(
      `--url: ${shown} is not an absolute http or https URL, such as https://app.example.com.`,
    )
  }
  const address = new URL(`${url.origin}${url.pathname}`)
  const ask = withUser(url, terminal)
  if (terminal.interactive) terminal.err(`\rAsking ${address.host} …\u001B[K`)
  const findings = await checkDeployed(await findBase(address, ask), ask)
  if (terminal.interactive) terminal.err('\r\u001B[K')
  return findings
}

/** What was found, and which flows were tried. */
interface Checked {
  readonly findings: readonly Finding[]
  readonly flows?: readonly Flow[]
}

/** @throws UsageError for options that do not go together */
function checkArguments(
  options: DoctorArguments,
  command: readonly string[],
  env: ProcessEnvironment['env'],
): void {
  const isFlows = options.has('flows')
  const more = (['flows', 'url'] as const).find((name) => options.has(name))
  if (options.has('accounts') && more !== undefined)
    throw new UsageError(`Pass --accounts or --${more}.`)
  const only = (['provider', 'email'] as const).find((name) => options.has(name))
  if (!isFlows && only !== undefined) throw new UsageError(`--${only} is for --flows alone.`)
  if (!isFlows && command.length > 0)
    throw new UsageError('A command after "--" is for --flows alone.')
  if (!isFlows) return
  if (command.length > 0 && options.has('url'))
    throw new UsageError('Pass --url for an application that runs, or a command after "--".')
  if (options.has('production') || env['NODE_ENV'] === 'production') {
    throw new UsageError(
      '--flows is for development, where providers have emulators: leave out --production, and unset NODE_ENV.',
    )
  }
}

async function checkFolder(
  options: DoctorArguments,
  command: readonly string[],
  terminal: Terminal,
  { env, cwd }: Parameters<Command['run']>[2],
): Promise<Checked> {
  const production = options.has('production') || env['NODE_ENV'] === 'production'
  const file = options.value('file')
  const application = await readApplication({
    folder: resolve(cwd()),
    env,
    mode: production ? 'production' : 'development',
    ...(file === undefined ? {} : { file }),
  })
  hideSecrets(application, terminal)
  if (options.has('accounts')) {
    return { findings: await checkAccounts(application, (secrets) => terminal.hide(secrets)) }
  }
  if (!options.has('flows')) return { findings: await checkLocal(application, terminal) }
  const asked = {
    env,
    command,
    url: options.value('url'),
    provider: options.value('provider'),
    email: options.value('email'),
  }
  return checkFlows(application, asked, options.has('json') ? undefined : terminal)
}

/** `latchstring doctor` */
export const doctorCommand: Command = {
  summary: 'Check your setup for mistakes',
  async run(argv, terminal, environment) {
    const end = argv.indexOf('--')
    const [own, command] = end === -1 ? [argv, []] : [argv.slice(0, end), argv.slice(end + 1)]
    const options = parseOptions<keyof typeof OPTIONS>(own, OPTIONS)
    if (options.has('help')) {
      terminal.out(HELP)
      return 0
    }
    checkArguments(options, command, environment.env)
    const url = options.has('flows') ? undefined : options.value('url')
    const { findings, flows }: Checked =
      url === undefined
        ? await checkFolder(options, command, terminal, environment)
        : { findings: await checkUrl(url, terminal) }
    const json = options.has('json')
    terminal.out(json ? findingsJson(findings, flows) : findingsText(findings, terminal.paint))
    return findings.some(({ level }) => level === 'broken') ? 1 : 0
  },
}
