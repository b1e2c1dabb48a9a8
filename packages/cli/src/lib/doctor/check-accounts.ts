import { describeSchema } from '@latchstring/schema'
import { connect } from '../connect.ts'
import { readDatabaseUrl } from '../database-url.ts'
import { describeError } from '../describe-error.ts'
import type { Application } from './application.ts'
import { lacksDriver } from './check-packages.ts'
import { type Configured, type Counted, countAccounts } from './count-accounts.ts'
import { readDatabase } from './database.ts'
import { readFeatures } from './features.ts'
import { type Finding, note, warning } from './finding.ts'
import { DESCRIBED } from './records.ts'
import { type Provider, readProviders, readsAllProviders } from './providers.ts'
import { memberValue } from './value.ts'

const DOCS = 'docs/leaving.md#who-could-be-locked-out'

/** Why the users cannot be counted. */
const unknown = (what: string): readonly Finding[] => [
  note({
    id: 'accounts-unknown',
    what,
    why: 'How many users have one way to sign in is not known.',
    fix: 'Count them in the store: accounts of providers that are configured, passkeys, passwords, and addresses where sign-in by email is on.',
    docs: DOCS,
  }),
]

const users = (number: number): string =>
  `${number.toLocaleString('en')} user${number === 1 ? '' : 's'}`

function report({ users: all, one, none, dead }: Counted, isOwn: boolean): readonly Finding[] {
  const unseen = isOwn
    ? ' Passwords that `authorize` of the application compares are not seen here.'
    : ''
  return [
    note({
      id: 'accounts-counted',
      what: `${users(all)}: ${one.toLocaleString('en')} with one way to sign in, ${none.toLocaleString('en')} with none.${unseen}`,
      why: 'Who loses the only way in is locked out.',
      fix: 'Offer a second one, such as passkeys or sign-in by email.',
      docs: DOCS,
    }),
    ...(none > 0 && !isOwn
      ? [
          warning({
            id: 'accounts-locked-out',
            what: `${users(none)} cannot sign in in any way that is seen here.`,
            why: 'They have no account of a provider that is configured, no passkey, and no other way.',
            fix: 'Bring back the provider that they used, or offer sign-in by email.',
            docs: DOCS,
          }),
        ]
      : []),
    ...(dead > 0
      ? [
          warning({
            id: 'accounts-dead-provider',
            what: `${users(dead)} have an account of a provider that is not configured.`,
            why: 'They cannot sign in with it any more.',
            fix: 'Add the provider again, or delete these accounts once their users have another way in.',
            docs: DOCS,
          }),
        ]
      : []),
  ]
}

/** Whether a provider is more than a sender of mails. */
function signsIn({ options }: Provider): boolean {
  const said = memberValue(options, 'signIn')
  return said?.kind !== 'flag' || said.flag
}

function readConfigured(application: Application): Configured {
  const providers = readProviders(application)
  const has = (kind: 'email' | 'webauthn'): boolean =>
    providers.some((provider) => provider.kind === kind && signsIn(provider))
  const { features, all } = readFeatures(application)
  return {
    providers: new Set(providers.map(({ id }) => id)),
    email: has('email'),
    passkeys: has('webauthn'),
    // Where the text does not name each feature, one may be there.
    passwords: !all || features.some(({ package: { id } }) => id === 'passwords'),
  }
}

/**
 * Counts the users by their ways in: numbers, and nothing else of them.
 *
 * @param hide - takes what is secret in the address out of all output
 */
export async function checkAccounts(
  application: Application,
  hide: (secrets: readonly string[]) => void,
): Promise<readonly Finding[]> {
  if (!readsAllProviders(application)) {
    return unknown('The text of the configuration does not name each provider.')
  }
  const { url, options } = readDatabase(application) ?? {}
  if (url === undefined || url === ':memory:' || url.startsWith('libsql:')) {
    return unknown(
      'The adapter of the application is not openSqlAdapter with an address that its text or environment names.',
    )
  }
  hide([url])
  if (await lacksDriver(application)) return unknown('The driver of the database is not installed.')
  const members = options?.kind === 'object' ? [...options.members.keys()] : []
  if (members.some((name) => DESCRIBED.includes(name))) {
    return unknown('The tables of the adapter have names of their own.')
  }
  const isOwn = readProviders(application).some(({ kind }) => kind === 'credentials')
  try {
    const database = readDatabaseUrl(url)
    hide(database.secrets)
    const { folder } = application
    const connection = await connect(database, { folder, lockTimeout: 5, readOnly: true })
    try {
      const configured = readConfigured(application)
      const counted = await countAccounts(connection, describeSchema({}), configured)
      return counted
        ? report(counted, isOwn)
        : unknown('The tables of users and accounts are not there.')
    } finally {
      await connection.close().catch(() => undefined)
    }
  } catch (error) {
    return unknown(`The database cannot be used: ${describeError(error)}`)
  }
}
