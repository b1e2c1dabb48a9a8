import { rm } from 'node:fs/promises'
import { Miniflare } from 'miniflare'
import { makeDatabaseFolder } from '../../../test/kit/src/database-folder.ts'
import type { D1Database, D1Statement } from '../src/d1.ts'

/** Runs what it is sent with the binding that is named. */
const SCRIPT = `export default {
  async fetch(request, env) {
    const { name, batch, statements } = await request.json()
    try {
      const prepared = statements.map(({ sql, values }) => env[name].prepare(sql).bind(...values))
      const answers = batch ? await env[name].batch(prepared) : [await prepared[0].all()]
      return Response.json(answers.map(({ results, meta }) => ({ results, meta })))
    } catch (error) {
      return new Response(String(error?.message ?? error), { status: 500 })
    }
  },
}`

type Answer = Awaited<ReturnType<D1Statement['all']>>

interface Prepared {
  readonly sql: string
  readonly values: readonly unknown[]
}

/** A Worker with databases, which tests reach as a Worker's own code does: a call for a statement, or for a batch. */
export interface D1Worker {
  readonly open: (name: string) => D1Database
  readonly close: () => Promise<void>
}

/**
 * Starts a Worker with databases. Miniflare's own proxy of a binding blocks the thread at every statement, and loses count
 * of its answers on a busy machine.
 */
export function startD1Worker(names: readonly string[]): D1Worker {
  const folder = makeDatabaseFolder()
  const miniflare = new Miniflare({
    modules: true,
    script: SCRIPT,
    compatibilityDate: '2026-04-01',
    d1Databases: [...names],
    d1Persist: folder,
    cf: false,
  })

  async function send(
    name: string,
    statements: readonly Prepared[],
    batch: boolean,
  ): Promise<readonly Answer[]> {
    const body = JSON.stringify({ name, batch, statements })
    const response = await miniflare.dispatchFetch('http://worker/', { method: 'POST', body })
    const text = await response.text()
    if (!response.ok) throw new Error(text)
    // What the script above answers with.
    return JSON.parse(text) as readonly Answer[]
  }

  return {
    open(name) {
      const known = new WeakMap<D1Statement, Prepared>()
      const statement = (prepared: Prepared): D1Statement => {
        const made: D1Statement = {
          bind: (...values) => statement({ ...prepared, values }),
          async all() {
            const [answer] = await send(name, [prepared], false)
            if (!answer) throw new Error('The Worker gave no answer.')
            return answer
          },
        }
        known.set(made, prepared)
        return made
      }
      return {
        prepare: (sql) => statement({ sql, values: [] }),
        batch: (statements) =>
          send(
            name,
            statements.flatMap((one) => known.get(one) ?? []),
            true,
          ),
      }
    },
    async close() {
      await miniflare.dispose()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
