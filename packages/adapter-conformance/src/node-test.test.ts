import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const PROGRAM = fileURLToPath(new URL('../test/in-node-test.ts', import.meta.url))
// Inside the repository, where packages that are not bundled are found. Git ignores the folder.
const ARTIFACTS = fileURLToPath(new URL('../../../artifacts/', import.meta.url))

let folder: string
let file: string

beforeAll(async () => {
  await mkdir(ARTIFACTS, { recursive: true })
  folder = await mkdtemp(join(ARTIFACTS, 'conformance-'))
  file = join(folder, 'conformance.test.mjs')
  const build = await rolldown({
    input: PROGRAM,
    platform: 'node',
    external: /^(?!@latchstring\/)[^#./]/,
    resolve: { conditionNames: ['@latchstring/source', 'node', 'import', 'default'] },
  })
  await build.write({ file, format: 'esm', codeSplitting: false })
  await build.close()
})

afterAll(() => rm(folder, { recursive: true, force: true }))

function runWithNode(env: Readonly<Record<string, string>> = {}) {
  const reports = join(folder, 'reports')
  return spawnSync(process.execPath, ['--test', '--test-reporter=tap', file], {
    // Without the variables that the test runner sets for its workers.
    env: { ...env, CONFORMANCE_REPORTS: reports, NODE_ENV: 'test' },
    encoding: 'utf8',
  })
}

describe('the conformance suite with node:test', () => {
  it('passes for a correct store and writes its report', async () => {
    const { status, stdout } = runWithNode()
    expect(stdout).toMatch(/^# fail 0$/m)
    expect(Number(/^# tests (\d+)$/m.exec(stdout)?.[1])).toBeGreaterThan(100)
    expect(status).toBe(0)
    const report: unknown = JSON.parse(
      await readFile(join(folder, 'reports/memory-in-node-test-memory.json'), 'utf8'),
    )
    expect(report).toMatchObject({
      adapter: 'memory in node:test',
      store: 'memory',
      version: '1',
      capabilities: { transactions: { declared: true, failed: 0 } },
    })
  })

  it('fails for a store that declares fewer capabilities than it has', () => {
    const { status, stdout } = runWithNode({ CONFORMANCE_CLAIM_LESS: 'yes' })
    expect(stdout).toMatch(/^\s*not ok \d+ - does not have transactions$/m)
    expect(status).toBe(1)
  })
})
