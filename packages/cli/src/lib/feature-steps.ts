import type { Application } from './doctor/application.ts'
import { lacksEndings } from './doctor/check-features.ts'
import { sqlDriver } from './doctor/check-packages.ts'
import { readDatabase } from './doctor/database.ts'
import { readProviders } from './doctor/providers.ts'
import { type Described, migrateArguments, partsOf, readDescribed } from './doctor/records.ts'
import { type Value, memberValue } from './doctor/value.ts'
import { firstVariable } from './doctor/variables.ts'
import { withAddresses } from './documentation.ts'
import type { FeaturePackage } from './feature-packages.ts'
import type { Steps } from './made-changes.ts'
import { installCommand, latchstringCommand } from './package-manager.ts'
import type { Project } from './project.ts'

/** Adapters that keep rows of every table without being given it. */
const WITHOUT_TABLES = /^@latchstring\/adapter-(?:redis|dynamodb|mongodb|unstorage)$/
/** Adapters whose tables are in a schema of the application. */
const WITH_SCHEMA = /^@latchstring\/adapter-(drizzle|prisma)$/

/** The tables that features need always, by their exports. */
const exportsOf = ({ parts }: FeaturePackage): readonly string[] =>
  parts.filter(({ option }) => option === undefined).flatMap((one) => one.exports)

const partNames = (features: readonly FeaturePackage[]): readonly string[] =>
  features.flatMap(({ parts }) =>
    parts.filter(({ option }) => option === undefined).map(({ part }) => part),
  )

/** An adapter for an application that has none. */
interface NewAdapter {
  readonly address: string
  /** What commands of this program need to find it. */
  readonly argument: string
  readonly packages: readonly string[]
}

function chooseAdapter({ variables }: Application): NewAdapter {
  const url = firstVariable(variables, ['DATABASE_URL'])?.value
  const driver = url === undefined ? undefined : sqlDriver(url)
  return driver === undefined
    ? {
        address: "'file:./data.db'",
        argument: ' --url file:./data.db',
        packages: ['@latchstring/adapter-sql', '@libsql/client'],
      }
    : {
        address: "process.env['DATABASE_URL'] ?? ''",
        argument: '',
        packages: ['@latchstring/adapter-sql', driver],
      }
}

/** What `records` has to have: all tables of the library, those that are there, and those of the features. */
function describeRecords(
  features: readonly FeaturePackage[],
  { records }: Described,
): { readonly names: string; readonly parts: readonly string[]; readonly isThere: boolean } {
  const ofFeatures = records.filter((one) => one.package !== undefined)
  const listed = ofFeatures.map(({ name }) => name)
  const missing = features.flatMap(exportsOf).filter((name) => !listed.includes(name))
  const isThere = missing.length === 0
  return {
    names: `records: [${['...recordTables', ...listed, ...missing].join(', ')}]`,
    parts: isThere
      ? partsOf(records)
      : [...new Set(['all', ...partsOf(ofFeatures), ...partNames(features)])],
    isThere,
  }
}

function sqlStep(
  features: readonly FeaturePackage[],
  application: Application,
  project: Project,
): readonly string[] {
  const database = readDatabase(application)
  const isNew = memberValue(application.configured?.options, 'adapter') === undefined
  const { address, argument } = chooseAdapter(application)
  const described = (database && readDescribed(database.options)) ?? {
    sessionControl: false,
    records: [],
  }
  const { names, parts, isThere } = describeRecords(features, described)
  const make = latchstringCommand(
    project,
    `${migrateArguments(true, parts)}${isNew ? argument : (database?.argument ?? ' --url …')}`,
  )
  if (isThere && described.sessionControl)
    return [`Its tables, where they are not made yet: ${make}`]
  const imports = [
    "import { recordTables } from '@latchstring/core/adapters'",
    ...features.map((one) => `import { ${exportsOf(one).join(', ')} } from '${one.package}'`),
  ]
  const options = `sessionControl: true, ${names}`
  return isNew
    ? [
        'A database with its tables, as the option `adapter`',
        "import { openSqlAdapter } from '@latchstring/adapter-sql'",
        ...imports,
        `adapter: openSqlAdapter(${address}, { ${options} }),`,
        `Then make the tables: ${make}`,
        `Other databases: ${withAddresses('docs/adapters.md')}`,
      ]
    : [
        'Its tables: name them where the adapter is made, such as openSqlAdapter(…)',
        ...imports,
        options,
        `Then make them: ${make}`,
      ]
}

function tablesStep(
  features: readonly FeaturePackage[],
  application: Application,
  project: Project,
): Steps {
  const adapter = memberValue(application.configured?.options, 'adapter')
  const from = adapter?.kind === 'call' ? adapter.from : ''
  if (WITHOUT_TABLES.test(from)) return []
  const [, format] = WITH_SCHEMA.exec(from) ?? []
  if (format === undefined) return [sqlStep(features, application, project)]
  const records = ['all', ...partNames(features)].join(',')
  const print = `schema --dialect postgres --format ${format} --session-control --records ${records}`
  return [
    [
      `Its tables, in your schema: ${latchstringCommand(project, print)}`,
      'It prints them; --dialect is that of your database. Then migrate as you do for your own tables.',
    ],
  ]
}

/** Whether an option of an object is on. */
const isOn = (value: Value | undefined, name: string): boolean => {
  const member = memberValue(value, name)
  return member?.kind === 'object' || (member?.kind === 'flag' && member.flag)
}

function sessionStep({ configured }: Application): Steps {
  const options = configured?.options
  const session = memberValue(options, 'session')
  const isStored = memberValue(options, 'adapter') !== undefined && !lacksEndings(options)
  if (isStored || isOn(session, 'revocation')) return []
  return [
    [
      "Sessions that can be ended: session: { strategy: 'database' }, or session: { strategy: 'jwt', revocation: true }",
    ],
  ]
}

/** What an application does not have yet for features, in the order in which it is done. */
export function listFeatureSteps(
  features: readonly FeaturePackage[],
  application: Application,
  project: Project,
): Steps {
  const options = application.configured?.options
  const adapter = memberValue(options, 'adapter')
  const wanted = [
    ...features.map((one) => one.package),
    '@latchstring/core',
    ...(adapter === undefined ? chooseAdapter(application).packages : []),
  ]
  const { dependencies, packageManager } = project
  const missing = [...new Set(wanted)].filter((name) => !dependencies.has(name))
  const sends = readProviders(application).some(({ kind }) => kind === 'email')
  const hasPage = isOn(memberValue(options, 'account'), 'page')
  const also = hasPage ? [] : [...new Set(features.flatMap((one) => one.also ?? []))]
  return [
    ...(missing.length === 0 ? [] : [[`Install: ${installCommand(packageManager, missing)}`]]),
    ...tablesStep(features, application, project),
    ...(features.some(({ mail }) => mail === true) && !sends
      ? [
          [
            `A provider that sends mail: ${latchstringCommand(project, 'add nodemailer')}`,
            'In development each mail is in the mailbox of `latchstring dev`, and no mail server is needed.',
          ],
        ]
      : []),
    ...sessionStep(application),
    ...also.map((one) => [`The option ${one}`]),
  ]
}
