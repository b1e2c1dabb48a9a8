/* oxlint-disable typescript/no-unsafe-assignment, typescript/no-unsafe-member-access, typescript/no-unsafe-return, typescript/no-unsafe-argument -- better-auth is not installed here, so that nothing of it has a type */
/*
 * Makes the people of better-auth that the tests of `latchstring import` move, with the library itself:
 *
 *   mkdir /tmp/better-auth && cd /tmp/better-auth && npm init -y
 *   npm install --legacy-peer-deps better-auth@1.7.25 @better-auth/passkey@1.7.6 kysely @libsql/client @libsql/kysely-libsql pg tsx
 *   node tools/servers/stores.mjs -- node --import /tmp/better-auth/node_modules/tsx/dist/loader.mjs \
 *     packages/cli/test/better-auth/make-people.mjs /tmp/better-auth
 *
 * It writes `people.json` beside this file: the tables as better-auth makes them, their rows, and what the people know and have.
 */
import { createHmac } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createAuthenticator } from '../../../../test/kit/src/fake-authenticator.ts'

const ORIGIN = 'https://app.example'
const SECRET = 'zL4kQ8vT1nR6wY3bH9dJ5mX2cF7pS0aGeU'
const OLDER = 'b0hT7sKq2WmE9xVr4LdN6yPz1JcF3gAu8iQ'

const folder = process.argv[2]
if (folder === undefined) throw new Error('Name the folder where better-auth is installed.')
const require = createRequire(join(folder, 'package.json'))
const load = (name) => import(pathToFileURL(require.resolve(name)).href)
const { betterAuth } = await load('better-auth')
const { getMigrations } = await load('better-auth/db/migration')
const { admin, twoFactor } = await load('better-auth/plugins')
const { symmetricEncrypt } = await load('better-auth/crypto')
const { passkey } = await load('@better-auth/passkey')
const { LibsqlDialect } = await load('@libsql/kysely-libsql')
const { createClient } = await load('@libsql/client')
const pg = (await load('pg')).default
const { version } = JSON.parse(
  await readFile(join(folder, 'node_modules/better-auth/package.json'), 'utf8'),
)

