import { connect } from '../connect.ts'
import type { Connection } from '../connection.ts'
import { readDatabaseUrl } from '../database-url.ts'
import { loadDriver } from '../driver.ts'
import { isObject } from '../values.ts'
import type { Application } from './application.ts'
import { lacksDriver } from './check-packages.ts'
import { readDatabase } from './database.ts'
import type { ConfiguredFeature } from './features.ts'
import { type Finding, broken, note, warning } from './finding.ts'
import { findInstalled } from './packages.ts'

type Hide = (secrets: readonly string[]) => void

/** How passwords are hashed in this process, by the package that the application has. */
async function readMethod(folder: string): Promise<string | undefined> {
  const name = '@latchstring/passwords'
  if ((await findInstalled(name, folder)) === undefined) return undefined
  try {
    const module = await loadDriver(name, `${name}/hashing`, folder)
    const make = isObject(module) ? module['createPasswordHasher'] : undefined
    const hasher: unknown = typeof make === 'function' ? await make() : undefined
    const method = isObject(hasher) ? hasher['method'] : undefined
    return typeof method === 'string' ? method : undefined
  } catch {
    return undefined
  }
}

const HASHING = 'docs/passwords.md#which-hash'

function describeMethod(application: Application, method: string): Finding {
  const what = `With Node.js ${process.version.slice(1)}, passwords are hashed by ${method}.`
  const rest = {
    id: 'password-hash',
    what,
    docs: HASHING,
    ...(application.configured && { file: application.configured.file }),
  }
  return method.startsWith('argon2id')
    ? note({
        ...rest,
        why: 'A process without Argon2 cannot compare these hashes: each has to run with this Node.js and these packages.',
        fix: 'Nothing is wrong, as long as the application runs as here.',
      })
    : warning({
        ...rest,
        why: 'This process has no Argon2id, which costs those more who try stolen hashes out. scrypt is what is left.',
        fix: 'Run: npm install @node-rs/argon2. Or run Node.js 24.7 or newer. New passwords get the new hash; hashes of scrypt are compared as before.',
      })
}

/** Hashes by what compares them: the package, and how they begin. */
const PEERS = [
  {
    name: 'bcrypt',
    install: 'bcryptjs',
    also: '',
    isThere: async (folder: string) => (await findInstalled('bcryptjs', folder)) !== undefined,
    begins: ['$2', 'bcrypt', '$wp$2'],
  },
  {
    name: 'Argon2',
    install: '@node-rs/argon2',
    also: ', or run Node.js 24.7 or newer',
    isThere: async (_folder: string, method: string) => method.startsWith('argon2id'),
    begins: ['$argon2', 'argon2$'],
  },
] as const

async function countHashes(
  { query }: Connection,
  begins: readonly string[],
): Promise<number | undefined> {
  const among = begins.map((text) => `hash like '${text}%'`).join(' or ')
  try {
    const [row] = await query(`select count(*) as found from auth_passwords_hashes where ${among}`)
    return Number(row?.['found'] ?? 0)
  } catch {
    // Where the table is missing, another finding says so.
    return undefined
  }
}

/** Stored hashes that this application cannot compare, for want of a package. Only their number is read. */
async function checkStored(
  application: Application,
  method: string,
  hide: Hide,
): Promise<readonly Finding[]> {
  const { folder } = application
  const there = await Promise.all(PEERS.map(({ isThere }) => isThere(folder, method)))
  const missing = PEERS.filter((_, at) => there[at] !== true)
  const { url = '' } = readDatabase(application) ?? {}
  if (missing.length === 0 || !/^(?:postgres|mysql|mariadb|file:)/.test(url)) return []
  if (await lacksDriver(application)) return []
  hide([url])
  const address = readDatabaseUrl(url)
  hide(address.secrets)
  const connection = await connect(address, { folder, lockTimeout: 5, readOnly: true })
  try {
    const found: Finding[] = []
    for (const { name, install, also, begins } of missing) {
      const number = await countHashes(connection, begins)
      if (!number) continue
      found.push(
        broken({
          id: 'hashes-not-comparable',
          what: `${number.toLocaleString('en')} stored password${number === 1 ? ' is a hash' : 's are hashes'} of ${name}, and ${install} is not installed.`,
          why: 'Their users are answered that the password is wrong; the log says why.',
          fix: `Run: npm install ${install}${also}. Each hash is replaced at the first sign-in with it.`,
          docs: HASHING,
        }),
      )
    }
    return found
  } finally {
    await connection.close().catch(() => undefined)
  }
}

/**
 * How passwords are hashed, and stored hashes that cannot be compared.
 *
 * @param hide - takes what is secret in the address of the database out of all output
 */
export async function checkHashes(
  application: Application,
  features: readonly ConfiguredFeature[],
  hide: Hide,
): Promise<readonly Finding[]> {
  if (!features.some(({ package: { id } }) => id === 'passwords')) return []
  const method = await readMethod(application.folder)
  if (method === undefined) return []
  // A database that cannot be used is a finding of its tables.
  const stored = await checkStored(application, method, hide).catch(() => [])
  return [...stored, describeMethod(application, method)]
}
