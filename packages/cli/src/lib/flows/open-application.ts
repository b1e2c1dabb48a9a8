import { UsageError } from '../arguments.ts'
import { findAddresses, findStartCommand, findVariables } from '../dev/application.ts'
import { startEmulators } from '../dev/emulators.ts'
import type { Application } from '../doctor/application.ts'
import { readProviders } from '../doctor/providers.ts'
import { memberText, memberValue } from '../doctor/value.ts'
import type { ProcessEnvironment } from '../terminal.ts'
import { isLocal } from './browser.ts'
import { awaitActions, findActions, type FoundActions, isPortTaken } from './find-actions.ts'
import { withoutKeys } from './providers.ts'
import { type ApplicationProcess, startApplication } from './start-application.ts'

/** What an application is started with, or found by. */
export interface ToOpen {
  readonly env: ProcessEnvironment['env']
  /** The address of an application that `latchstring dev` has started. */
  readonly url: string | undefined
  /** The command that starts the application; empty for that of package.json. */
  readonly command: readonly string[]
}

/** An application that answers, or why none does. */
export interface Opened {
  readonly found: FoundActions
  /** Origin of the emulators; nothing where another program has started them and the application. */
  readonly emulators?: string
  readonly process?: ApplicationProcess
  /** Another program listens where the application should be. */
  readonly taken?: string
  /** Ends what was started. */
  readonly end: () => Promise<void>
}

/** Paths at which the actions may be, the likeliest first. */
function listPaths({ configured }: Application, signIn: string | undefined): readonly string[] {
  const own = memberText(configured?.options, 'basePath')
  const usual = signIn === undefined ? [] : [new URL(signIn).pathname.replace(/\/signin$/, '')]
  const all = [own ?? [], usual, '/api/auth', '/auth'].flat()
  return [...new Set(all.map((path) => path.replace(/\/+$/, '')))]
}

/** Variables that the configuration reads keys of providers from. */
function findKeyVariables(application: Application): ReadonlySet<string> {
  const names = ['clientId', 'clientSecret', 'apiKey', 'server']
  const values = readProviders(application).flatMap(({ options }) =>
    names.map((name) => memberValue(options, name)),
  )
  return new Set(values.flatMap((value) => (value?.kind === 'environment' ? [value.variable] : [])))
}

/** @throws UsageError where nothing is known that starts the application */
export async function findCommand(
  { folder }: Application,
  { env, command }: ToOpen,
): Promise<readonly string[]> {
  const found = await findStartCommand(folder, env, command)
  if ('command' in found) return found.command
  throw new UsageError(
    `${found.why} Pass the command that starts the application: latchstring doctor --flows -- COMMAND. Or pass the address of one that "latchstring dev" has started: --url http://localhost:3000`,
  )
}

/** Starts an application as `latchstring dev` does, without the keys of its providers. */
export async function openByCommand(
  application: Application,
  { env }: ToOpen,
  command: readonly string[],
): Promise<Opened> {
  const { folder } = application
  const addresses = await findAddresses(folder, env, command)
  const isOccupied = addresses !== undefined && (await isPortTaken(addresses.origin))
  const variables = await findVariables(folder, env)
  const { origin: emulators, close } = await startEmulators(folder, 0)
  const emptied = withoutKeys(application.variables.keys(), findKeyVariables(application))
  const process = startApplication({
    command,
    folder,
    env: { ...env, ...emptied, NODE_ENV: 'development' },
    variables,
    origin: emulators,
  })
  const end = async (): Promise<void> => {
    await process.end()
    await close()
  }
  const origins = addresses === undefined || isOccupied ? [] : [addresses.origin]
  try {
    const found = await awaitActions(process, origins, listPaths(application, addresses?.signIn))
    return { found, emulators, process, end, ...(isOccupied && { taken: addresses.origin }) }
  } catch (error) {
    await end()
    throw error
  }
}

/** @throws UsageError where an address is not one of an application in development */
function readLocalUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url !== undefined && isLocal(url)) return url
  throw new UsageError(
    `--url: with --flows it is the address of an application that "latchstring dev" has started on this machine, such as http://localhost:3000.`,
  )
}

/** Finds an application that `latchstring dev` has started. */
export async function openByUrl(
  application: Application,
  { env }: ToOpen,
  text: string,
): Promise<Opened> {
  const { origin, pathname } = readLocalUrl(text)
  const path = pathname.replace(/\/+$/, '')
  const addresses = await findAddresses(application.folder, env, [])
  const paths = path === '' ? listPaths(application, addresses?.signIn) : [path]
  const found = await findActions(paths.map((one) => `${origin}${one}`))
  return { found, end: () => Promise.resolve() }
}
