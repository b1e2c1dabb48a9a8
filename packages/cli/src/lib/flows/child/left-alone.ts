/** Packages of databases: nothing of the application's data is read or written. */
const DATABASES = [
  /^@latchstring\/adapter-(?!kit)/,
  /^@(?:next-)?auth\/[\w-]+-adapter(?:\/|$)/,
  /^@?\.?prisma\//,
  /^(?:pg|pg-(?:pool|native|promise)|postgres|mysql2?|mariadb|mssql|tedious|oracledb|mongodb|mongoose|i?oredis|redis)(?:\/|$)/,
  /^(?:better-sqlite3|sqlite3?|libsql|duckdb|lmdb|level|classic-level|lowdb|typeorm|sequelize|knex)(?:\/|$)/,
  /^(?:node|bun):sqlite$/,
  /^@(?:libsql|redis|neondatabase|planetscale|electric-sql|duckdb|supabase|mikro-orm|vercel\/(?:kv|postgres)|upstash\/redis)(?:\/|$)/,
  /^@aws-sdk\/(?:client|lib)-/,
  /^@google-cloud\//,
  /^@azure\//,
  /^firebase(?:-admin)?(?:\/|$)/,
  /^(?:neo4j-driver|surrealdb|faunadb|unstorage)(?:\/|$)/,
]

/** Modules that only a running server or bundler has. */
const SERVER_ONLY = [
  /^next\/(?:headers|navigation|cache|router|after)(?:\.js)?$/,
  /^nitro(?:pack)?(?:\/|$)/,
  /^nuxt\/app$/,
  /^vinxi\//,
  /^astro:(?!env)/,
  /^virtual:/,
  /^#(?:imports|app|build)(?:\/|$)/,
  /^\$app\//,
  /^\$service-worker$/,
  /^cloudflare:/,
]

/** Whether a package, as it is written in an import, is replaced by one that does nothing. */
export const isLeftAlone = (specifier: string): boolean =>
  [...DATABASES, ...SERVER_ONLY].some((pattern) => pattern.test(specifier))

/** Modules that are nothing but a mark for bundlers. */
export const isMark = (specifier: string): boolean =>
  /^(?:server-only|client-only)(?:\/|$)/.test(specifier)

/** Modules in which bundlers put variables of the environment. */
export const isEnvironment = (specifier: string): boolean =>
  /^(?:\$env\/(?:static|dynamic)\/(?:private|public)|astro:env\/(?:server|client))$/.test(specifier)

/** The packages of the library that take a configuration. */
export const isEntry = (specifier: string): boolean =>
  /^@latchstring\/(?:astro\/server|core|core\/framework|elysia|express|fastify|h3(?:\/v1)?|hono|koa|nestjs|next|node|nuxt\/server|qwik|react-router|remix|solid-start(?:\/vinxi)?|sveltekit|tanstack-start)$/.test(
    specifier,
  )

/** A class of the library whose static methods take a configuration. */
export const CONFIGURED_MODULE = 'LatchstringModule'

/** Exports of these packages that take a configuration; what else they have stays as it is. */
export const CONFIGURED: ReadonlySet<string> = new Set([
  'default',
  'createAuth',
  'createFrameworkAuth',
  'defineAuth',
  'latchstring',
  CONFIGURED_MODULE,
])
