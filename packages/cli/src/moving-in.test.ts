import { execFileSync } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openSqlAdapter } from '@latchstring/adapter-sql'
import { recordTables } from '@latchstring/core/adapters'
import { hashes, passwords } from '@latchstring/passwords'
import { BASE, createApp, ENV } from '@latchstring/test-kit/app'
import { readSession } from '@latchstring/test-kit/story'
import { afterEach, describe, expect, it } from 'vitest'
import { createSqliteDatabase } from '../test/databases.ts'
import { makeProject } from '../test/projects.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const PASSWORD = 'correct horse battery staple'

const cleanUps: (() => Promise<unknown> | void)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the package of passwords has written
const VECTORS = JSON.parse(
  readFileSync(join(ROOT, 'packages/passwords/test/vectors.json'), 'utf8'),
) as Readonly<Record<string, readonly string[]>>

/** A hash of the password that a system has made. */
const madeBy = (system: string): string => VECTORS[system]?.[1] ?? ''

interface Exported {
  readonly id: string
  readonly email: string
  readonly verified: boolean
  readonly hash: string
}

/** Rows of a table of users. */
const luciaRows = ['lucia-scrypt', 'lucia-s2', 'oslo-argon2id'].map((name) => ({
  id: name,
  email: `${name}@example.com`,
  password_hash: madeBy(name),
}))

/** Rows of `auth.users`. */
const supabaseRows = ['bcryptjs', 'firebase-supabase', 'oslo-argon2id'].map((name) => ({
  id: `supabase-${name}`,
  email: `Supabase.${name}@example.com`,
  email_confirmed_at: '2025-01-01T00:00:00Z',
  encrypted_password: madeBy(name),
}))

const [passwordHash = '', salt = '', signerKey = '', separator = '', rounds = '', memory = ''] =
  madeBy('firebase-clerk').split('$')

/** What `firebase auth:export` writes. */
const firebaseFile = {
  users: [
    { localId: 'firebase', email: 'fire@example.com', emailVerified: true, passwordHash, salt },
  ],
}

/** What the dashboard of Clerk exports. */
const clerkFile = `id,primary_email_address,verified_email_addresses,password_digest,password_hasher
user_1,bcrypt@example.com,bcrypt@example.com,${madeBy('php-bcrypt')},bcrypt
user_2,firebase@example.com,firebase@example.com,${madeBy('firebase-clerk')},scrypt_firebase
`

const EXPORTS: readonly (readonly Exported[])[] = [
  luciaRows.map(({ id, email, password_hash: hash }) => ({ id, email, verified: true, hash })),
  supabaseRows.map(({ id, email, email_confirmed_at: at, encrypted_password: hash }) => ({
    id,
    email,
    verified: at !== '',
    hash,
  })),
  firebaseFile.users.map((user) => ({
    id: user.localId,
    email: user.email,
    verified: user.emailVerified,
    hash: `$fbscrypt$v=1,n=${memory},r=${rounds},p=1,ss=${separator},sk=${signerKey}$${user.salt}$${user.passwordHash}`,
  })),
  clerkFile
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [id = '', email = '', verified = '', hash = ''] = line.split(',')
      return { id, email, verified: verified.includes(email), hash }
    }),
]

/** The script that the page about moving in shows. */
function scriptOfPage(): string {
  const page = readFileSync(join(ROOT, 'docs/moving-in.md'), 'utf8')
  const [, script] = /```js\n(\/\/ move-in\.mjs[^]*?)```/.exec(page) ?? []
  if (script === undefined) throw new Error('The page has no script.')
  return script
}

const CONFIG = `import { openSqlAdapter } from '@latchstring/adapter-sql'
import { recordTables } from '@latchstring/core/adapters'
import { hashes } from '@latchstring/passwords'
import { accounts } from './features.mjs'

export default {
  adapter: openSqlAdapter(process.env.DATABASE_URL, { sessionControl: true, records: [...recordTables, hashes] }),
  features: [accounts],
  providers: [{ id: 'mail', name: 'Mail', type: 'email', sendVerificationRequest() {} }],
}
`

describe('The script of the page about moving in', () => {
  it('takes over exports of Lucia, Supabase, Firebase and Clerk, and can be run again', async () => {
    const users = EXPORTS.flat()
    const database = await createSqliteDatabase()
    cleanUps.push(() => database.drop())
    const { url } = database
    const sql = openSqlAdapter(url, { sessionControl: true, records: [...recordTables, hashes] })
    cleanUps.push(() => sql.close())
    await sql.migrate()
    const project = await makeProject({
      'move-in.mjs': scriptOfPage(),
      'auth.config.mjs': CONFIG,
      'features.mjs': `import { passwords } from '@latchstring/passwords'\nexport const accounts = passwords()\n`,
      'users.json': JSON.stringify(users),
    })
    cleanUps.push(() => project.remove())
    const { folder } = project
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    const env = { ...process.env, ...ENV, DATABASE_URL: url }
    const move = (): string =>
      execFileSync('node', ['move-in.mjs'], { cwd: folder, env, encoding: 'utf8' })
    move()
    move()
    const app = createApp({
      adapter: sql,
      features: [passwords()],
      providers: [
        { id: 'mail', name: 'Mail', type: 'email', sendVerificationRequest: () => undefined },
      ],
      session: { strategy: 'database' },
    })
    for (const { id, email } of users) {
      const browser = app.openBrowser()
      const csrfToken = await browser.csrf(BASE)
      const form = { csrfToken, callbackUrl: '/', email, password: PASSWORD }
      await browser.submit(`${BASE}/callback/password`, form)
      const session = await readSession(browser)
      expect(session?.user?.email).toBe(email.toLowerCase())
      expect((await sql.getUserByEmail(email.toLowerCase()))?.id).toBe(id)
    }
  })
})
