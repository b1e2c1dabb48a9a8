import { type Application, listConfigured, readApplication } from './doctor/application.ts'
import { type Value, memberValue } from './doctor/value.ts'

const DAY = 86_400

/** `session.absoluteMaxAge` by default, with sealed sessions. */
const ABSOLUTE_MAX_AGE = 365 * DAY

/** How long a sealed session of an application may last. */
export interface SessionLifetime {
  /** Seconds; 0 where all sessions are stored, which nothing brings back once their rows are deleted. */
  readonly seconds: number
  /** Where that is from, for a sentence. */
  readonly from: string
}

const byDefault = (why: string): SessionLifetime => ({
  seconds: ABSOLUTE_MAX_AGE,
  from: `the default of session.absoluteMaxAge, because ${why}`,
})

/** Whether every member that an object may have is in the text. */
const isClosed = (value: Value): boolean => value.kind === 'object' && !value.open

function readStrategy(options: Value, session: Value | undefined): 'jwt' | 'database' | undefined {
  const strategy = memberValue(session, 'strategy')
  if (strategy?.kind === 'text') return strategy.text === 'database' ? 'database' : 'jwt'
  const adapter = memberValue(options, 'adapter')
  if (strategy !== undefined) return undefined
  if (adapter === undefined) return 'jwt'
  // Something else may turn out to be no adapter.
  return adapter.kind === 'call' ? 'database' : undefined
}

/** What one call of the library says; a configuration that is only partly in the text may say anything. */
function readOne(options: Value, file: string): SessionLifetime {
  const session = memberValue(options, 'session')
  if (!isClosed(options) || (session !== undefined && !isClosed(session))) {
    return byDefault(`the configuration in ${file} cannot be read without running it`)
  }
  if (readStrategy(options, session) === 'database') {
    return { seconds: 0, from: `the strategy "database" in ${file}` }
  }
  const age = memberValue(session, 'absoluteMaxAge')
  if (age === undefined) return byDefault(`${file} does not set it`)
  return age.kind === 'number' && Number.isFinite(age.number)
    ? { seconds: age.number, from: `session.absoluteMaxAge in ${file}` }
    : byDefault(`its value in ${file} cannot be read without running it`)
}

function readAll({ modules, unreadable }: Application): readonly SessionLifetime[] {
  const calls = listConfigured(modules).filter(({ from }) => from.startsWith('@latchstring/'))
  const [broken] = unreadable.keys()
  if (broken !== undefined) return [byDefault(`${broken} cannot be read`)]
  if (calls.length === 0) return [byDefault('no configuration is in this folder')]
  return calls.map(({ file, form, options }) =>
    form === 'function'
      ? byDefault(`the configuration in ${file} is a function, which may return others`)
      : readOne(options, file),
  )
}

/** The longest that a session of the application in a folder may last, without running any of it. */
export async function readSessionLifetime(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<SessionLifetime> {
  const application = await readApplication({ folder, env, mode: 'production' }).catch(
    () => undefined,
  )
  if (application === undefined) return byDefault('no application is in this folder')
  const [first, ...others] = readAll(application)
  return others.reduce(
    (longest, one) => (one.seconds > longest.seconds ? one : longest),
    first ?? byDefault('no configuration is in this folder'),
  )
}
