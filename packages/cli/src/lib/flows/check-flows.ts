import { UsageError } from '../arguments.ts'
import { loadTesting, type Testing } from '../dev/emulators.ts'
import type { Application } from '../doctor/application.ts'
import { broken, type Finding, warning } from '../doctor/finding.ts'
import { printable, type Terminal } from '../terminal.ts'
import { isObject } from '../values.ts'
import { isLocal, NAVIGATION, openBrowser, sendLocally } from './browser.ts'
import { explainFailure, findOtherErrors } from './explain-failure.ts'
import { START_TIMEOUT_S } from './find-actions.ts'
import { FLOW_DOCS, type Flow, type Message } from './flow.ts'
import {
  findCommand,
  type Opened,
  openByCommand,
  openByUrl,
  type ToOpen,
} from './open-application.ts'
import { findPlaces } from './places.ts'
import { createProgress, type Progress } from './progress.ts'
import { listProviders, type OfferedProvider } from './providers.ts'
import { tryMail, tryOAuth } from './sign-in.ts'
import { findPlace, type RunningApplication } from './running-application.ts'
import { FlowEnded } from './steps.ts'

/** What is tried. */
export interface FlowOptions extends ToOpen {
  /** Default: every provider. */
  readonly provider: string | undefined
  readonly email: string | undefined
}

/** What the tries have shown. */
export interface FlowReport {
  readonly flows: readonly Flow[]
  readonly findings: readonly Finding[]
}

/** Keeps what is reported, and shows it. */
class FlowRecord {
  readonly flows = new Map<string, Flow>()
  readonly findings: Finding[] = []
  readonly #progress: Progress

  constructor(progress: Progress) {
    this.#progress = progress
  }

  readonly add = (message: Message): void => {
    this.#progress.show(message)
    if (message.kind === 'finding') {
      this.findings.push(message.finding)
      return
    }
    const { provider } = message
    const known = this.flows.get(provider) ?? { provider, steps: [] }
    if (message.kind === 'not tried') this.flows.set(provider, { ...known, notTried: message.why })
    if (message.kind !== 'end') return
    const { step, result } = message
    this.flows.set(provider, { ...known, steps: [...known.steps, { step, result }] })
  }
}

async function open(
  application: Application,
  options: FlowOptions,
  terminal: Terminal | undefined,
  progress: Progress,
): Promise<Opened> {
  const { url } = options
  if (url !== undefined) {
    const opened = await openByUrl(application, options, url)
    terminal?.out(`Signing in at ${url}, at the emulators of "latchstring dev".\n\n`)
    return opened
  }
  const command = await findCommand(application, options)
  terminal?.out(
    `Starting: ${command.join(' ')}\nIt has no keys of providers, so that people sign in at emulators on this machine. They are stored where the application stores its users.\n\n`,
  )
  const stop = progress.start()
  return openByCommand(application, options, command).finally(stop)
}

/** Why an application cannot be signed in to. */
async function explainOpened(
  { found, process, taken }: Opened,
  site: RunningApplication,
): Promise<Finding> {
  const lines = printable(process?.log.lastLines() ?? '').replaceAll('\n', ' | ')
  const output = lines === '' ? '' : ` It wrote at the end: ${lines}`
  const docs = FLOW_DOCS
  const other =
    taken === undefined
      ? ''
      : ` Another program listens at ${taken}: end it, or pass --url ${taken} if it is this application, started by "latchstring dev".`
  if (found.kind === 'failing') {
    const where = 'The library cannot answer'
    const page = new URL(`${found.base}/error?ref=${found.reference ?? ''}`)
    const logged = await explainFailure(site, { where, since: 0, page })
    if (logged !== undefined) return logged
  }
  if (found.kind === 'ended') {
    return broken({
      id: 'application-ended',
      what: `The application ended before it answered: ${found.how}.${output}`,
      why: 'No sign-in was tried.',
      fix: `Correct what the output names. The application is started without the keys of its providers; where it refuses to start like that, start it by "npx @latchstring/cli dev" and pass --url.${other}`,
      docs,
    })
  }
  if (found.kind === 'not-mounted') {
    return broken({
      id: 'actions-not-found',
      what: `The application answers at ${found.origin}, and not with the actions of the library.`,
      why: 'No sign-in was tried.',
      fix: 'Mount the handlers, as the page of the framework says. Where they are at another path, pass it: latchstring doctor --flows --url http://localhost:3000/path',
      docs,
      ...findPlace(site),
    })
  }
  return broken({
    id: 'application-silent',
    what: `The application did not answer${process === undefined ? '' : ` within ${START_TIMEOUT_S} seconds`}.${output}`,
    why: 'No sign-in was tried.',
    fix: `Start it by "npx @latchstring/cli dev", and pass its address: latchstring doctor --flows --url http://localhost:3000.${other}`,
    docs,
  })
}

