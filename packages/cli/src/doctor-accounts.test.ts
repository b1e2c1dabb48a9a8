import { afterEach, describe, expect, it } from 'vitest'
import { authFile, type Files, HEALTHY, writeApplication } from '../test/application.ts'
import { AT, DATABASES, insertRow, type TestDatabase } from '../test/databases.ts'
import { containing, type Ran, run } from '../test/run.ts'

const cleanUps: (() => Promise<unknown> | void)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

const DRIVERS = ['@libsql/client', 'pg', 'mysql2']

const INSTALLED: Files = Object.fromEntries(
  DRIVERS.map((name) => [
    `node_modules/${name}/package.json`,
    JSON.stringify({ name, version: '8.11.0' }),
  ]),
)

async function doctor(
  options: string,
  url: string,
  argv: readonly string[] = ['--json'],
): Promise<Ran> {
  const imports = `import { openSqlAdapter } from '@latchstring/adapter-sql'
import Credentials from '@latchstring/next/providers/credentials'
import Resend from '@latchstring/next/providers/resend'
import Passkey from '@latchstring/next/providers/passkey'
import { factors } from '@latchstring/factors'
import { passwords } from '@latchstring/passwords'`
  const adapter = "adapter: openSqlAdapter(process.env.DATABASE_URL ?? '')"
  const application = await writeApplication({
    ...HEALTHY,
    ...INSTALLED,
    'auth.ts': authFile(`{ ${options}, ${adapter} }`, imports),
  })
  cleanUps.push(() => application.remove())
  const { folder } = application
  return run(['doctor', '--accounts', ...argv], { folder, env: { DATABASE_URL: url } })
}

interface Found {
  readonly id: string
  readonly what: string
}

function findings({ out }: Ran): Readonly<Record<string, string>> {
  // The tests look at what they need of it.
  const { findings: found } = JSON.parse(out) as { readonly findings: readonly Found[] }
  return Object.fromEntries(found.map(({ id, what }) => [id, what]))
}

const PEOPLE = ['ada', 'grace', 'kurt', 'mary', 'emmy']

/** Users with two accounts, one, one that is dead, a passkey and nothing. */
async function fill(database: TestDatabase): Promise<void> {
  for (const id of PEOPLE) {
    await database.query(`insert into users (id, email) values ('${id}', '${id}@example.com')`)
  }
  const accounts = [
    ['ada', 'github'],
    ['ada', 'google'],
    ['grace', 'github'],
    ['kurt', 'myspace'],
  ]
  for (const [user = '', provider = ''] of accounts) {
    await database.query(
      `insert into accounts (user_id, type, provider, provider_account_id) values ('${user}', 'oauth', '${provider}', '${user}')`,
    )
  }
  await database.query(
    `insert into authenticators (credential_id, user_id, provider_account_id, credential_public_key, counter, credential_device_type, credential_backed_up) values ('c', 'mary', 'p', 'k', 0, 'singleDevice', '0')`,
  )
}

describe.each(DATABASES)('doctor --accounts over $dialect', ({ create, dialect }) => {
  it('counts ways in, and shows nothing else of users', async () => {
    const database = await create()
    cleanUps.push(() => database.drop())
    await run(['migrate', '--apply', '--yes', '--url', database.url])
    await fill(database)
    const oauth = await doctor('providers: [GitHub]', database.url)
    expect(findings(oauth)).toEqual({
      'accounts-counted': '5 users: 2 with one way to sign in, 3 with none.',
      'accounts-locked-out': '3 users cannot sign in in any way that is seen here.',
      'accounts-dead-provider': '2 users have an account of a provider that is not configured.',
    })
    expect(PEOPLE.filter((id) => (oauth.out + oauth.err).includes(`${id}@`))).toEqual([])
    const passkeys = await doctor('providers: [GitHub, Passkey()]', database.url)
    expect(findings(passkeys)['accounts-counted']).toContain('3 with one way to sign in, 2 with')
    const mail = await doctor('providers: [GitHub, Resend, Passkey()]', database.url)
    expect(findings(mail)['accounts-counted']).toContain('2 with one way to sign in, 0 with none.')
    const sender = await doctor('providers: [GitHub, Resend({ signIn: false })]', database.url)
    expect(findings(sender)['accounts-counted']).toContain('3 with none.')
    const own = await doctor('providers: [GitHub, Credentials({})]', database.url)
    expect(findings(own)['accounts-counted']).toContain('3 with none. Passwords that')
    expect(findings(own)['accounts-locked-out']).toBeUndefined()
  })

  it('counts passwords where the feature is configured, and no second factor', async () => {
    const database = await create()
    cleanUps.push(() => database.drop())
    await run(
      ['migrate', '--apply', '--yes', '--records', 'passwords,factors', '--url', database.url],
      { folder: import.meta.dirname },
    )
    await fill(database)
    const at = AT[dialect]
    for (const id of ['ada', 'emmy']) {
      await insertRow(database, 'auth_passwords_hashes', { user_id: id, hash: 'x', changed_at: at })
    }
    const app = { id: 'a', label: 'app', secret: 's', last_step: '1', created_at: at }
    await insertRow(database, 'auth_factors_totp', { user_id: 'kurt', ...app })
    const counts = async (options: string): Promise<string | undefined> =>
      findings(await doctor(options, database.url))['accounts-counted']
    // Ada has an account and a password, Grace an account, Emmy a password, Kurt a dead account and an app, Mary a passkey that is not offered.
    expect(await counts('providers: [GitHub], features: [passwords(), factors()]')).toBe(
      '5 users: 2 with one way to sign in, 2 with none.',
    )
    expect(await counts('providers: [], features: [passwords()]')).toBe(
      '5 users: 2 with one way to sign in, 3 with none.',
    )
    // Rows of a feature that is not configured any more let no user in.
    expect(await counts('providers: [GitHub], features: [factors()]')).toBe(
      '5 users: 2 with one way to sign in, 3 with none.',
    )
    expect(await counts('providers: [GitHub], features: theirs')).toContain('2 with none')
  })
})

describe('doctor --accounts', () => {
  it.each([
    ['providers: some', 'file:./data.db', 'does not name each provider'],
    ['providers: [GitHub]', ':memory:', 'is not openSqlAdapter'],
    ['providers: [GitHub]', 'file:./none.db', 'are not there'],
    ['providers: [GitHub]', 'nonsense:', 'cannot be used'],
  ])('says that it cannot count with %s and %s', async (options, url, why) => {
    const ran = await doctor(options, url)
    expect([ran.code, findings(ran)]).toEqual([0, { 'accounts-unknown': containing(why) }])
  })

  it('is neither for deployments nor for flows', async () => {
    const ran = await doctor('providers: [GitHub]', '', ['--flows'])
    expect([ran.code, ran.err]).toEqual([1, containing('Pass --accounts or --flows.')])
  })
})
