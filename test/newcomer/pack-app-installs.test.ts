import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

let folder = ''
let application = ''
let first = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchstring-pack-'))
  application = join(folder, 'my-app')
  first = runReadme()
}, 300_000)
// As many files as the installation wrote.
afterAll(() => rmSync(folder, { recursive: true, force: true }), 600_000)

/** Runs the lines of the README from the one that packs to the one before the server, in a folder beside a clone. */
function runReadme(): string {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const block = /^(npm run pack:app [^`]+?)^npx @latchstring\/cli dev/m.exec(readme)?.[1]
  if (block === undefined) throw new Error('README has no lines from pack:app to dev.')
  const lines = block.replaceAll('../my-app', application)
  return execFileSync('sh', ['-e', '-c', lines], { cwd: ROOT, encoding: 'utf8' })
}

test('the lines of the README make an application of Next.js with a configuration, and run again change nothing', () => {
  expect(first).toContain('npx @latchstring/cli init')
  expect(first).toContain('created  auth.js')
  expect(existsSync(join(application, 'app/api/auth/[...latchstring]/route.js'))).toBe(true)
  const installed = readdirSync(join(application, 'node_modules/@latchstring')).toSorted()
  expect(installed).toEqual(['cli', 'client', 'core', 'next', 'react', 'schema', 'testing'])
  expect(existsSync(join(application, 'node_modules/next/package.json'))).toBe(true)
  const before = readFileSync(join(application, 'package.json'), 'utf8')
  const packed = readdirSync(join(application, 'vendor'))
  runReadme()
  expect(readFileSync(join(application, 'package.json'), 'utf8')).toBe(before)
  expect(readdirSync(join(application, 'vendor'))).toEqual(packed)
}, 300_000)

/** What a packed program prints in an application. */
const runLatchstring = (argv: readonly string[]): string =>
  execFileSync('npx', ['@latchstring/cli', ...argv], { cwd: application, encoding: 'utf8' })

test('a packed program signs in to the application that was made', () => {
  const command = ['npx', 'next', 'dev', '--port', '0']
  const out = runLatchstring(['doctor', '--flows', '--', ...command])
  expect(out).toContain('  ok        sign-out\n')
  expect(out).toContain('Nothing is wrong')
}, 300_000)
