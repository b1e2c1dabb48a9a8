import PostgresAdapter from '@auth/pg-adapter'
import { Pool } from 'pg'
import { createDatabase, type Database, watch } from './postgres.ts'
import type { OpenStore, PublishedAdapter } from './store.ts'

/** Columns and keys as the documentation of the adapter has them: numbers for ids, and nothing unique but those. */
const TABLES = `
  create table users (
    id serial primary key, name varchar(255), email varchar(255), "emailVerified" timestamptz, image text
  );
  create table accounts (
    id serial primary key, "userId" integer not null, type varchar(255) not null,
    provider varchar(255) not null, "providerAccountId" varchar(255) not null,
    refresh_token text, access_token text, expires_at bigint, id_token text, scope text,
    session_state text, token_type text
  );
  create table sessions (
    id serial primary key, "userId" integer not null, expires timestamptz not null,
    "sessionToken" varchar(255) not null
  );
  create table verification_token (
    identifier text not null, expires timestamptz not null, token text not null,
    primary key (identifier, token)
  );`

/** Opens the adapter over a database that has its tables. */
export function openPg(database: Database): OpenStore {
  const pool = new Pool({ connectionString: database.url, max: 10 })
  return {
    adapter: PostgresAdapter(pool),
    ...watch(database, {
      users: 'users',
      accounts: 'accounts',
      sessions: 'sessions',
      tokens: 'verification_token',
    }),
    async close() {
      await pool.end()
      await database.drop()
    },
  }
}

/** A database with the tables of the adapter. */
export const createPgDatabase = (): Promise<Database> => createDatabase(TABLES)

export const pg: PublishedAdapter = {
  name: '@auth/pg-adapter',
  open: async () => openPg(await createPgDatabase()),
}
