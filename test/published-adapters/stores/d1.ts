import { D1Adapter } from '@auth/d1-adapter'
import { Miniflare } from 'miniflare'
import { type PublishedAdapter, type Row, versionOf } from './store.ts'

/** Columns and keys of the migration that comes with the adapter. */
const TABLES = [
  `create table accounts (
    id text primary key not null, userId text not null, type text not null, provider text not null,
    providerAccountId text not null, refresh_token text, access_token text, expires_at number,
    token_type text, scope text, id_token text, session_state text, oauth_token_secret text,
    oauth_token text
  )`,
  `create table sessions (
    id text not null, sessionToken text primary key not null, userId text not null, expires datetime not null
  )`,
  `create table users (
    id text primary key not null, name text, email text, emailVerified datetime, image text
  )`,
  `create table verification_tokens (
    identifier text not null, token text primary key not null, expires datetime not null
  )`,
]

/** Runs the statement that it is sent. */
const SCRIPT = `export default {
  async fetch(request, env) {
    const { sql, values } = await request.json()
    try {
      return Response.json(await env.DB.prepare(sql).bind(...values).all())
    } catch (error) {
      return new Response(String(error?.message ?? error), { status: 500 })
    }
  },
}`

/** What `all()` of a statement gives, and `run()` as well. */
interface Result {
  readonly success: boolean
  readonly results: readonly Row[]
}

/** A statement of D1, as far as the adapter uses one. Its types belong to the platform, whose globals the tests do not have. */
interface Statement {
  bind(...values: readonly unknown[]): Statement
  all(): Promise<Result>
  run(): Promise<Result>
  first(): Promise<Row | null>
}

interface Binding {
  prepare(sql: string): Statement
}

/**
 * The binding as code of the Worker has it. Miniflare's own proxy of a binding blocks the thread at every call, and loses count of
 * its answers on a busy machine.
 */
function openBinding(runtime: Miniflare): Binding {
  async function send(sql: string, values: readonly unknown[]): Promise<Result> {
    const body = JSON.stringify({ sql, values })
    const response = await runtime.dispatchFetch('http://worker/', { method: 'POST', body })
    const text = await response.text()
    if (!response.ok) throw new Error(text)
    // What the script above answers with.
    return JSON.parse(text) as Result
  }

  const statement = (sql: string, values: readonly unknown[]): Statement => ({
    bind: (...bound) => statement(sql, bound),
    all: () => send(sql, values),
    run: () => send(sql, values),
    first: async () => (await send(sql, values)).results[0] ?? null,
  })
  return { prepare: (sql) => statement(sql, []) }
}

export const d1: PublishedAdapter = {
  name: '@auth/d1-adapter',
  async open() {
    const runtime = new Miniflare({
      modules: true,
      script: SCRIPT,
      d1Databases: ['DB'],
      cf: false,
    })
    const db = openBinding(runtime)
    for (const statement of TABLES) await db.prepare(statement).run()
    const all = async (table: string): Promise<readonly Row[]> =>
      (await db.prepare(`select * from ${table}`).all()).results
    return {
      adapter: D1Adapter(db),
      look: async () => ({
        users: await all('users'),
        accounts: await all('accounts'),
        sessions: await all('sessions'),
        tokens: await all('verification_tokens'),
      }),
      async clear() {
        for (const table of ['users', 'accounts', 'sessions', 'verification_tokens']) {
          await db.prepare(`delete from ${table}`).run()
        }
      },
      version: () => Promise.resolve(`D1 of Miniflare ${versionOf('miniflare')}`),
      close: () => runtime.dispose(),
    }
  },
}