/** Where the application says that its actions are, which decides about cookies. */
function readOwnBase(base: string, providers: Readonly<Record<string, unknown>>): string {
  const [first] = Object.values(providers)
  const url = isObject(first) ? first['signinUrl'] : undefined
  return typeof url === 'string' && URL.canParse(url) ? url.replace(/\/signin\/[^/]*$/, '') : base
}

const notLocal = (base: string): Finding =>
  broken({
    id: 'address-not-local',
    what: `The application says that it is at ${new URL(base).origin}.`,
    why: 'Emulators are for http://localhost alone, so that no sign-in was tried.',
    fix: 'Remove AUTH_URL from the variables of development, or set it to the address on this machine.',
    docs: 'docs/deployment.md#what-decides-about-the-address',
  })

/** Signs in with a provider in every way that it has. */
async function tryProvider(site: RunningApplication, offered: OfferedProvider): Promise<void> {
  const { id: provider, kind } = offered
  if (kind === 'not tried') {
    site.report({ kind, provider, why: offered.why })
    return
  }
  const since = site.log?.position() ?? 0
  const trip = { ...site, provider }
  try {
    await (kind === 'oauth' ? tryOAuth(trip) : tryMail(trip, offered.mailbox))
  } catch (thrown) {
    if (!(thrown instanceof FlowEnded)) throw thrown
  }
  const where = `Signing in with "${provider}"`
  for (const finding of await findOtherErrors(site, { where, since })) {
    site.report({ kind: 'finding', finding })
  }
}

const NOTHING_TRIED = warning({
  id: 'no-sign-in-tried',
  what: 'No sign-in was tried.',
  why: 'No provider of the application is at its emulator.',
  fix: 'Leave out --url, so that the application is started without the keys of its providers; with --url, it has to be started by "npx @latchstring/cli dev".',
  docs: FLOW_DOCS,
})

/** @throws UsageError for a provider that the application does not have */
function choose(
  providers: readonly OfferedProvider[],
  only: string | undefined,
): readonly OfferedProvider[] {
  const chosen = providers.filter(({ id }) => only === undefined || id === only)
  if (only === undefined || chosen.length > 0) return chosen
  const ids = providers.map(({ id }) => id).join(', ') || 'none'
  throw new UsageError(
    `--provider: the application has no provider ${JSON.stringify(only)}. It has: ${ids}.`,
  )
}

async function tryOpened(
  opened: Opened,
  { provider }: FlowOptions,
  site: RunningApplication,
  testing: Testing,
): Promise<void> {
  const { found } = opened
  if (found.kind !== 'found') {
    site.report({ kind: 'finding', finding: await explainOpened(opened, site) })
    return
  }
  const base = readOwnBase(found.base, found.providers)
  const { origin } = new URL(base)
  if (!isLocal(new URL(base))) {
    site.report({ kind: 'finding', finding: notLocal(base) })
    return
  }
  const page = await sendLocally(new Request(`${base}/signin`, { headers: NAVIGATION }))
  const { log, emulators } = site
  const notices = { log: log?.since(0) ?? '', signInPage: await page.text(), emulators }
  const chosen = choose(listProviders(found.providers, notices), provider)
  const running = { ...site, base, origin, openBrowser: () => openBrowser(testing, base) }
  for (const offered of chosen) await tryProvider(running, offered)
  if (chosen.every(({ kind }) => kind === 'not tried'))
    site.report({ kind: 'finding', finding: NOTHING_TRIED })
}

/**
 * Signs in with every provider of an application that runs in development, at the emulators of the services.
 *
 * @param terminal - nothing where the output is for programs
 * @throws UsageError for options that do not fit the application
 */
export async function checkFlows(
  application: Application,
  options: FlowOptions,
  terminal: Terminal | undefined,
): Promise<FlowReport> {
  const testing = await loadTesting(application.folder)
  const progress = createProgress(terminal)
  const record = new FlowRecord(progress)
  const opened = await open(application, options, terminal, progress)
  try {
    const { configured, folder } = application
    const site: RunningApplication = {
      base: '',
      origin: '',
      emulators: opened.emulators,
      log: opened.process?.log,
      places: { folder, file: configured?.file, byName: findPlaces(application) },
      email: options.email,
      openBrowser: () => openBrowser(testing, 'http://localhost'),
      report: record.add,
      explained: new Set(),
    }
    await tryOpened(opened, options, site, testing)
  } finally {
    await opened.end()
  }
  if (record.flows.size > 0) terminal?.out('\n')
  return { flows: [...record.flows.values()], findings: record.findings }
}
