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

/** What is used of the binding here; its types belong to the platform, whose globals the tests do not have. */
interface Binding {
  prepare(statement: string): {
    run(): Promise<unknown>
    all(): Promise<{ readonly results: readonly Row[] }>
  }
}

export const d1: PublishedAdapter = {
  name: '@auth/d1-adapter',
  async open() {
    const runtime = new Miniflare({
      modules: true,
      script: 'export default { fetch: () => new Response(null) }',
      d1Databases: ['DB'],
    })
    // The binding of the platform, which can do that and more.
    const db = (await runtime.getD1Database('DB')) as unknown as Binding
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
