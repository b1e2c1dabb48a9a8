import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { PrismaAdapter } from '@auth/prisma-adapter'
import { PrismaPg } from '@prisma/adapter-pg'
import { CLASS_TABLES, createDatabase, watch } from './postgres.ts'
import type { PublishedAdapter } from './store.ts'

/** What Prisma's migrations would make of the schema: its engine for that is a download, so they stand here. */
const TABLES = `
  create table "User" (
    id text primary key, name text, email text not null unique, "emailVerified" timestamp(3), image text,
    "createdAt" timestamp(3) not null default current_timestamp, "updatedAt" timestamp(3) not null
  );
  create table "Account" (
    "userId" text not null references "User" (id) on delete cascade on update cascade,
    type text not null, provider text not null, "providerAccountId" text not null,
    refresh_token text, access_token text, expires_at integer, token_type text, scope text,
    id_token text, session_state text,
    "createdAt" timestamp(3) not null default current_timestamp, "updatedAt" timestamp(3) not null,
    primary key (provider, "providerAccountId")
  );
  create table "Session" (
    "sessionToken" text not null unique,
    "userId" text not null references "User" (id) on delete cascade on update cascade,
    expires timestamp(3) not null,
    "createdAt" timestamp(3) not null default current_timestamp, "updatedAt" timestamp(3) not null
  );
  create table "VerificationToken" (
    identifier text not null, token text not null, expires timestamp(3) not null,
    primary key (identifier, token)
  );`

/** A client as far as it is used here: its own types are there only once it has been generated. */
interface Client {
  $disconnect(): Promise<void>
}
type ClientClass = new (options: { adapter: PrismaPg }) => Client

const load = createRequire(import.meta.url)

/** Generates the client into the installed package; that is what Prisma's own install script would do. */
function generate(): ClientClass {
  const result = spawnSync(
    process.execPath,
    [load.resolve('prisma/build/index.js'), 'generate', '--schema', 'schema.prisma'],
    {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      encoding: 'utf8',
      // Generating needs no schema engine, and asking for one would be a download.
      env: {
        ...process.env,
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        CHECKPOINT_DISABLE: '1',
      },
    },
  )
  if (result.status !== 0) throw new Error(`Prisma generated no client:\n${result.stderr}`)
  // The package has this class once it has been generated, and no types before.
  return (load('@prisma/client') as { PrismaClient: ClientClass }).PrismaClient
}

export const prisma: PublishedAdapter = {
  name: '@auth/prisma-adapter',
  async open() {
    const PrismaClient = generate()
    const database = await createDatabase(TABLES)
    const client = new PrismaClient({
      adapter: new PrismaPg({ connectionString: database.url }),
    })
    return {
      // With the models of the schema, a generated client is what the adapter takes.
      adapter: PrismaAdapter(client as Parameters<typeof PrismaAdapter>[0]),
      ...watch(database, CLASS_TABLES),
      async close() {
        await client.$disconnect()
        await database.drop()
      },
    }
  },
}
