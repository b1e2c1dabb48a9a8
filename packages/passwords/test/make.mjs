/**
 * Writes `vectors.json`: hashes of the passwords of `passwords.json` by the libraries and programs that make them.
 *
 * It needs what it is not worth to install for tests: PHP and Python with Django and passlib, and in the folder where it runs
 * `npm install @better-auth/utils lucia oslo firebase-scrypt aspnetcore-identity-password-hasher bcryptjs @node-rs/argon2`.
 *
 *     node …/packages/passwords/test/make.mjs
 */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const here = import.meta.dirname
const require = createRequire(join(process.cwd(), 'make.cjs'))
const passwords = /** @type {readonly string[]} */ (
  JSON.parse(readFileSync(join(here, 'passwords.json'), 'utf8'))
)

/**
 * @param {string} command
 * @param {string} file
 */
function made(command, file) {
  const written = execFileSync(command, [join(here, file)], { encoding: 'utf8', maxBuffer: 1e8 })
  return /** @type {Record<string, string[]>} */ (JSON.parse(written))
}

/** @param {(password: string, index: number) => Promise<string>} hash */
async function each(hash) {
  /** @type {string[]} */
  const all = []
  for (const [index, password] of passwords.entries()) all.push(await hash(password, index))
  return all
}

/** @typedef {(password: string, options?: object | number) => Promise<string>} Hash */
/** @typedef {new (options?: object) => { hash: Hash }} Hasher */
/** @typedef {new (project: object) => { hash(password: string, salt: string): Promise<string> }} Firebase */

/**
 * What the libraries have that is used here.
 *
 * @typedef {object} Libraries
 * @property {Hash} hashPassword of better-auth
 * @property {Hash} hash of the others
 * @property {Hasher} LegacyScrypt
 * @property {Hasher} Scrypt
 * @property {Hasher} Argon2id
 * @property {Firebase} FirebaseScrypt
 */

/**
 * @param {string} name
 * @returns {Promise<Libraries>}
 */
async function library(name) {
  const loaded = /** @type {Libraries & { default?: Libraries }} */ (
    await import(require.resolve(name))
  )
  return loaded.default ?? loaded
}

const betterAuth = await library('@better-auth/utils/password')
const lucia = await library('lucia')
const oslo = await library('oslo/password')
const { FirebaseScrypt } = await library('firebase-scrypt')
const aspNet = await library('aspnetcore-identity-password-hasher')
const bcrypt = await library('bcryptjs')
const argon2 = await library('@node-rs/argon2')

const project = {
  memCost: 14,
  rounds: 8,
  saltSeparator: 'Bw==',
  signerKey: randomBytes(64).toString('base64'),
}
const scrypt = new FirebaseScrypt(project)
const firebase = await each(async (password) => {
  const salt = randomBytes(12).toString('base64')
  return `${salt} ${await scrypt.hash(password, salt)}`
})
/** @param {(salt: string, hash: string) => string} write */
const fromFirebase = (write) =>
  firebase.map((pair) => {
    const [salt = '', hash = ''] = pair.split(' ')
    return write(salt, hash)
  })
const { memCost, rounds, saltSeparator: separator, signerKey } = project

/** @type {Record<string, string[]>} */
const vectors = {
  'better-auth': await each((password) => betterAuth.hashPassword(password)),
  'lucia-s2': await each((password) => new lucia.LegacyScrypt().hash(password)),
  'lucia-scrypt': await each((password) => new lucia.Scrypt().hash(password)),
  oslo: await each((password) => new oslo.Scrypt().hash(password)),
  'oslo-argon2id': await each((password) =>
    new oslo.Argon2id({ memorySize: 64, iterations: 1 }).hash(password),
  ),
  argon2i: await each((password) =>
    argon2.hash(password, { algorithm: 1, memoryCost: 64, timeCost: 2, parallelism: 2 }),
  ),
  argon2d: await each((password) =>
    argon2.hash(password, { algorithm: 0, memoryCost: 64, timeCost: 1 }),
  ),
  bcryptjs: await each((password, index) => bcrypt.hash(password, index === 0 ? 10 : 4)),
  'firebase-supabase': fromFirebase(
    (salt, hash) =>
      `$fbscrypt$v=1,n=${memCost},r=${rounds},p=1,ss=${separator},sk=${signerKey}$${salt}$${hash}`,
  ),
  'firebase-kratos': fromFirebase(
    (salt, hash) =>
      `$firescrypt$ln=${memCost},r=${rounds},p=1$${salt}$${hash}$${separator}$${signerKey}`,
  ),
  'firebase-clerk': fromFirebase(
    (salt, hash) => `${hash}$${salt}$${signerKey}$${separator}$${rounds}$${memCost}`,
  ),
  'aspnet-3': await each((password) => aspNet.hash(password)),
  ...made('/usr/bin/python3', 'make.py'),
  ...made('php', 'make.php'),
}
writeFileSync(join(here, 'vectors.json'), `${JSON.stringify(vectors, null, 1)}\n`)
for (const [name, hashes] of Object.entries(vectors)) {
  console.log(name, hashes.length, hashes[1])
}
