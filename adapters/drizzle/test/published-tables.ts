import {
  boolean as mysqlBoolean,
  int,
  mysqlTable,
  primaryKey as mysqlPrimaryKey,
  datetime as mysqlDatetime,
  varchar,
  text as mysqlText,
  bigint as mysqlBigint,
} from 'drizzle-orm/mysql-core'
import { bigint, boolean, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import {
  integer as sqliteInteger,
  primaryKey as sqlitePrimaryKey,
  sqliteTable,
  text as sqliteText,
} from 'drizzle-orm/sqlite-core'

// The tables of applications that come from the adapter for next-auth: ids are made by the tables, addresses are unique
// as they are written, and nothing holds what has no column. Its `integer` is wider here, and its
// `timestamp` of MySQL a `datetime`, because they end in 2038.

const pgUsers = pgTable('user', {
  id: text('id')
    .primaryKey()
    .$defaultFn(() => crypto.randomUUID()),
  name: text('name'),
  email: text('email').unique(),
  emailVerified: timestamp('emailVerified', { mode: 'date' }),
  image: text('image'),
})

const pgUserId = () =>
  text('userId')
    .notNull()
    .references(() => pgUsers.id, { onDelete: 'cascade' })

const postgres = {
  users: pgUsers,
  accounts: pgTable(
    'account',
    {
      userId: pgUserId(),
      type: text('type').notNull(),
      provider: text('provider').notNull(),
      providerAccountId: text('providerAccountId').notNull(),
      refresh_token: text('refresh_token'),
      access_token: text('access_token'),
      expires_at: bigint('expires_at', { mode: 'number' }),
      token_type: text('token_type'),
      scope: text('scope'),
      id_token: text('id_token'),
      session_state: text('session_state'),
    },
    (account) => [primaryKey({ columns: [account.provider, account.providerAccountId] })],
  ),
  sessions: pgTable('session', {
    sessionToken: text('sessionToken').primaryKey(),
    userId: pgUserId(),
    expires: timestamp('expires', { mode: 'date' }).notNull(),
  }),
  verificationTokens: pgTable(
    'verificationToken',
    {
      identifier: text('identifier').notNull(),
      token: text('token').notNull(),
      expires: timestamp('expires', { mode: 'date' }).notNull(),
    },
    (token) => [primaryKey({ columns: [token.identifier, token.token] })],
  ),
  authenticators: pgTable(
    'authenticator',
    {
      credentialID: text('credentialID').notNull().unique(),
      userId: pgUserId(),
      providerAccountId: text('providerAccountId').notNull(),
      credentialPublicKey: text('credentialPublicKey').notNull(),
      counter: bigint('counter', { mode: 'number' }).notNull(),
      credentialDeviceType: text('credentialDeviceType').notNull(),
      credentialBackedUp: boolean('credentialBackedUp').notNull(),
      transports: text('transports'),
    },
    (one) => [primaryKey({ columns: [one.userId, one.credentialID] })],
  ),
}

const mysqlKey = (name: string) => varchar(name, { length: 255 })

const mysqlUsers = mysqlTable('user', {
  id: mysqlKey('id')
    .primaryKey()
    .$defaultFn(() => crypto.randomUUID()),
  name: mysqlText('name'),
  email: mysqlKey('email').unique(),
  emailVerified: mysqlDatetime('emailVerified', { mode: 'date', fsp: 3 }),
  image: mysqlText('image'),
})

const mysqlUserId = () =>
  mysqlKey('userId')
    .notNull()
    .references(() => mysqlUsers.id, { onDelete: 'cascade' })

const mysql = {
  users: mysqlUsers,
  accounts: mysqlTable(
    'account',
    {
      userId: mysqlUserId(),
      type: mysqlKey('type').notNull(),
      provider: mysqlKey('provider').notNull(),
      providerAccountId: mysqlKey('providerAccountId').notNull(),
      refresh_token: mysqlText('refresh_token'),
      access_token: mysqlText('access_token'),
      expires_at: mysqlBigint('expires_at', { mode: 'number' }),
      token_type: mysqlKey('token_type'),
      scope: mysqlText('scope'),
      id_token: mysqlText('id_token'),
      session_state: mysqlKey('session_state'),
    },
    (account) => [mysqlPrimaryKey({ columns: [account.provider, account.providerAccountId] })],
  ),
  sessions: mysqlTable('session', {
    sessionToken: mysqlKey('sessionToken').primaryKey(),
    userId: mysqlUserId(),
    expires: mysqlDatetime('expires', { mode: 'date' }).notNull(),
  }),
  verificationTokens: mysqlTable(
    'verificationToken',
    {
      identifier: mysqlKey('identifier').notNull(),
      token: mysqlKey('token').notNull(),
      expires: mysqlDatetime('expires', { mode: 'date' }).notNull(),
    },
    (token) => [mysqlPrimaryKey({ columns: [token.identifier, token.token] })],
  ),
  authenticators: mysqlTable(
    'authenticator',
    {
      credentialID: mysqlKey('credentialID').notNull().unique(),
      userId: mysqlUserId(),
      providerAccountId: mysqlKey('providerAccountId').notNull(),
      credentialPublicKey: mysqlKey('credentialPublicKey').notNull(),
      counter: int('counter', { unsigned: true }).notNull(),
      credentialDeviceType: mysqlKey('credentialDeviceType').notNull(),
      credentialBackedUp: mysqlBoolean('credentialBackedUp').notNull(),
      transports: mysqlKey('transports'),
    },
    (one) => [mysqlPrimaryKey({ columns: [one.userId, one.credentialID] })],
  ),
}

const sqliteUsers = sqliteTable('user', {
  id: sqliteText('id')
    .primaryKey()
    .$defaultFn(() => crypto.randomUUID()),
  name: sqliteText('name'),
  email: sqliteText('email').unique(),
  emailVerified: sqliteInteger('emailVerified', { mode: 'timestamp_ms' }),
  image: sqliteText('image'),
})

const sqliteUserId = () =>
  sqliteText('userId')
    .notNull()
    .references(() => sqliteUsers.id, { onDelete: 'cascade' })

const sqlite = {
  users: sqliteUsers,
  accounts: sqliteTable(
    'account',
    {
      userId: sqliteUserId(),
      type: sqliteText('type').notNull(),
      provider: sqliteText('provider').notNull(),
      providerAccountId: sqliteText('providerAccountId').notNull(),
      refresh_token: sqliteText('refresh_token'),
      access_token: sqliteText('access_token'),
      expires_at: sqliteInteger('expires_at'),
      token_type: sqliteText('token_type'),
      scope: sqliteText('scope'),
      id_token: sqliteText('id_token'),
      session_state: sqliteText('session_state'),
    },
    (account) => [sqlitePrimaryKey({ columns: [account.provider, account.providerAccountId] })],
  ),
  sessions: sqliteTable('session', {
    sessionToken: sqliteText('sessionToken').primaryKey(),
    userId: sqliteUserId(),
    expires: sqliteInteger('expires', { mode: 'timestamp_ms' }).notNull(),
  }),
  verificationTokens: sqliteTable(
    'verificationToken',
    {
      identifier: sqliteText('identifier').notNull(),
      token: sqliteText('token').notNull(),
      expires: sqliteInteger('expires', { mode: 'timestamp_ms' }).notNull(),
    },
    (token) => [sqlitePrimaryKey({ columns: [token.identifier, token.token] })],
  ),
  authenticators: sqliteTable(
    'authenticator',
    {
      credentialID: sqliteText('credentialID').notNull().unique(),
      userId: sqliteUserId(),
      providerAccountId: sqliteText('providerAccountId').notNull(),
      credentialPublicKey: sqliteText('credentialPublicKey').notNull(),
      counter: sqliteInteger('counter').notNull(),
      credentialDeviceType: sqliteText('credentialDeviceType').notNull(),
      credentialBackedUp: sqliteInteger('credentialBackedUp', { mode: 'boolean' }).notNull(),
      transports: sqliteText('transports'),
    },
    (one) => [sqlitePrimaryKey({ columns: [one.userId, one.credentialID] })],
  ),
}

/** The tables as Drizzle has them. */
export const PUBLISHED_TABLES = { postgres, mysql, sqlite } as const
