import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '../../tools/servers/private-server.mjs'

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
  expect(first).toContain('Next.js, TypeScript, npm')
  expect(first).toContain('created  auth.ts')
  expect(existsSync(join(application, 'app/api/auth/[...latchstring]/route.ts'))).toBe(true)
  const installed = readdirSync(join(application, 'node_modules/@latchstring')).toSorted()
  expect(installed).toEqual(['cli', 'client', 'core', 'next', 'react', 'schema', 'testing'])
  expect(existsSync(join(application, 'node_modules/next/package.json'))).toBe(true)
  const before = readFileSync(join(application, 'package.json'), 'utf8')
  const packed = readdirSync(join(application, 'vendor'))
  runReadme()
  expect(readFileSync(join(application, 'package.json'), 'utf8')).toBe(before)
  expect(readdirSync(join(application, 'vendor'))).toEqual(packed)
}, 300_000)

/** What a program of an installed package prints in an application. */
const runIn = (
  cwd: string,
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): string => execFileSync('npx', argv, { cwd, encoding: 'utf8', env: { ...process.env, ...env } })

test('a packed program signs in to the application that was made', () => {
  const command = ['npx', 'next', 'dev', '--port', '0']
  const out = runIn(application, ['@latchstring/cli', 'doctor', '--flows', '--', ...command])
  expect(out).toContain('  ok        sign-out\n')
  expect(out).toContain('Nothing is wrong')
  // The types of its pages are written by the server that was started.
  expect(runIn(application, ['tsc', '--noEmit'])).toBe('')
}, 300_000)

test('pack:app --with hono makes an application to which init has nothing to add by hand, and that signs in', async () => {
  const other = join(folder, 'hono')
  execFileSync('npm', ['run', 'pack:app', other, '--', '--with', 'hono'], { cwd: ROOT })
  const out = runIn(other, ['@latchstring/cli', 'init'])
  expect(out).toContain('Hono, TypeScript, npm')
  expect(out).not.toMatch(/Install:|on npm|^Next:/m)
  expect(runIn(other, ['tsc'])).toBe('')
  const port = String(await findFreePort())
  const env = { PORT: port, AUTH_URL: `http://localhost:${port}` }
  const command = ['@latchstring/cli', 'doctor', '--flows', '--', 'npm', 'run', 'dev']
  expect(runIn(other, command, env)).toContain('Nothing is wrong')
}, 300_000)

test('pack:app makes the example of a framework that has no smaller application, its packages from files', () => {
  const other = join(folder, 'nestjs')
  execFileSync('npm', ['run', 'pack:app', other, '--', '--with', 'nestjs'], { cwd: ROOT })
  const manifest: unknown = JSON.parse(readFileSync(join(other, 'package.json'), 'utf8'))
  const fromFile: unknown = expect.stringMatching(/^file:vendor\//)
  expect(manifest).toMatchObject({
    name: 'nestjs',
    dependencies: { '@latchstring/nestjs': fromFile },
    devDependencies: { '@latchstring/cli': fromFile, '@latchstring/testing': fromFile },
  })
  const out = runIn(other, ['@latchstring/cli', 'init'])
  expect(out).toContain('NestJS, TypeScript, npm')
  expect(out).not.toMatch(/Install:|on npm/)
}, 300_000)
