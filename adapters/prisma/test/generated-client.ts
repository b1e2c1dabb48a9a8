import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { PrismaClientLike, PrismaDataModel } from '../src/index.ts'

type TestClient = Required<PrismaClientLike> & {
  readonly authConformanceNotes: PrismaDataModel
  $disconnect(): Promise<void>
}

/** A client that is connected. */
export interface Connected {
  readonly client: TestClient
  readonly close: () => Promise<void>
}

/** Makes clients of one generation. */
export interface Generated {
  connect(url: string): Connected
  /** The folder of the client, for tests that compile against it. */
  readonly folder: string
  remove(): Promise<void>
}

interface Pool {
  on(event: 'error', listener: () => void): void
  end(): Promise<void>
}

interface Modules {
  readonly PrismaClient: new (options: {
    readonly adapter: unknown
    readonly omit: object
  }) => TestClient
  readonly PrismaPg: new (pool: Pool) => unknown
  readonly Pool: new (options: { readonly connectionString: string }) => Pool
}

const INSTALLED = fileURLToPath(new URL('./client/', import.meta.url))

/** The first lines of `schema.prisma`, before the models. */
const head = ({ joins, relationMode = 'foreignKeys' }: ClientOptions): string => `generator client {
  provider        = "prisma-client"
  output          = "./generated"
  previewFeatures = [${joins ? '"relationJoins"' : ''}]
}

datasource db {
  provider     = "postgresql"
  relationMode = "${relationMode}"
}

`

async function generate(folder: string): Promise<void> {
  const cli = join(INSTALLED, 'node_modules/prisma/build/index.js')
  const env = {
    ...process.env,
    // Without, the command downloads a program that it then does not need.
    PRISMA_SCHEMA_ENGINE_BINARY: '/usr/bin/true',
    CHECKPOINT_DISABLE: '1',
  }
  await promisify(execFile)(process.execPath, [cli, 'generate', '--schema', 'schema.prisma'], {
    cwd: folder,
    env,
  })
}

async function load(file: string): Promise<object> {
  const module: unknown = await import(/* @vite-ignore */ pathToFileURL(file).href)
  return typeof module === 'object' && module !== null ? module : {}
}

async function importModules(folder: string): Promise<Modules> {
  const require = createRequire(join(INSTALLED, 'package.json'))
  const pg = await load(createRequire(require.resolve('@prisma/adapter-pg')).resolve('pg'))
  const modules: object = {
    ...(await load(join(folder, 'generated/client.ts'))),
    ...(await load(require.resolve('@prisma/adapter-pg'))),
    ...('default' in pg && typeof pg.default === 'object' ? pg.default : pg),
  }
  // What these modules export is not known before they are installed and generated.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return modules as Modules
}

/** What kind of client to generate. */
export interface ClientOptions {
  /** Whether to read relations with a join. */
  readonly joins: boolean
  /** Fields that no query gives. */
  readonly omit?: object
  /** Whether the database or the client keeps relations. Default: the database. */
  readonly relationMode?: 'foreignKeys' | 'prisma'
}

/**
 * Generates a client in a temporary folder, without network.
 *
 * @param models - as in `schema.prisma`
 * @param options - what kind of client
 */
export async function generateClient(models: string, options: ClientOptions): Promise<Generated> {
  if (!existsSync(join(INSTALLED, 'node_modules/prisma'))) {
    throw new Error(
      'Prisma is not installed: "npm test" does it, and so does "npm ci --prefix adapters/prisma/test/client".',
    )
  }
  const folder = await mkdtemp(join(tmpdir(), 'latchstring-prisma-'))
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  try {
    await symlink(join(INSTALLED, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await writeFile(join(folder, 'schema.prisma'), `${head(options)}${models}`)
    await generate(folder)
    const { PrismaClient, PrismaPg, Pool } = await importModules(folder)
    return {
      folder,
      remove,
      connect(url) {
        const pool = new Pool({ connectionString: url })
        // Connections that are still closing when the database is dropped.
        pool.on('error', () => undefined)
        const client = new PrismaClient({ adapter: new PrismaPg(pool), omit: options.omit ?? {} })
        const close = async (): Promise<void> => {
          await client.$disconnect()
          // A pool that was handed over is not the client's to close.
          await pool.end()
        }
        return { client, close }
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}
