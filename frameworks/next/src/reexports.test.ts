import { readFile, readdir } from 'node:fs/promises'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

const CORE = new URL('../../../packages/core/src/providers/', import.meta.url)
const HERE = new URL('providers/', import.meta.url)

async function namesIn(folder: URL): Promise<readonly string[]> {
  const files = await readdir(folder)
  return files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts')).toSorted()
}

type Import = () => Promise<object>

async function expectSameValues(here: Import, there: Import): Promise<void> {
  expect({ ...(await here()) }).toEqual({ ...(await there()) })
}

test('@latchstring/next re-exports every provider of the core', async () => {
  const files = await namesIn(HERE)
  expect(files).toEqual(await namesIn(CORE))
  for (const file of files) {
    await expectSameValues(
      () => import(new URL(file, HERE).href),
      () => import(`@latchstring/core/providers/${basename(file, '.ts')}`),
    )
  }
})

test('@latchstring/next/react has every value of the React package', async () => {
  await expectSameValues(
    () => import('./react.ts'),
    () => import('@latchstring/react'),
  )
})

test('@latchstring/next/account has every value of the entry for an account page', async () => {
  await expectSameValues(
    () => import('./account.ts'),
    () => import('@latchstring/react/account'),
  )
})

test('@latchstring/next/jwt has every value of the core entry', async () => {
  await expectSameValues(
    () => import('./jwt.ts'),
    () => import('@latchstring/core/jwt'),
  )
})

test('@latchstring/next/errors has every value of the core entry', async () => {
  await expectSameValues(
    () => import('./errors.ts'),
    () => import('@latchstring/core/errors'),
  )
})

test.each([
  ['in a file for the browser', ['browser', 'import', 'module'], './dist/in-browser.js'],
  ['of Node.js', ['node', 'import'], './dist/index.js'],
  ['at the edge', ['edge-light', 'worker', 'browser', 'import'], './dist/index.js'],
])('the main entry of @latchstring/next %s is its own', async (_, conditions, file) => {
  const manifest = await readFile(new URL('../package.json', import.meta.url), 'utf8')
  // The manifest of this package.
  const { exports } = JSON.parse(manifest) as { exports: { '.': Record<string, string> } }
  const found = Object.entries(exports['.']).find(
    ([name]) => name === 'default' || conditions.includes(name),
  )
  expect(found?.[1]).toBe(file)
})

test('the main entry of @latchstring/next in a file for the browser has no `auth`, and names the entry for the browser', async () => {
  await expect(import('./in-browser.ts')).rejects.toThrow(
    /a file with 'use client' imports it.*`@latchstring\/next\/react`/,
  )
})
