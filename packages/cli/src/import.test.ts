import type { AuthConfig } from '@latchstring/core'
import type { Adapter, RecordTable } from '@latchstring/core/adapters'
import { recordTables } from '@latchstring/core/adapters'
import Passkey from '@latchstring/core/providers/passkey'
import { openSqlAdapter } from '@latchstring/adapter-sql'
import { createPasswordHasher } from '@latchstring/passwords/hashing'
import { BASE, createApp, STRATEGIES, type Strategy } from '@latchstring/test-kit/app'
import { createAuthenticator } from '@latchstring/test-kit/fake-authenticator'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { client, plain, startIdp } from '@latchstring/test-kit/idp'
import { expectSignedIn, readSession, signInWith, signOut } from '@latchstring/test-kit/story'
import { afterEach, describe, expect, it, test } from 'vitest'
import { requestOptions, sendAnswer } from '../../../test/flows/src/passkeys.ts'
import { fakeFactors, fakePasswords, tablesOf } from '../test/better-auth/features.ts'
import { addRow, fill, importInto, keptOpen, PEOPLE, SECRETS } from '../test/better-auth/people.ts'
import {
  createPostgresDatabase,
  createSqliteDatabase,
  type TestDatabase,
} from '../test/databases.ts'

const idp = forAllTests(() =>
  startIdp({ clients: [client({ redirect_uris: [`${BASE}/callback/github`] })] }),
)

const cleanUps: (() => Promise<unknown> | void)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

