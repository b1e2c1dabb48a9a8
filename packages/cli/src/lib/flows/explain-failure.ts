import { existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { broken, type Finding, warning } from '../doctor/finding.ts'
import { ERROR_CODES } from '../error-codes.ts'
import type { Entry } from '../explain/log.ts'
import type { Explanation } from '../explain/rule.ts'
import { explainEntry } from '../explain/rules.ts'
import type { ApplicationLog } from './application-log.ts'
import { NAVIGATION, sendLocally } from './browser.ts'
import { readErrorBox } from './markup.ts'
import { findPlace, type RunningApplication } from './running-application.ts'

const REFUSED_DOCS = 'docs/callbacks-and-events.md#signin-may-this-person-sign-in'

/** It has no reference: the response does not depend on events. */
const EVENT_ERROR = 'EventError'

/** A failure that the library has logged or shown. */
interface LoggedFailure {
  readonly reference: string | undefined
  readonly entry: Entry
}

/** What an error page says in development. */
async function readErrorPage(page: URL): Promise<LoggedFailure | undefined> {
  const reference = page.searchParams.get('ref') ?? undefined
  const response = await sendLocally(new Request(page, { headers: NAVIGATION })).catch(
    () => undefined,
  )
  const terms = readErrorBox((await response?.text()) ?? '')
  const [error] = terms.get('Error') ?? []
  const [, code, message] = /^(\w+): (.*)$/s.exec(error ?? '') ?? []
  if (code === undefined || message === undefined) return undefined
  const causes = (terms.get('Cause') ?? []).map((cause) => `cause: ${cause}`)
  const places = ['Option', 'Variable', 'Place']
    .flatMap((name) => terms.get(name) ?? [])
    .map((place) => `at ${place}`)
  const fixes = (terms.get('Fix') ?? []).map((fix) => `fix: ${fix}`)
  const text = [`${code}: ${message}`, ...fixes, ...causes, ...places].join('\n')
  return { reference, entry: { code, message, text } }
}

const STACK_LINE = /\bat .*?((?:file:\/\/)?[^\s()]+\.[cm]?[jt]sx?):(\d+)/

/** The first line of the application's own code in a stack, such as `auth.ts:12`. */
function findOwnLine(text: string, folder: string): string | undefined {
  for (const line of text.split('\n')) {
    const [, address, number] = STACK_LINE.exec(line) ?? []
    if (address === undefined) continue
    const path = address.startsWith('file:') ? fileURLToPath(address) : address
    const file = path.startsWith(folder) ? relative(folder, path) : path.replace(/^\.\//, '')
    const isForeign = /^(?:\.|[A-Za-z]:|[\\/])|(?:^|[\\/])node_modules[\\/]/.test(file)
    if (!isForeign && existsSync(join(folder, file)))
      return `${file.split(sep).join('/')}:${number}`
  }
  return undefined
}

/** The function of the configuration that a text names, as {@link ConfigurationPlaces} has it. */
function findFunction(text: string): string {
  const [, event] = /^The (\w+) event handler/.exec(text) ?? []
  const [, name = ''] = /`(?:callbacks\.)?(\w+(?:\.\w+)?)`/.exec(text) ?? []
  return event === undefined ? name : `event ${event}`
}

const inText = (reference: string | undefined): string =>
  reference === undefined ? '' : ` (ref ${reference})`

function refusal(where: string, reference: string | undefined, site: RunningApplication): Finding {
  return warning({
    id: 'sign-in-refused',
    what: `The callback \`signIn\` refuses ${site.email ?? 'the person of the emulator'}.`,
    why: `${where}${inText(reference)}: the flow ends there.`,
    fix: 'If the callback accepts some people only, name one of them: latchstring doctor --flows --email ada@example.com. Otherwise correct its condition.',
    docs: REFUSED_DOCS,
    ...findPlace(site, 'signIn'),
  })
}

/** What is known of an entry: by its facts, or else by its code. */
function explainLogged(entry: Entry): Explanation {
  const { code = 'AuthError', text } = entry
  const known = Object.hasOwn(ERROR_CODES, code) ? ERROR_CODES[code] : undefined
  const [, logged] = /\bfix: (.*)/.exec(text) ?? []
  const [, cause] = /\bcause: (.*)/.exec(text) ?? []
  const usual = known ?? { cause: '', fix: 'Correct what the message names.' }
  const fix = logged ?? usual.fix
  const docs = `docs/errors.md#${code.toLowerCase()}`
  return explainEntry(entry, fix) ?? { id: 'flow-failed', cause: cause ?? usual.cause, fix, docs }
}

/** A failure with what is known of its code and its causes. */
function toFinding(
  { reference, entry }: LoggedFailure,
  where: string,
  site: RunningApplication,
): Finding {
  const { code = 'AuthError', message, text } = entry
  const { cause, ...known } = explainLogged(entry)
  if (known.id === 'refused') return refusal(where, reference, site)
  const ownLine = findOwnLine(text, site.places.folder)
  const words = {
    ...known,
    what: `${code}: ${message}`,
    why: `${where}${inText(reference)}. ${cause}`,
    ...(ownLine === undefined
      ? findPlace(site, findFunction(`${message} ${cause}`))
      : { file: ownLine, fix: `Correct it at ${ownLine}.` }),
  }
  return code === EVENT_ERROR ? warning({ ...words, id: 'event-threw' }) : broken(words)
}

/** Where in the log, or on which page, a failure may be explained. */
interface Evidence {
  /** What was tried, such as `Signing in with "github", step "callback"`. */
  readonly where: string
  /** Position in the log. */
  readonly since: number
  /** The error page that the browser is sent to. */
  readonly page?: URL | undefined
}

async function findInLog(
  log: ApplicationLog,
  { since, page }: Evidence,
): Promise<LoggedFailure | undefined> {
  const logged = await log.awaitReferences(since)
  const shown = page?.searchParams.get('ref') ?? ''
  const reference = logged.includes(shown) ? shown : logged[0]
  const entry = reference === undefined ? undefined : await log.find(reference, since)
  return entry && { reference, entry }
}

/** The finding about a failure, by what the application has logged of it, or else by its error page. */
export async function explainFailure(
  site: RunningApplication,
  evidence: Evidence,
): Promise<Finding | undefined> {
  const { where, page } = evidence
  const logged = site.log && (await findInLog(site.log, evidence))
  const known = logged ?? (page && (await readErrorPage(page)))
  if (known === undefined) return undefined
  if (known.reference !== undefined) site.explained.add(known.reference)
  return toFinding(known, where, site)
}

/** Errors that were logged although the steps went well, such as those of events. */
export async function findOtherErrors(
  site: RunningApplication,
  { where, since }: Evidence,
): Promise<readonly Finding[]> {
  const { log, explained } = site
  if (log === undefined) return []
  await log.settle()
  const references = /\[auth\]\[error\]/.test(log.since(since)) ? log.references(since) : []
  const found: Finding[] = []
  for (const name of [...references, EVENT_ERROR]) {
    const entry = explained.has(name) ? undefined : await log.find(name, since)
    const reference = name === EVENT_ERROR ? undefined : name
    if (entry !== undefined) found.push(toFinding({ reference, entry }, where, site))
  }
  return found
}
