import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describeError } from '../../describe-error.ts'
import { broken, type Finding, note, warning } from '../../doctor/finding.ts'
import { isObject } from '../../values.ts'
import type { Message, Task } from '../task.ts'
import {
  allCaptured,
  type Captured,
  findBasePath,
  findOrigin,
  nameConfigurations,
  readEnvironment,
  type Variables,
} from './captured.ts'
import { walkMail, walkOAuth, walkPasskeys, type Site, type Trip } from './flows.ts'
import { type Library, loadLibrary } from './library.ts'
import { createPreparation, type Prepared } from './prepare.ts'
import type { Ready } from './providers.ts'
import { findOpenRedirect } from './redirects.ts'
import { FlowEnded } from './steps.ts'
import { UNREADABLE } from './transpile.ts'
import { endLoading, NotAsked, usedSince } from './used.ts'
import { createWatch, findPlace, type Watch } from './watch.ts'

/* The process of the flows. It is told what to do by a message, and reports by messages. */

const send = process.send?.bind(process)
// The application would send to the program that started it, as to a process manager.
delete process.send

const report = (message: Message): void => void send?.(message)

const tell = (findings: readonly Finding[]): void => {
  for (const finding of findings) report({ kind: 'finding', finding })
}

const DOCS = 'docs/doctor.md#a-whole-sign-in-without-a-browser'

function cannotLoad(thrown: unknown, { file, folder }: Task): Finding {
  const message = describeError(thrown).replaceAll(`${folder}/`, '')
  const asked = usedSince(0).map(({ what }) => what)
  return broken({
    id: 'configuration-not-loaded',
    what: `${file} cannot be loaded: ${message}`,
    why:
      asked.length === 0
        ? 'No sign-in was tried. Modules that only a bundler makes, and code that has to be compiled in a way of its own, cannot be loaded outside the framework.'
        : `While it is loaded the application asks for ${asked.join(', ')}, which is left alone here. No sign-in was tried.`,
    fix: message.includes(UNREADABLE)
      ? 'Run it with Node.js 22.18 or newer, or: npm install --save-dev typescript@5'
      : 'Keep the configuration in a file of its own that imports what it needs for sign-in and nothing else; "latchstring doctor" without --flows reads it without loading it.',
    docs: DOCS,
    file: (thrown instanceof Error ? findPlace(thrown) : undefined) ?? file,
  })
}

/** @returns what the application gave to the library, and nothing where it cannot be loaded */
async function loadConfigurations(task: Task): Promise<readonly Captured[]> {
  const { folder, file } = task
  try {
    await import(pathToFileURL(join(folder, file)).href)
  } catch (thrown) {
    tell([cannotLoad(thrown, task)])
    return []
  }
  const found = allCaptured()
  const files = found.flatMap(({ at }) => at?.replace(/:\d+$/, '') ?? [])
  report({ kind: 'configured', files })
  if (found.length > 0) return found
  tell([
    broken({
      id: 'configuration-not-found',
      what: `${file} gives no configuration to the library while it is loaded.`,
      why: 'What is called later, by a request or by the framework, is not seen here. No sign-in was tried.',
      fix: 'Call the function of the package at the top of the file, as the page about the framework shows; a function as its argument can make the configuration of each request.',
      docs: DOCS,
      file,
    }),
  ])
  return []
}

type Given = Readonly<Record<string, unknown>>

/** The configuration of a request, as the application makes it. */
async function configurationFor(
  config: unknown,
  request: Request | undefined,
  env: Variables,
): Promise<Given> {
  // Where a platform has variables for each request, such as the bindings of Hono, they come second.
  const made: unknown =
    typeof config === 'function' ? await Reflect.apply(config, undefined, [request, env]) : config
  if (isObject(made)) return made
  throw new NotMade('returns no object.')
}

/** The function of the configuration, as the application has it, does not return one. */
class NotMade extends Error {}

/** Why there is no configuration of a request. */
function notMade(thrown: unknown, file: string): Finding {
  const subject = 'The function of the configuration'
  const place = (thrown instanceof Error ? findPlace(thrown) : undefined) ?? file
  const page = { docs: DOCS, file: place }
  if (thrown instanceof NotAsked) {
    return note({
      id: 'flow-not-known',
      what: `${subject} asks for ${usedSince(0).at(-1)?.what ?? 'something'}, which is left alone here.`,
      why: 'What it would answer decides what follows, so that no sign-in was tried.',
      fix: 'Nothing. To try it, sign in by hand: latchstring dev',
      ...page,
    })
  }
  return broken({
    id: 'configuration-not-made',
    what: `${subject} ${thrown instanceof NotMade ? thrown.message : `throws: ${describeError(thrown)}`}`,
    why: 'No sign-in was tried. It is called with a request to the home page here, as for every other request.',
    fix: `Return a configuration for every request, at ${place}.`,
    ...page,
  })
}

interface Application {
  readonly task: Task
  /** Where it is configured, if there are several. */
  readonly configuration: string | undefined
  readonly site: Site
  readonly first: Prepared
  readonly watch: Watch
}

