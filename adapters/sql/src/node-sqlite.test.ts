import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { openSqlAdapter } from './index.ts'

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

const present = process.getBuiltinModule('node:sqlite') !== undefined

/** This Node where it has node:sqlite, and otherwise the one that is installed for these tests. */
function nodeWithSqlite(): string {
  if (present) return process.execPath
  const found = path('../test/node-24/node_modules/node/bin/node')
  if (existsSync(found)) return found
  throw new Error(
    'These tests need a Node with node:sqlite. "npm test" installs one; "npm ci" in ' +
      'adapters/sql/test/node-24 does the same.',
  )
}

describe('openSqlAdapter with node:sqlite', () => {
  it(
    'passes the conformance suite on a Node.js version that has it',
    { timeout: 180_000 },
    async () => {
      const { stdout } = await promisify(execFile)(
        nodeWithSqlite(),
        [
          '--conditions=@latchstring/source',
          '--test',
          '--test-reporter=tap',
          path('../test/node-sqlite-conformance.ts'),
        ],
        { env: { ...process.env, NODE_OPTIONS: '' }, maxBuffer: 2 ** 26 },
      ).catch((error: unknown) => {
        const output: unknown = error instanceof Error ? Reflect.get(error, 'stdout') : ''
        throw new Error(`The suite failed:\n${String(output)}`, { cause: error })
      })
      const count = (of: string): number =>
        Number(new RegExp(`^# ${of} (\\d+)$`, 'm').exec(stdout)?.[1])
      expect(count('pass')).toBeGreaterThan(250)
      expect(count('fail')).toBe(0)
      expect(count('skipped')).toBe(0)
    },
  )

  it.runIf(!present)('throws an error with the fix on a Node.js version without it', async () => {
    const adapter = openSqlAdapter(':memory:', { driver: 'node:sqlite' })
    await expect(adapter.getUser('x')).rejects.toThrow(
      /^node:sqlite is not part of Node [\d.]+\. It needs Node 22\.13 or newer.*@libsql\/client/,
    )
  })

  it('refuses URLs of other databases', () => {
    const url = 'postgres://ada:hunter2@localhost/app'
    expect(() => openSqlAdapter(url, { driver: 'node:sqlite' })).toThrow(
      /^The driver node:sqlite cannot open the database URL postgres:\./,
    )
  })
})
