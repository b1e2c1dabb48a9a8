import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, it } from 'vitest'

const PROGRAM = fileURLToPath(new URL('../test/in-node-test.ts', import.meta.url))
// Inside the repository, where packages that are not bundled are found. Git ignores the folder.
const ARTIFACTS = fileURLToPath(new URL('../../../artifacts/', import.meta.url))

let folder: string
let file: string

beforeAll(async () => {
  await mkdir(ARTIFACTS, { recursive: true })
  folder = await mkdtemp(join(ARTIFACTS, 'feature-conformance-'))
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
  return spawnSync(process.execPath, ['--test', '--test-reporter=tap', file], {
    // Without the variables that the test runner sets for its workers.
    env: { ...env, NODE_ENV: 'test' },
    encoding: 'utf8',
  })
}

it('passes for a sound feature with node:test', () => {
  const { status, stdout } = runWithNode()
  expect(stdout).toMatch(/^# fail 0$/m)
  expect(Number(/^# tests (\d+)$/m.exec(stdout)?.[1])).toBeGreaterThan(30)
  expect(status).toBe(0)
})

it('fails for a gate that lets sign-ins by mail pass, with node:test', () => {
  const { status, stdout } = runWithNode({ TRUSTS_MAIL: 'yes' })
  expect(stdout).toMatch(/^\s*not ok \d+ - the gate stops a sign-in by email/m)
  expect(status).toBe(1)
})
