import type { Application } from './application.ts'
import { checkHashes } from './check-hashes.ts'
import { readDatabase } from './database.ts'
import { type ConfiguredFeature, isSet, readFeatures } from './features.ts'
import { type Finding, broken, note } from './finding.ts'
import { findCalls } from './module.ts'
import { readProviders, readsAllProviders } from './providers.ts'
import { readDescribed } from './records.ts'
import { child, nameText, unwrap } from './syntax.ts'
import { type Value, memberText, memberValue } from './value.ts'

/** Where the configuration is, for a finding. */
const fileOf = ({ configured }: Application): Pick<Finding, 'file'> =>
  configured === undefined ? {} : { file: configured.file }

/** Tables that a feature needs, and that the adapter of the text is not given. */
function checkListed(
  application: Application,
  features: readonly ConfiguredFeature[],
): readonly Finding[] {
  const database = readDatabase(application)
  const described = database && readDescribed(database.options)
  if (described === undefined) return []
  const listed = new Set(described.records.map(({ name }) => name))
  return features.flatMap((feature) => {
    const { id, package: name, parts, docs } = feature.package
    const needed = parts.filter(({ option }) => option === undefined || isSet(feature, option))
    const own = needed.flatMap(({ exports }) => exports).filter((one) => !listed.has(one))
    const core = needed.flatMap((one) => Object.keys(one.core)).filter((one) => !listed.has(one))
    const missing = [...own, ...new Set(core)]
    if (missing.length === 0) return []
    const from = own.length === 0 ? '' : `, from ${name},`
    return [
      broken({
        id: 'feature-without-table',
        what: `The feature "${id}" stores rows in ${missing.join(', ')}, and \`records\` of the adapter does not name ${missing.length === 1 ? 'it' : 'them'}.`,
        why: 'The application refuses to start: the store has no place for these rows.',
        fix: `Set records: [${['...recordTables', ...own].join(', ')}]${from} beside the tables of other features, and run: npx @latchstring/cli migrate --apply --session-control --records ${['all', ...needed.map(({ part }) => part)].join(',')}${database?.argument ?? ''}`,
        docs,
        ...fileOf(application),
      }),
    ]
  })
}

/** Features that write to people, without a provider that sends mail. */
function checkMail(
  application: Application,
  features: readonly ConfiguredFeature[],
): readonly Finding[] {
  const isSender = readProviders(application).some(({ kind }) => kind === 'email')
  if (isSender || !readsAllProviders(application)) return []
  return features.flatMap((feature) => {
    const { id, mail, docs } = feature.package
    const option = mail === true ? undefined : (mail || []).find((one) => isSet(feature, one))
    if (mail !== true && option === undefined) return []
    return [
      broken({
        id: 'feature-without-mail',
        what: `The feature "${id}" writes to people${option === undefined ? '' : `, by \`${option}\``}, and no provider sends mail.`,
        why:
          id === 'passwords'
            ? 'The application refuses to start: addresses are proven and passwords reset by mail.'
            : 'The application refuses to start.',
        fix: 'Run: npx @latchstring/cli add nodemailer. Where mail is no way to sign in, set signIn: false at that provider.',
        docs: mail === true ? 'docs/email.md' : docs,
        ...fileOf(application),
      }),
    ]
  })
}

/** Whether sessions are sealed cookies that nothing ends, as far as the text of a configuration says. */
export function lacksEndings(options: Value | undefined): boolean {
  const session = memberValue(options, 'session')
  if (memberText(session, 'strategy') !== 'jwt') return false
  const revocation = memberValue(session, 'revocation')
  const isOpen = session?.kind === 'object' && session.open
  const isOff = revocation?.kind === 'flag' && !revocation.flag
  return !isOpen && (revocation === undefined || isOff)
}

/** Features end sessions, which sealed cookies have by an option. */
function checkEndable(
  application: Application,
  [feature]: readonly ConfiguredFeature[],
): readonly Finding[] {
  if (feature === undefined || !lacksEndings(application.configured?.options)) return []
  return [
    broken({
      id: 'feature-without-endings',
      what: `The feature "${feature.package.id}" ends sessions, and sessions in cookies cannot be ended as they are configured.`,
      why: 'The application refuses to start: a new password would leave a thief signed in.',
      fix: "Set session: { strategy: 'jwt', revocation: true }, or strategy: 'database'.",
      docs: 'docs/sessions.md#end-sessions',
      ...fileOf(application),
    }),
  ]
}

/** Whether a module or a script deletes the users whose days are over. */
function hasJob({ modules, manifest }: Application): boolean {
  const scripts = [...manifest.scripts.values()]
  if (scripts.some((script) => /\busers\s+erase\b.*--due\b/.test(script))) return true
  return [...modules.values()].some((module) =>
    findCalls(module).some((call) => {
      const callee = unwrap(child(call, 'callee'))
      return (nameText(child(callee, 'property')) ?? nameText(callee)) === 'deleteDue'
    }),
  )
}

function checkLeaving(
  application: Application,
  features: readonly ConfiguredFeature[],
): readonly Finding[] {
  const feature = features.find(({ package: { id } }) => id === 'leaving')
  const days = memberValue(feature?.options, 'days')
  const isAtOnce = days?.kind === 'number' && days.number === 0
  if (feature === undefined || isAtOnce || hasJob(application)) return []
  return [
    note({
      id: 'leaving-without-job',
      what: 'No file of this folder deletes the users whose days to leave are over.',
      why: 'Without a job, each request to leave deletes one other user who is due, so that some stay for long.',
      fix: 'Run it every hour: npx @latchstring/cli users erase --due --yes, or system(leave).deleteDue() in a job of the application. Where a job elsewhere does, there is nothing to do.',
      docs: 'docs/leaving.md#the-job',
      ...fileOf(application),
    }),
  ]
}

/**
 * Features of the library: what the configuration lacks for them, and how passwords are hashed.
 *
 * @param hide - takes what is secret in the address of the database out of all output
 */
export async function checkFeatures(
  application: Application,
  hide: (secrets: readonly string[]) => void,
): Promise<readonly Finding[]> {
  const { features } = readFeatures(application)
  return [
    ...checkListed(application, features),
    ...checkMail(application, features),
    ...checkEndable(application, features),
    ...(await checkHashes(application, features, hide)),
    ...checkLeaving(application, features),
  ]
}