/** An adapter that an import does not close, and a look at its tables. */
interface Target {
  readonly adapter: Adapter
  query(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>
}

async function openTarget(tables: readonly RecordTable[]): Promise<Target> {
  const database = await createSqliteDatabase()
  cleanUps.push(() => database.drop())
  const adapter = openSqlAdapter(database.url, {
    records: [...recordTables, ...tables],
  })
  cleanUps.push(() => adapter.close())
  await adapter.migrate()
  return { adapter: keptOpen(adapter), query: (sql) => database.query(sql) }
}

interface Place extends Target {
  readonly config: AuthConfig
}

/** An application with everything that people of better-auth can be moved into. */
async function openPlace(strategy: Strategy, more: Partial<AuthConfig> = {}): Promise<Place> {
  const features = [fakePasswords(), fakeFactors()]
  const target = await openTarget(tablesOf(features))
  const config: AuthConfig = {
    adapter: target.adapter,
    features,
    providers: [
      plain(idp, { id: 'github', profile: ({ name, email }) => ({ id: '9007', name, email }) }),
      Passkey({ checkUserHandle: false }),
    ],
    experimental: { enableWebAuthn: true },
    session: { strategy },
    logger: { warn: () => undefined },
    migrate: { from: 'better-auth', secret: PEOPLE.secret, until: '2126-01-01' },
    ...more,
  }
  return { ...target, config }
}

const SOURCES = [
  { dialect: 'sqlite', create: createSqliteDatabase, filled: PEOPLE.sqlite },
  { dialect: 'postgres', create: createPostgresDatabase, filled: PEOPLE.postgres },
] as const

type Source = (typeof SOURCES)[number]

async function openSource({ create, filled }: Source = SOURCES[0]): Promise<TestDatabase> {
  const database = await create()
  cleanUps.push(() => database.drop())
  await fill(database, filled)
  return database
}

const ACCEPT = ['--apply', '--accept-losses']

const canaries = ({ filled }: Source): readonly string[] => [
  PEOPLE.secret,
  PEOPLE.older,
  filled.totp,
  ...filled.backupCodes,
  ...Object.values(filled.cookies),
  ...Object.values(filled.rows)
    .flat()
    .flatMap((row) =>
      ['password', 'token', 'secret', 'backupCodes', 'accessToken', 'refreshToken', 'publicKey']
        .map((name) => row[name])
        .filter((value) => typeof value === 'string'),
    ),
]

describe.each(SOURCES)(`People of better-auth ${PEOPLE.version} in $dialect`, (kind) => {
  const { filled } = kind
  const { ids } = filled

  it('are counted by a plan, which writes nothing and shows no secret (IMP-05)', async () => {
    const place = await openPlace('database')
    const source = await openSource(kind)
    const planned = await importInto(place.config, source)
    expect(planned.code).toBe(2)
    expect(planned.out).toContain('users: 4 to move')
    expect(planned.out).toContain('1 left behind: the user is banned')
    expect(planned.out).toContain(ids.joan)
    expect(planned.out).toContain('backup codes: 12 to move')
    expect(planned.out).toContain('Tokens of 1 accounts')
    expect(await place.query('select * from users')).toEqual([])
    const whole = planned.out + (await importInto(place.config, source, ['--json'])).out
    expect(canaries(kind).filter((secret) => whole.includes(secret))).toEqual([])
  })

  it('are not moved while one would stay behind, until that is accepted', async () => {
    const place = await openPlace('database')
    const source = await openSource(kind)
    const refused = await importInto(place.config, source, ['--apply'])
    expect(refused.code).toBe(3)
    expect(refused.err).toContain('would be left behind')
    expect(await place.query('select * from users')).toEqual([])
    const moved = await importInto(place.config, source, ACCEPT)
    expect(moved.code).toBe(0)
    expect(canaries(kind).filter((secret) => moved.out.includes(secret))).toEqual([])
    const again = await importInto(place.config, source, ACCEPT)
    expect(again.out).toContain('users: 4 there already')
    expect(again.out).not.toMatch(/\d moved/)
    expect((await importInto(place.config, source, ['--check'])).code).toBe(0)
  })

  it('keep their passwords, apps and codes (IMP-01)', async () => {
    const place = await openPlace('database')
    await importInto(place.config, await openSource(kind), ACCEPT)
    const hasher = await createPasswordHasher()
    const hashes = await place.query('select user_id, hash from auth_passwords_hashes')
    expect(hashes).toHaveLength(3)
    for (const { user_id: id, hash } of hashes) {
      const password = id === ids.ada || id === ids.edsger ? filled.password : filled.unproven
      expect(await hasher.check(password, String(hash))).toEqual({ right: true, outdated: true })
    }
    const [ada, edsger] = await Promise.all(
      [ids.ada, ids.edsger].map((id) =>
        place.query(`select secret from auth_factors_apps where user_id = '${id}'`),
      ),
    )
    expect(Buffer.from(String(ada?.[0]?.['secret']).replace('raw ', ''))).toEqual(
      base32(filled.totp),
    )
    expect(edsger).toEqual([{ secret: 'base32 GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' }])
    const codes = await place.query(
      `select code from auth_factors_given where user_id = '${ids.ada}'`,
    )
    expect(codes.map(({ code }) => String(code)).toSorted()).toEqual(filled.backupCodes.toSorted())
  })

  describe.each(STRATEGIES)('with sessions by %s', (strategy) => {
    it('sign in with an account of a service and with a passkey, and stay signed in (IMP-01)', async () => {
      const place = await openPlace(strategy)
      await importInto(place.config, await openSource(kind), ACCEPT)
      const app = createApp(place.config)

      const grace = app.openBrowser()
      expectSignedIn(await signInWith(grace, 'github', 'grace'))
      expect(await readSession(grace)).toMatchObject({ user: { email: 'grace@example.com' } })
      expect(await place.query('select id from users')).toHaveLength(4)

      const origin = PEOPLE.origin
      const device = createAuthenticator({ origin, kept: [filled.credential] })
      const withKey = app.openBrowser()
      const answer = device.get(await requestOptions(withKey))
      expectSignedIn(await sendAnswer(withKey, 'authenticate', answer))
      expect(await readSession(withKey)).toMatchObject({ user: { email: 'ada@example.com' } })

      const live = app.openBrowser()
      for (const [name, value] of Object.entries(filled.cookies)) {
        live.receive(origin, `${name}=${value}; Path=/; HttpOnly; Secure; SameSite=Lax`)
      }
      expect(await readSession(live)).toMatchObject({ user: { email: 'ada@example.com' } })
      const names = [...live.cookies.keys()].join()
      expect(names).toContain('latchstring')
      expect(names).not.toContain('session_token')
      expect(await readSession(live)).toMatchObject({ user: { name: 'Ada Lovelace' } })
      await signOut(live)
      expect(await readSession(live)).toBeNull()
      expect(app.errors).toEqual([])
    })
  })
})

/** The bytes of a text in base32. */
function base32(text: string): Buffer {
  const bits = text
    .split('')
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter))
    .map((value) => value.toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

test.each(STRATEGIES)(
  'A cookie of better-auth that another secret has signed is no session (by %s)',
  async (strategy) => {
    const place = await openPlace(strategy)
    await importInto(place.config, await openSource(), ACCEPT)
    const [[name, value] = ['', '']] = Object.entries(SOURCES[0].filled.cookies)
    const [token = ''] = value.split('.')
    const app = createApp(place.config)
    for (const forged of [token, `${token}.`, value.replace('.', '.A'), `x${value}`]) {
      const browser = app.openBrowser()
      browser.setCookie(name, forged)
      expect(await readSession(browser), forged).toBeNull()
    }
    const other = createApp({
      ...place.config,
      migrate: { from: 'better-auth', secret: PEOPLE.older, until: '2126-01-01' },
    })
    const browser = other.openBrowser()
    browser.setCookie(name, value)
    expect(await readSession(browser)).toBeNull()
  },
)

test('Wrong secrets are said before the first write (IMP-04)', async () => {
  const place = await openPlace('database')
  const source = await openSource()
  for (const env of [{}, { BETTER_AUTH_SECRETS: `2:${PEOPLE.older}`, BETTER_AUTH_SECRET: 'x' }]) {
    const refused = await importInto(place.config, source, ACCEPT, env)
    expect(refused.code).toBe(3)
    expect(refused.err).toContain('The secrets are wrong')
  }
  expect(await place.query('select * from users')).toEqual([])
  const without = await importInto(place.config, source, [...ACCEPT, '--skip', 'factors'], {})
  expect(without.code).toBe(0)
  expect(without.out).toContain('--skip leaves it out')
})

test('A factor whose version of the secret is not given is left behind, and said', async () => {
  const place = await openPlace('database')
  const { BETTER_AUTH_SECRETS } = SECRETS
  const planned = await importInto(place.config, await openSource(), [], { BETTER_AUTH_SECRETS })
  expect(planned.code).toBe(2)
  expect(planned.out).toContain('factors: 1 to move')
  expect(planned.out).toContain('1 left behind: none of the secrets opens it')
})

test.each([
  ['absent', undefined],
  ['null', null],
  ['an empty text', ''],
  ['an address', 'https://github.com'],
])('Accounts are moved whose issuer is %s (IMP-03)', async (_, issuer) => {
  const place = await openPlace('database')
  const source = await openSource()
  if (issuer !== undefined) {
    await source.query('alter table account add column issuer text')
    if (issuer !== null) await source.query(`update account set issuer = '${issuer}'`)
  }
  expect((await importInto(place.config, source, ACCEPT)).code).toBe(0)
  const accounts = await place.query("select user_id from accounts where provider = 'github'")
  expect(accounts).toEqual([{ user_id: PEOPLE.sqlite.ids.grace }])
})

const USER = {
  name: 'X',
  emailVerified: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}

test('What belongs to others in the target is left alone', async () => {
  const place = await openPlace('database')
  const source = await openSource()
  const { ids } = PEOPLE.sqlite
  const { adapter } = place
  await adapter.createUser?.({ id: 'other', email: 'ada@example.com', emailVerified: null })
  await adapter.createUser?.({ id: ids.edsger, email: 'else@example.com', emailVerified: null })
  await adapter.linkAccount?.({
    userId: 'other',
    type: 'oauth',
    provider: 'github',
    providerAccountId: '9007',
  })
  await addRow(source, 'user', { ...USER, id: 'spelled', email: 'GRACE@example.com' })
  await addRow(source, 'user', { ...USER, id: 'none', email: 'no address' })
  const moved = await importInto(place.config, source, [...ACCEPT, '--json'])
  expect(moved.code).toBe(0)
  expect(JSON.parse(moved.out)).toMatchObject({
    parts: {
      users: {
        moved: 2,
        left: {
          'address-taken': { count: 1, rows: [ids.ada] },
          'id-taken': { count: 1, rows: [ids.edsger] },
          'no-address': { count: 1, rows: ['none'] },
          banned: { count: 1, rows: [ids.joan] },
        },
      },
      accounts: { moved: 0, left: { taken: { count: 1 } } },
      passwords: { moved: 1, left: { 'no-user': { count: 3 } } },
      sessions: { left: { 'no-user': { count: 3 } } },
    },
  })
  expect(await place.query("select * from accounts where user_id <> 'other'")).toEqual([])
})

test('What the configuration has no place for is said, and the rest is moved', async () => {
  const { adapter } = await openTarget([])
  const source = await openSource()
  const planned = await importInto({ adapter, providers: [] }, source)
  expect(planned.code).toBe(2)
  for (const line of [
    'the configuration does not have the feature',
    'the configuration has no such provider',
    'the configuration does not take over sessions',
    'The configuration has no feature passwords and no feature factors.',
    'Providers whose accounts stay behind: github.',
  ]) {
    expect(planned.out).toContain(line)
  }
})

test('Sessions of users whose address is not proven are moved where a first proof can delete them', async () => {
  const place = await openPlace('jwt')
  const adapter: object = {
    ...place.adapter,
    deleteSessionsByUserId: undefined,
    capabilities: { ...place.adapter.capabilities, revocation: false },
  }
  const source = await openSource()
  const planned = await importInto({ ...place.config, adapter }, source, ['--json'])
  expect(JSON.parse(planned.out)).toMatchObject({
    parts: { sessions: { new: 2, left: { unproven: { count: 1 } } } },
  })
  const moved = await importInto(place.config, source, [...ACCEPT, '--json'])
  expect(JSON.parse(moved.out)).toMatchObject({ parts: { sessions: { moved: 3 } } })
})

test('Nothing of a user is put back whose address was proven in the target since', async () => {
  const place = await openPlace('database')
  const source = await openSource()
  const [unproven] = await source.query('select id, email from "user" where "emailVerified" = 0')
  const { id, email } = { id: String(unproven?.['id']), email: String(unproven?.['email']) }
  const { adapter } = place
  await adapter.createUser?.({ id, email, emailVerified: new Date() })
  const moved = await importInto(place.config, source, [...ACCEPT, '--json'])
  expect(JSON.parse(moved.out)).toMatchObject({
    parts: { users: { there: 0, left: { 'proven-since': { count: 1, rows: [id] } } } },
  })
  for (const table of ['accounts', 'sessions', 'auth_passwords_hashes']) {
    const rows = await place.query(`select * from ${table} where user_id = '${id}'`)
    expect(rows, table).toEqual([])
  }
})

test('Sessions end no later than those that begin here', async () => {
  const place = await openPlace('jwt', { session: { strategy: 'jwt', maxAge: 60 } })
  const began = Date.now()
  await importInto(place.config, await openSource(), ACCEPT)
  const rows = await place.query('select expires from sessions')
  expect(rows).toHaveLength(3)
  for (const { expires } of rows) {
    expect(Number(expires)).toBeLessThanOrEqual(Date.now() + 61_000)
    expect(Number(expires)).toBeGreaterThan(began)
  }
})

test('A store that makes ids of its own is refused at the first user, whom it does not keep', async () => {
  const place = await openPlace('database')
  const adapter: Adapter = {
    ...place.adapter,
    createUser: (user) => place.adapter.createUser?.({ ...user, id: 'own' }) ?? user,
  }
  const refused = await importInto({ ...place.config, adapter }, await openSource(), ACCEPT)
  expect(refused.code).toBe(1)
  expect(refused.err).toContain('makes ids of its own')
  expect(await place.query('select * from users')).toEqual([])
})

test('Mistakes of the call are said', async () => {
  const place = await openPlace('database')
  const source = await openSource()
  const rows = [
    [['--apply', '--plan'], 'Pass either --plan or --apply.'],
    [['--accept-losses'], '--accept-losses is for --apply alone.'],
    [['--skip', 'users'], '--skip: "users" is none of'],
    [['--providers', 'gh'], '--providers: "gh" is not a name=value.'],
    [['--providers', 'gh=gitlab'], 'no OAuth provider "gitlab"'],
    [['--source-tables', 'users=u'], '--source-tables: "users" is none of'],
    [['--source-tables', 'user=people'], 'has no table "people"'],
  ] as const
  for (const [options, message] of rows) {
    const { code, err } = await importInto(place.config, source, options)
    expect([code, err.includes(message)], err).toEqual([1, true])
  }
  const none = await importInto({ providers: [] }, source)
  expect(none.err).toContain('has no adapter')
})
