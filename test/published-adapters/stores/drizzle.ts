import { DrizzleAdapter } from '@auth/drizzle-adapter'
import { drizzle as connect } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import { createDatabase, type Database, watch } from './postgres.ts'
import type { OpenStore, PublishedAdapter } from './store.ts'

/** The tables that the adapter expects when it is given none. */
const TABLES = `
  create table "user" (
    id text primary key, name text, email text unique, "emailVerified" timestamp, image text
  );
  create table account (
    "userId" text not null references "user" (id) on delete cascade,
    type text not null, provider text not null, "providerAccountId" text not null,
    refresh_token text, access_token text, expires_at integer, token_type text, scope text,
    id_token text, session_state text, primary key (provider, "providerAccountId")
  );
  create table session (
    "sessionToken" text primary key, "userId" text not null references "user" (id) on delete cascade,
    expires timestamp not null
  );
  create table "verificationToken" (
    identifier text not null, token text not null, expires timestamp not null,
    primary key (identifier, token)
  );
  create table authenticator (
    "credentialID" text not null unique, "userId" text not null references "user" (id) on delete cascade,
    "providerAccountId" text not null, "credentialPublicKey" text not null, counter integer not null,
    "credentialDeviceType" text not null, "credentialBackedUp" boolean not null, transports text,
    primary key ("userId", "credentialID")
  );`

/** A database with the tables of the adapter. */
export const createDrizzleDatabase = (): Promise<Database> => createDatabase(TABLES)

/** Opens the adapter over a database that has its tables. */
export function openDrizzle(database: Database): OpenStore {
  const pool = new Pool({ connectionString: database.url })
  return {
    adapter: DrizzleAdapter(connect(pool)),
    ...watch(database, {
      users: '"user"',
      accounts: 'account',
      sessions: 'session',
      tokens: '"verificationToken"',
    }),
    async close() {
      await pool.end()
      await database.drop()
    },
  }
}

export const drizzle: PublishedAdapter = {
  name: '@auth/drizzle-adapter',
  open: async () => openDrizzle(await createDrizzleDatabase()),
}
