import type { Visitor } from '@latchstring/testing'
import type { Finding } from '../../doctor/finding.ts'
import type { Message, StepResult } from '../task.ts'
import { findInCalls, findInLog, findInResponse, notKnown, type Place, stuck } from './words.ts'
import { NotAsked } from './used.ts'
import type { Events, Watch } from './watch.ts'

/** Seconds that a step may take: it may import a part of the application for the first time. */
const PATIENCE = 15

/** A step did not lead to where it should. */
export class StepFailed extends Error {
  /** What is known of it, where more is than what the browser saw. */
  readonly finding: Finding | undefined

  constructor(says: string, finding?: Finding) {
    super(says)
    this.finding = finding
  }
}

/** The flow does not go on. */
export class FlowEnded extends Error {
  readonly findings: readonly Finding[]

  constructor(findings: readonly Finding[]) {
    super()
    this.findings = findings
  }
}

/** What all steps of a flow have. */
export interface Walk {
  readonly provider: string
  readonly watch: Watch
  readonly place: (step: string) => Place
  readonly report: (message: Message) => void
}

class Stuck extends Error {}

async function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Stuck()), PATIENCE * 1000)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** What a failed step is told by: the function that failed, or else what the library logged, or what the browser saw. */
function explain(thrown: unknown, events: Events, place: Place): readonly Finding[] {
  if (thrown instanceof Stuck) return [stuck(events, PATIENCE, place)]
  const known = thrown instanceof StepFailed ? thrown.finding : undefined
  const found = findInCalls(events, place)
  const isCause = found.some(({ level }) => level === 'broken')
  // What a function did explains what was seen, but where that is a mistake by itself.
  if (known !== undefined && (known.level === 'broken' || !isCause)) return [known]
  if (found.some(({ level }) => level === 'broken' || level === 'warning')) return found
  const [logged] = events.logged
  if (logged !== undefined) return [findInLog(logged, place)]
  return [findInResponse(thrown instanceof Error ? thrown.message : String(thrown), place)]
}

/** Whether something that is left alone has to do with a failure. */
const isUnknown = ({ used, calls }: Events): boolean =>
  used.some(({ kind }) => kind !== 'column') ||
  // A column that is not there is nothing, which most callbacks take.
  (used.length > 0 && calls.some(({ threw }) => threw instanceof TypeError))

/** Findings about a step that went well all the same, such as a `redirect` callback that throws. */
function remarks(events: Events, place: Place): readonly Finding[] {
  const own = {
    ...events,
    calls: events.calls.filter(({ threw }) => !(threw instanceof NotAsked)),
  }
  return isUnknown(events) ? [] : findInCalls(own, place)
}

/** Findings after which nobody is signed in, also where the step went as it does then. */
const ENDING: ReadonlySet<string> = new Set(['jwt-ends-session', 'sign-in-refused'])

/**
 * Does a step and reports how it went.
 *
 * @throws FlowEnded where the flow does not go on
 */
export async function step<T>(walk: Walk, name: string, work: () => Promise<T>): Promise<T> {
  const { provider, watch, report } = walk
  const place = walk.place(name)
  report({ kind: 'begin', provider, step: name })
  const events = watch.start()
  const end = (result: StepResult, findings: readonly Finding[]): void => {
    report({ kind: 'end', provider, step: name, result })
    for (const finding of findings) report({ kind: 'finding', finding })
  }
  try {
    const value = await within(work())
    const found = remarks(events(), place)
    const isBroken = found.some(({ level }) => level === 'broken')
    end(isBroken ? 'failed' : 'ok', found)
    if (found.some(({ id }) => ENDING.has(id))) throw new FlowEnded(found)
    return value
  } catch (thrown) {
    if (thrown instanceof FlowEnded) throw thrown
    const after = events()
    const known = thrown instanceof StepFailed && thrown.finding !== undefined
    const unknown = isUnknown(after) && !known
    const found = unknown ? [notKnown(after, place)] : explain(thrown, after, place)
    end(unknown ? 'not tried' : 'failed', found)
    throw new FlowEnded(found)
  }
}

/** Does a step after which the flow goes on in any case, but for findings that end it. */
export async function aside(
  walk: Walk,
  name: string,
  work: () => Promise<void>,
  goesOn: (finding: Finding) => boolean,
): Promise<void> {
  try {
    await step(walk, name, work)
  } catch (ended) {
    if (ended instanceof FlowEnded && ended.findings.every(goesOn)) return
    throw ended
  }
}

/** The addresses that redirects lead to, from one of the application. */
export interface Followed {
  readonly paths: readonly string[]
  readonly isLoop: boolean
  readonly response: Response
}

const isRedirect = ({ status }: Response): boolean => status >= 300 && status < 400

/** Where a response leads to; nothing where it leads nowhere. */
export function target(response: Response, from: string): URL | undefined {
  const location = isRedirect(response) ? response.headers.get('location') : null
  return location !== null && URL.canParse(location, from) ? new URL(location, from) : undefined
}

/** How often a page may send to itself: with another query it may be another one. */
const SAME = 3

/** Opens an address as a browser does, and goes where it is sent within the application. */
export async function follow(visitor: Visitor, address: string): Promise<Followed> {
  const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' }
  const paths: string[] = []
  for (let url = new URL(address); ;) {
    paths.push(url.pathname)
    const response = await visitor.fetch(url.href, { headers })
    const next = target(response, url.href)
    const isLoop = paths.length > 12 || paths.filter((path) => path === url.pathname).length >= SAME
    if (next === undefined || next.origin !== url.origin || isLoop)
      return { paths, isLoop, response }
    url = next
  }
}

/** The code of the error that a response leads to, if any. */
export const errorIn = (url: URL | undefined): string | null =>
  url?.searchParams.get('error') ?? null
