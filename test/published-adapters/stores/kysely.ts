import { type Database as Schema, KyselyAdapter } from '@auth/kysely-adapter'
import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import { CLASS_TABLES, createDatabase, watch } from './postgres.ts'
import type { PublishedAdapter } from './store.ts'

const TABLES = `
  create table "User" (
    id uuid primary key default gen_random_uuid(), name text, email text unique not null,
    "emailVerified" timestamptz, image text
  );
  create table "Account" (
    id uuid primary key default gen_random_uuid(),
    "userId" uuid not null references "User" (id) on delete cascade,
    type text not null, provider text not null, "providerAccountId" text not null,
    refresh_token text, access_token text, expires_at bigint, token_type text, scope text,
    id_token text, session_state text
  );
  create table "Session" (
    id uuid primary key default gen_random_uuid(),
    "userId" uuid not null references "User" (id) on delete cascade,
    "sessionToken" text not null unique, expires timestamptz not null
  );
  create table "VerificationToken" (
    identifier text not null, token text not null unique, expires timestamptz not null
  );
  create index on "Account" ("userId");
  create index on "Session" ("userId");`

export const kysely: PublishedAdapter = {
  name: '@auth/kysely-adapter',
  async open() {
    const database = await createDatabase(TABLES)
    const pool = new Pool({ connectionString: database.url })
    const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
    return {
      adapter: KyselyAdapter(db),
      ...watch(database, CLASS_TABLES),
      async close() {
        await db.destroy()
        await database.drop()
      },
    }
  },
}