/** A code of an app, by its secret as bytes (RFC 6238). */
function codeNow(uri) {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = new URL(uri).searchParams
    .get('secret')
    .split('')
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const mac = createHmac('sha1', key).update(step).digest()
  const at = mac[19] & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** A browser that keeps cookies. */
function createBrowser(auth) {
  const cookies = new Map()
  return {
    cookies,
    async send(path, body) {
      const response = await auth.handler(
        new Request(`${ORIGIN}/api/auth${path}`, {
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            origin: ORIGIN,
            'content-type': 'application/json',
            cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      )
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)
        if (value === '' || /max-age=0/i.test(line)) cookies.delete(name)
        else cookies.set(name, value)
      }
      const text = await response.text()
      if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
      return text === '' ? null : JSON.parse(text)
    },
  }
}

const PASSWORD = 'Ada counts to 1843 ½'
const UNPROVEN = 'an unproven address'

/** A user with everything: a proven address, an app with backup codes, and a passkey. */
async function makeAda(auth, { internalAdapter }) {
  const browser = createBrowser(auth)
  const password = PASSWORD
  await browser.send('/sign-up/email', { name: 'Ada Lovelace', email: 'Ada@example.com', password })
  const { user } = await browser.send('/get-session')
  await internalAdapter.updateUser(user.id, { emailVerified: true })
  const enabled = await browser.send('/two-factor/enable', { password })
  await browser.send('/two-factor/verify-totp', { code: codeNow(enabled.totpURI) })
  const authenticator = createAuthenticator({ origin: ORIGIN })
  const registration = await browser.send('/passkey/generate-register-options')
  await browser.send('/passkey/verify-registration', {
    response: authenticator.create(registration),
    name: 'Ada’s laptop',
  })
  const [credential] = authenticator.keep()
  return {
    id: user.id,
    totp: new URL(enabled.totpURI).searchParams.get('secret'),
    backupCodes: enabled.backupCodes,
    cookies: Object.fromEntries(browser.cookies),
    credential,
  }
}

/** Signs up, and gives the id. */
async function signUp(auth, name, password) {
  const browser = createBrowser(auth)
  const email = `${name.toLowerCase()}@example.com`
  await browser.send('/sign-up/email', { name, email, password })
  return (await browser.send('/get-session')).user.id
}

/** A user from before there were versions of secrets, whose app was taken over from another system. */
async function makeEdsger(auth, { adapter, internalAdapter }) {
  const userId = await signUp(auth, 'Edsger', PASSWORD)
  const seal = (data) => symmetricEncrypt({ key: OLDER, data })
  await adapter.create({
    model: 'twoFactor',
    data: {
      userId,
      secret: await seal('base32:GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'),
      backupCodes: await seal('["early-Code1","early-Code2"]'),
      verified: true,
    },
  })
  await internalAdapter.updateUser(userId, { emailVerified: true, twoFactorEnabled: true })
  return userId
}

async function makePeople(auth) {
  const context = await auth.$context
  const { internalAdapter } = context
  const { id: ada, ...owned } = await makeAda(auth, context)
  const { user } = await internalAdapter.createOAuthUser(
    { name: 'Grace Hopper', email: 'grace@example.com', emailVerified: true, image: null },
    {
      providerId: 'github',
      accountId: '9007',
      accessToken: 'gho_canary_of_grace',
      refreshToken: 'ghr_canary_of_grace',
    },
  )
  await signUp(auth, 'Alan', UNPROVEN)
  const edsger = await makeEdsger(auth, context)
  const joan = await signUp(auth, 'Joan', PASSWORD)
  await internalAdapter.updateUser(joan, { banned: true, banReason: 'spam' })
  return { ids: { ada, grace: user.id, edsger, joan }, ...owned }
}

async function make({ database, query, names }) {
  const options = {
    baseURL: ORIGIN,
    secrets: [{ version: 2, value: SECRET }],
    secret: OLDER,
    database,
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    emailAndPassword: { enabled: true },
    socialProviders: { github: { clientId: 'app', clientSecret: 'not-used' } },
    plugins: [
      admin(),
      twoFactor(),
      passkey({ rpID: 'app.example', rpName: 'App', origin: ORIGIN }),
    ],
  }
  const migrations = await getMigrations(options)
  const sql = await migrations.compileMigrations()
  await migrations.runMigrations()
  const people = await makePeople(betterAuth(options))
  // Sessions that have not ended when the tests run.
  await query(`update "session" set "expiresAt" = '2126-01-01T00:00:00.000Z'`)
  const rows = {}
  for (const name of await names()) rows[name] = await query(`select * from "${name}"`)
  return { sql, rows, password: PASSWORD, unproven: UNPROVEN, ...people }
}

const file = join(tmpdir(), `better-auth-${process.pid}.db`)
const client = createClient({ url: `file:${file}` })
const sqlite = await make({
  database: { dialect: new LibsqlDialect({ client }), type: 'sqlite' },
  query: async (text) => (await client.execute(text)).rows.map((row) => ({ ...row })),
  names: async () =>
    (
      await client.execute(
        "select name from sqlite_master where type = 'table' and name not like 'sqlite%' order by name",
      )
    ).rows.map(({ name }) => name),
})
client.close()
await rm(file)

const server = new URL(process.env.LATCHSTRING_TEST_POSTGRES_URL)
const admin0 = new pg.Client({ connectionString: server.href })
await admin0.connect()
const name = `better_auth_${process.pid}`
await admin0.query(`create database ${name}`)
server.pathname = name
const pool = new pg.Pool({ connectionString: server.href })
// The database is dropped with connections that are still closing.
pool.on('error', () => undefined)
const postgres = await make({
  database: pool,
  query: async (text) => (await pool.query(text)).rows,
  names: async () =>
    (
      await pool.query(
        "select table_name from information_schema.tables where table_schema = 'public' order by table_name",
      )
    ).rows.map(({ table_name }) => table_name),
})
await pool.end()
await admin0.query(`drop database ${name} with (force)`)
await admin0.end()

const people = { version, origin: ORIGIN, secret: SECRET, older: OLDER, sqlite, postgres }
await writeFile(
  new URL('people.json', import.meta.url),
  `${JSON.stringify(people, undefined, 2)}\n`,
)