/** @returns nothing where the function of the configuration gives none, which is told */
async function start(
  { task, configuration }: Pick<Application, 'task' | 'configuration'>,
  captured: Captured,
  library: Library,
): Promise<Application | undefined> {
  const watch = createWatch()
  const { from, config } = captured
  const env = readEnvironment(captured)
  const url = findOrigin(env)
  const { origin } = url
  const prepare = createPreparation({ library, watch, lab: library.createLab(), email: task.email })
  const request = library.toRequest(new Request(`${origin}/`))
  const given = await configurationFor(config, request, env).catch((thrown: unknown) => {
    tell([notMade(thrown, task.file)])
  })
  if (given === undefined) return undefined
  const basePath = findBasePath(given, url, from)
  const first = await prepare(given)
  const source =
    typeof config === 'function'
      ? async (asked?: Request) =>
          (await prepare(await configurationFor(config, asked, env))).config
      : first.config
  const engine = library.createFrameworkAuth(source, {
    env: { ...env, AUTH_REDIRECT_PROXY_URL: undefined },
    basePath,
  })
  const hasAuthorized =
    first.config.callbacks !== undefined && 'authorized' in first.config.callbacks
  const page = (): Response =>
    new Response('<p>A page.</p>', { headers: { 'content-type': 'text/html' } })
  const handle = async (asked: Request): Promise<Response> => {
    const { pathname } = new URL(asked.url)
    if (pathname.startsWith(`${basePath}/`)) return engine.handle(library.toRequest(asked))
    if (!hasAuthorized) return page()
    const { decision } = await engine.authorize(library.toRequest(asked), { page: true })
    return decision.kind === 'respond' ? decision.response : page()
  }
  const base = origin + basePath
  const site: Site = {
    origin,
    base,
    pages: { signIn: first.config.pages?.signIn },
    hasAuthorized,
    visitor: () => library.createVisitor(handle, base),
  }
  return { task, configuration, site, first, watch }
}

async function walk(trip: Trip, ready: Ready): Promise<void> {
  const notTried = (why: string): void =>
    trip.report({ kind: 'not-tried', provider: ready.id, why })
  if (ready.kind === 'not tried') notTried(ready.why)
  else if (ready.kind === 'oauth') await walkOAuth(trip, ready)
  else if (ready.kind === 'email') {
    if (ready.ownSending) notTried('its own `sendVerificationRequest`, which is not called here')
    await walkMail(trip, ready)
  } else await walkPasskeys(trip, ready)
}

/** A request that asks no function of the application, by which the library loads what it needs for the first one. */
async function warmUp({ site }: Application): Promise<void> {
  await site.visitor().fetch(`${site.base}/csrf`)
}

const choose = ({ first }: Application, only: string | undefined): readonly Ready[] =>
  first.providers.filter(({ id, module }) => only === undefined || only === id || only === module)

async function walkOne(application: Application): Promise<void> {
  const { site, first, watch, task, configuration } = application
  const { file, places, provider: only } = task
  const own = configuration === undefined ? {} : { configuration }
  tell(await findOpenRedirect(first.config.callbacks ?? {}, places['redirect'] ?? file))
  for (const ready of choose(application, only)) {
    const flow = `Signing in with "${ready.id}"`
    const place: Trip['place'] = (step) => ({ flow, step, file, places })
    const reportHere: Trip['report'] = (message) => report({ ...message, ...own })
    const trip = { provider: ready.id, watch, report: reportHere, place, site }
    await walk(trip, ready).catch((ended: unknown) => {
      if (!(ended instanceof FlowEnded)) throw ended
    })
  }
}

function requireProvider({ provider: only }: Task, applications: readonly Application[]): void {
  if (only === undefined || applications.some((one) => choose(one, only).length > 0)) return
  const all = applications.flatMap(({ first }) => first.providers.map(({ id }) => id))
  const ids = [...new Set(all)].join(', ') || 'none'
  throw new Error(
    `--provider: the application has no provider ${JSON.stringify(only)}. It has: ${ids}.`,
  )
}

/** Errors of the application that nothing waits for, such as those of a timer. */
function watchBackground({ file }: Task): void {
  const found = (thrown: unknown): void => {
    // A client that tries to connect in the background.
    if (thrown instanceof NotAsked) return
    const place = (thrown instanceof Error ? findPlace(thrown) : undefined) ?? file
    tell([
      warning({
        id: 'background-error',
        what: `Something in the application throws beside the flow: ${describeError(thrown)}`,
        why: 'Nothing catches it, so that it ends the process of a server.',
        fix: `Catch it at ${place}.`,
        docs: 'docs/troubleshooting.md',
        file: place,
      }),
    ])
  }
  process.on('uncaughtException', found)
  process.on('unhandledRejection', found)
}

/** Does something for a configuration. @returns nothing where that fails, which is told */
async function attempt<T>(task: Task, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (thrown) {
    tell([cannotLoad(thrown, task)])
    return undefined
  }
}

async function run(task: Task): Promise<void> {
  watchBackground(task)
  const all = await loadConfigurations(task)
  const libraries: Library[] = []
  for (const { from } of all) libraries.push(await loadLibrary(task.folder, from))
  endLoading()
  const applications: Application[] = []
  const names = nameConfigurations(all)
  for (const [index, captured] of all.entries()) {
    const [library, configuration] = [libraries[index], names[index]]
    // Places are known by the names of functions, which several configurations have.
    const several = { ...task, file: captured.at ?? task.file, places: {} }
    const own = { task: configuration === undefined ? task : several, configuration }
    const application = await attempt(own.task, async () => {
      const started = library && (await start(own, captured, library))
      if (started) await warmUp(started)
      return started
    })
    if (application) applications.push(application)
  }
  if (applications.length === 0) return
  requireProvider(task, applications)
  report({ kind: 'loaded' })
  for (const one of applications) await attempt(one.task, () => walkOne(one))
}

// Without the program that started it there is nobody to report to.
process.once('disconnect', () => process.exit())
process.once('message', (task: Task) => {
  run(task)
    .then(() => report({ kind: 'done' }))
    .catch((error: unknown) => report({ kind: 'failed', message: describeError(error) }))
})
