import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchstring-pack-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Every one of these is refused before anything is installed, compiled or written. */
function refusal(files: Readonly<Record<string, string>>, ...args: readonly string[]): string {
  const application = mkdtempSync(join(folder, 'app-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(application, name), text)
  const given = args.map((arg) => arg.replace('APP', application))
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['tools/release/pack-app.mjs', ...given],
    {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, INIT_CWD: ROOT },
    },
  )
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  return stderr.trim().replaceAll(application, 'APP')
}

test('pack:app without a folder, or with two, asks for the folder of the application', () => {
  expect(refusal({})).toContain('Name the folder of the application')
  expect(refusal({}, 'APP', 'APP')).toContain('npm run pack:app ../my-app')
})

test('pack:app refuses a folder inside the repository, also one that does not exist yet', () => {
  expect(refusal({}, '.')).toContain('is in this repository')
  expect(refusal({}, 'apps/not-there-yet')).toContain('Name a folder outside, such as ../my-app.')
})

test('pack:app refuses a file in place of a folder', () => {
  expect(refusal({ note: '' }, 'APP/note')).toBe(
    'APP/note is a file. Name the folder of the application.',
  )
})

test('pack:app names the packages there are when --with names none of them', () => {
  const text = refusal({}, 'APP', '--with', 'nextjs')
  expect(text).toContain('there is no package "nextjs"')
  expect(text).toMatch(/ adapter-sql,.* next,/)
})

test('pack:app asks for the framework when package.json names none that has a package', () => {
  const text = refusal({ 'package.json': '{"dependencies":{"left-pad":"1"}}' }, 'APP')
  expect(text).toContain(
    'APP/package.json names no framework that has a package. Say which: --with NAME',
  )
  expect(text).toContain('express')
})

test('pack:app refuses a package.json that is not JSON', () => {
  expect(refusal({ 'package.json': '{' }, 'APP')).toBe(
    'APP/package.json is not JSON. Correct it, and run the command again.',
  )
})

test.each([
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'Yarn'],
  ['bun.lock', 'Bun'],
])('pack:app says with %s that only npm can install packed packages', (lock, manager) => {
  expect(refusal({ [lock]: '' }, 'APP')).toContain(`installed with ${manager} (${lock})`)
})
