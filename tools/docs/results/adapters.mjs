/** The page about what the suite for adapters found, from its reports in artifacts/adapters. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../root.mjs'

const REPORTS = join(root, 'artifacts/adapters')

const INTRODUCTION = `# Storage adapters: results of the last run

Every adapter goes through the suite of [\`@latchstring/adapter-conformance\`](../../packages/adapter-conformance/README.md)
against the store itself. What an adapter declares is tested; what it does not declare is tested to be absent as far as that
can be seen, which [write an adapter](../../docs/adapters.md#what-you-do-not-declare) says for each capability, with what they promise.`

const NOT_DECLARED = `The number of tests that passed; – is not declared. Then the methods of the capability are not there (\`sessions\`,
\`verificationTokens\`, \`webauthn\`, \`transactions\`, \`tokenReads\`, \`compareAndSet\`, \`revocation\`, \`accountUpdates\`, \`authenticatorDeletion\`, \`records\`,
\`revocationFeed\`, \`counters\`), a duplicate was stored (\`uniqueConstraints\`), or what had just expired was
still given (\`ttl\`). Of \`atomicConsume\` the tests show only that the adapter itself does not declare it, either.`

const CONCURRENCY = `## First sign-ins at the same moment

One person comes back from the provider many times at once, for the first time. A sign-in that got an error can be tried again, and the
next try worked. Orphans are rows that were left after the users were deleted; – where the suite cannot count rows. Stores
without \`uniqueConstraints\` do not promise that there is one user: they show how many there may be.`

const FAULTS = `## Sign-ins during which the store fails

Sign-ins through the core, first and repeated, with a provider and by mail: each once for every call of the store failing
before its effect, after it, or when a transaction is committed. Each of them ended with a session or with an error; after an
error the next sign-in worked, as the same user.`

const QUERIES = `## Queries

Everything that reaches the database is counted, also what begins and ends transactions and what a library adds of its own; what
opens a connection is not. Where:

- PostgreSQL, MariaDB and Redis: on the connection between client and server, by the messages that carry something out: Query
  and Execute, COM_QUERY and COM_STMT_EXECUTE, commands. Of Redis without the one that brings a script, once, to a server that
  does not have it.
- PGlite: by the same messages, which it hands to the PostgreSQL within.
- SQLite: by the statements that libsql and \`node:sqlite\` carry out, which are calls inside the process. \`sql\` takes the
  write lock of every transaction and every single write over \`@libsql/client\` in three of them (BEGIN DEFERRED, COMMIT,
  BEGIN IMMEDIATE), and asks \`node:sqlite\` after each write how many rows it changed.
- D1: by the calls to the binding. A batch is one.
- DynamoDB: by HTTP requests, those that are sent again included.
- MongoDB: by the commands that the driver reports to have sent.
- unstorage: by the calls of its driver.

On MariaDB \`drizzle\` reads back what it stored, and \`sql\` sets the isolation level of each transaction: one statement more.
Prisma checks a session with one statement if its models are read with \`relationJoins\`, as here, and otherwise with two.`

/** Names of capabilities in the order of the table. */
const CAPABILITIES = [
  'base',
  'sessions',
  'verificationTokens',
  'webauthn',
  'atomicConsume',
  'compareAndSet',
  'transactions',
  'uniqueConstraints',
  'uniqueTokens',
  'tokenReads',
  'ttl',
  'revocation',
  'accountUpdates',
  'authenticatorDeletion',
  'records',
  'revocationFeed',
  'counters',
]

/** @typedef {import('@latchstring/adapter-conformance').ConformanceReport} Report */

/** @type {(report: Report) => string} */
const toKey = ({ adapter, store }) => `${adapter} ${store}`

/** @type {() => readonly Report[]} */
function readReports() {
  if (!existsSync(REPORTS)) return []
  const reports = readdirSync(REPORTS)
    .filter((name) => name.endsWith('.json'))
    // Written by the suite, in this form.
    .map((name) => /** @type {Report} */ (JSON.parse(readFileSync(join(REPORTS, name), 'utf8'))))
  return reports.toSorted((a, b) => (toKey(a) < toKey(b) ? -1 : 1))
}

/** @type {(report: Report) => readonly string[]} */
const subject = ({ adapter, store }) => [`\`${adapter}\``, store]

/** @type {(report: Report, name: string) => string} */
function outcome({ capabilities }, name) {
  const result = capabilities[name]
  if (result === undefined) return '–'
  const { declared, passed, failed } = result
  if (failed > 0) return `**${failed} of ${passed + failed} failed**`
  return declared ? String(passed) : '–'
}

/** @type {(value: number | null) => string} */
const count = (value) => (value === null ? '–' : String(value))

/** @type {(headings: readonly string[], rows: readonly (readonly string[])[]) => string} */
const table = (headings, rows) =>
  [headings, headings.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')

/** @type {(reports: readonly Report[]) => string} */
function capabilityTable(reports) {
  const rows = reports.map((report) => [
    ...subject(report),
    report.version,
    ...CAPABILITIES.map((name) => outcome(report, name)),
  ])
  return table(['Adapter', 'Store', 'Version', ...CAPABILITIES.map((name) => `\`${name}\``)], rows)
}

/** @type {(reports: readonly Report[]) => string} */
function concurrencyTable(reports) {
  const rows = reports.flatMap((report) => {
    const { concurrency } = report
    if (concurrency === null) return []
    const { attempts, sessions, errors, users, accounts, orphans } = concurrency
    return [
      [...subject(report), ...[attempts, sessions, errors, users, accounts, orphans].map(count)],
    ]
  })
  return table(
    ['Adapter', 'Store', 'At once', 'Sessions', 'Errors', 'Users', 'Accounts', 'Orphans'],
    rows,
  )
}

/** @type {(reports: readonly Report[]) => string} */
function faultTable(reports) {
  const rows = reports.flatMap((report) => {
    const { faults } = report
    if (faults === null) return []
    const { attempts, sessions, errors, users, orphans } = faults
    return [[...subject(report), ...[attempts, sessions, errors, users, orphans].map(count)]]
  })
  return table(
    ['Adapter', 'Store', 'Faults', 'Sessions', 'Errors', 'Users per person', 'Orphans'],
    rows,
  )
}

/** @type {(reports: readonly Report[]) => string} */
function queryTable(reports) {
  const rows = reports.flatMap((report) => {
    const { queries } = report
    if (queries === null) return []
    const { sessionCheck, firstSignIn, repeatedSignIn } = queries
    return [[...subject(report), ...[sessionCheck, firstSignIn, repeatedSignIn].map(count)]]
  })
  return table(['Adapter', 'Store', 'Session check', 'First sign-in', 'Repeated sign-in'], rows)
}

/** @type {() => string | undefined} the page, where the tests of the adapters have run */
export function renderAdapters() {
  const reports = readReports()
  if (reports.length === 0) return undefined
  return [
    INTRODUCTION,
    `## Capabilities\n\n${NOT_DECLARED}`,
    capabilityTable(reports),
    CONCURRENCY,
    concurrencyTable(reports),
    FAULTS,
    faultTable(reports),
    QUERIES,
    queryTable(reports),
  ].join('\n\n')
}
