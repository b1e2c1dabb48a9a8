import { createPasswordHasher } from '@latchstring/passwords/hashing'
import { afterEach, describe, expect, it } from 'vitest'
import {
  authFile,
  type Files,
  hasPage,
  withInstalled,
  writeApplication,
} from '../test/application.ts'
import { AT, DATABASES, insertRow } from '../test/databases.ts'
import { containing, run } from '../test/run.ts'

const cleanUps: (() => Promise<unknown> | void)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

const IMPORTS = `import { openSqlAdapter } from '@latchstring/adapter-sql'
import { mailProofs, recordTables, waitingSignIns } from '@latchstring/core/adapters'
import { backupCodes, enrolments, factors, recoveries, totp, tries } from '@latchstring/factors'
import { leaving, leavingRequests } from '@latchstring/leaving'
import Resend from '@latchstring/next/providers/resend'
import { hashes, passwords, usernames } from '@latchstring/passwords'
export const pw = passwords()
`

interface Found {
  readonly id: string
  readonly level: string
  readonly what: string
  readonly fix: string
  readonly docs: string
}

/** What is found in an application with these options. */
async function doctor(options: string, files: Files = {}, url = ''): Promise<readonly Found[]> {
  const application = await writeApplication({
    'auth.ts': authFile(`{ ${options} }`, IMPORTS),
    'proxy.ts': null,
    'app/page.tsx': null,
    ...withInstalled('@libsql/client'),
    ...files,
  })
  cleanUps.push(() => application.remove())
  const ran = await run(['doctor', '--json'], {
    folder: application.folder,
    env: { DATABASE_URL: url, AUTH_RESEND_KEY: 're_9f2c7a1be4d8' },
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the command writes
  const { findings } = JSON.parse(ran.out) as { readonly findings: readonly Found[] }
  for (const { docs } of findings)
    expect({ docs, there: hasPage(docs) }).toEqual({ docs, there: true })
  return findings
}

const store = (records: string): string =>
  `adapter: openSqlAdapter(':memory:', { sessionControl: true, records: ${records} })`

const MAIL = "Resend({ from: 'a@example.com' })"

const ids = (findings: readonly Found[]): readonly string[] => findings.map(({ id }) => id)

describe('latchstring doctor, of features', () => {
  it.each([
    ['features: [pw]', 'true', 'hashes', 'records: [...recordTables, hashes]'],
    ['features: [pw]', '[hashes]', 'mailProofs', '--records all,passwords'],
    [
      'features: [passwords({ username: true })]',
      '[...recordTables, hashes]',
      'usernames',
      'all,passwords,usernames',
    ],
    [
      'features: [factors()]',
      '[...recordTables, hashes]',
      'totp, enrolments, backupCodes, tries',
      '--records all,factors',
    ],
    [
      'features: [factors({ recovery: {} })]',
      '[...recordTables, totp, enrolments, backupCodes, tries]',
      'recoveries',
      'all,factors,recoveries',
    ],
    [
      'features: [leaving({ days: 0 })]',
      'recordTables',
      'leavingRequests',
      '--records all,leaving',
    ],
  ])('names tables that %s needs beside records: %s', async (options, records, missing, fix) => {
    const [first, ...others] = await doctor(`providers: [${MAIL}], ${options}, ${store(records)}`)
    expect(first).toMatchObject({
      id: 'feature-without-table',
      what: containing(` stores rows in ${missing}, and`),
      fix: containing(fix),
    })
    expect(ids(others)).toEqual([])
  })

  it.each([
    ['[...recordTables, hashes, usernames]', 'passwords({ username: true })'],
    ['[hashes, mailProofs]', 'pw'],
    ['[...recordTables, ...[totp, enrolments, backupCodes, tries]]', 'factors({ notices: true })'],
    [
      '[waitingSignIns, mailProofs, totp, enrolments, backupCodes, tries, recoveries]',
      'factors({ recovery: {} })',
    ],
    ['[...theirs, totp]', 'factors()'],
    ['[...recordTables, leavingRequests]', 'leaving({ days: 0 })'],
  ])('names none with records: %s of %s', async (records, feature) => {
    expect(await doctor(`providers: [${MAIL}], features: [${feature}], ${store(records)}`)).toEqual(
      [],
    )
  })

  it.each([
    ['passwords', 'pw', 'docs/email.md'],
    ['factors', 'factors({ notices: true })', 'docs/two-factors.md'],
    ['factors', 'factors({ recovery: {} })', 'docs/two-factors.md'],
  ])('names %s without a provider that sends mail: %s', async (id, feature, docs) => {
    const [first, ...others] = await doctor(
      `providers: [GitHub], features: [${feature}], ${store('[...recordTables, hashes, totp, enrolments, backupCodes, tries, recoveries]')}`,
    )
    expect(first).toMatchObject({ id: 'feature-without-mail', what: containing(`"${id}"`), docs })
    expect(others).toEqual([])
  })

  it('asks for no mail where a provider may send it, or no feature writes', async () => {
    const records = store('[...recordTables, hashes, totp, enrolments, backupCodes, tries]')
    expect(await doctor(`providers: theirs, features: [pw], ${records}`)).toEqual([])
    const sender = "Resend({ from: 'a@example.com', signIn: false })"
    expect(await doctor(`providers: [GitHub, ${sender}], features: [pw], ${records}`)).toEqual([])
    expect(await doctor(`providers: [GitHub], features: [factors()], ${records}`)).toEqual([])
  })

  it('names features without a store, and without a way to end sessions', async () => {
    const [without] = await doctor('providers: [GitHub], features: [factors()]')
    expect(without).toMatchObject({ id: 'adapter-missing', what: containing('"factors"') })
    const records = store('[...recordTables, totp, enrolments, backupCodes, tries]')
    const of = (session: string): Promise<readonly Found[]> =>
      doctor(`providers: [GitHub], features: [factors()], ${records}, session: ${session}`)
    expect(ids(await of("{ strategy: 'jwt' }"))).toEqual(['feature-without-endings'])
    expect(ids(await of("{ strategy: 'jwt', revocation: false }"))).toEqual([
      'feature-without-endings',
    ])
    expect(ids(await of("{ strategy: 'jwt', revocation: true }"))).toEqual(['ended-sessions'])
    expect(await of("{ strategy: 'database' }")).toEqual([])
  })

  it('reads features beside a function that makes the configuration', async () => {
    const text = `import Latchstring from '@latchstring/next'
import GitHub from '@latchstring/next/providers/github'
${IMPORTS}export const { handlers } = Latchstring(() => ({ providers: [GitHub], ${store('true')} }), { features: [factors()] })
`
    expect(ids(await doctor('', { 'auth.ts': text }))).toEqual(['feature-without-table'])
  })

  it('notes that no job deletes people who leave, where it sees none', async () => {
    const options = `providers: [GitHub], features: [leaving()], ${store('[...recordTables, leavingRequests]')}`
    expect(await doctor(options)).toMatchObject([{ id: 'leaving-without-job', level: 'note' }])
    const job = "import { leave, system } from './auth'\nawait system(leave).deleteDue()\n"
    expect(await doctor(options, { 'jobs/hourly.ts': job })).toEqual([])
  })

  it('knows the form of passwords as a provider of signIn', async () => {
    const page = `import { signIn } from '@/auth'\nexport const go = () => signIn('password', {})\nexport const other = () => signIn('pasword', {})\n`
    const options = `providers: [${MAIL}], features: [pw], ${store('[...recordTables, hashes]')}`
    const findings = await doctor(options, { 'app/go.ts': page })
    expect(findings).toMatchObject([
      {
        id: 'sign-in-unknown-provider',
        what: containing('pasword'),
        fix: containing('"password"'),
      },
    ])
  })
})

const PASSWORDS = "providers: [Resend({ from: 'a@example.com' })], features: [pw]"

/** A package that hashes with scrypt, as ours does where there is no Argon2. */
const WITHOUT_ARGON2: Files = {
  'node_modules/@latchstring/passwords/package.json': JSON.stringify({
    name: '@latchstring/passwords',
    version: '0.0.0',
    type: 'module',
    exports: { '.': './index.js', './hashing': './hashing.js' },
  }),
  'node_modules/@latchstring/passwords/index.js': `export const hashes = {
  name: 'auth_passwords_hashes',
  fields: { userId: { kind: 'id' }, hash: { kind: 'text', max: 500, secret: 'hash' }, changedAt: { kind: 'time', personal: true } },
  key: ['userId'],
  owner: 'userId',
}
`,
  'node_modules/@latchstring/passwords/hashing.js':
    "export const createPasswordHasher = async () => ({ method: 'scrypt of node:crypto' })\n",
}

describe('latchstring doctor, of hashes', () => {
  it('notes by what new passwords are hashed', async () => {
    const { method } = await createPasswordHasher()
    const found = await doctor(
      `${PASSWORDS}, ${store('[...recordTables, hashes]')}`,
      withInstalled('@latchstring/passwords'),
    )
    expect(found).toMatchObject([{ id: 'password-hash', what: containing(`hashed by ${method}.`) }])
  })

  it('warns where Argon2 is missing, with what to install', async () => {
    const found = await doctor(
      `${PASSWORDS}, ${store('[...recordTables, hashes]')}`,
      WITHOUT_ARGON2,
    )
    expect(found).toMatchObject([
      {
        id: 'password-hash',
        level: 'warning',
        what: containing('scrypt of node:crypto'),
        fix: containing('npm install @node-rs/argon2'),
      },
    ])
  })

  it.each(DATABASES)(
    'counts hashes that nothing compares, over $dialect',
    async ({ create, dialect }) => {
      const database = await create()
      cleanUps.push(() => database.drop())
      const { url } = database
      await run(
        [
          'migrate',
          '--apply',
          '--yes',
          '--session-control',
          '--records',
          'all,passwords',
          '--url',
          url,
        ],
        { folder: import.meta.dirname },
      )
      const stored = [
        '$2b$12$a',
        'bcrypt_sha256$$2b$',
        '$wp$2y$10$a',
        'argon2$argon2id$v=19$',
        '$argon2id$v=19$m',
        '$scrypt$ln=15',
        'salt:hash',
      ]
      for (const [at, hash] of stored.entries()) {
        await database.query(`insert into users (id) values ('${at}')`)
        await insertRow(database, 'auth_passwords_hashes', {
          user_id: String(at),
          hash,
          changed_at: AT[dialect],
        })
      }
      const options = `${PASSWORDS}, adapter: openSqlAdapter(process.env.DATABASE_URL ?? '', { sessionControl: true, records: [...recordTables, hashes] })`
      const drivers = { ...withInstalled('pg'), ...withInstalled('mysql2') }
      const found = await doctor(options, { ...WITHOUT_ARGON2, ...drivers }, url)
      expect(found.map(({ id, what }) => [id, what])).toEqual([
        [
          'hashes-not-comparable',
          '3 stored passwords are hashes of bcrypt, and bcryptjs is not installed.',
        ],
        [
          'hashes-not-comparable',
          '2 stored passwords are hashes of Argon2, and @node-rs/argon2 is not installed.',
        ],
        ['password-hash', containing('scrypt')],
      ])
      const installed = { ...withInstalled('@latchstring/passwords'), ...withInstalled('bcryptjs') }
      expect(ids(await doctor(options, { ...installed, ...drivers }, url))).toEqual([
        'password-hash',
      ])
    },
  )
})
