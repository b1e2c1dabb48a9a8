import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuth, type AuthConfig } from '@latchstring/core'
import { BASE, ENV } from '@latchstring/test-kit/app'
import { passwords } from '@latchstring/test-kit/people'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'latchstring-versions-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(root, { recursive: true, force: true })
})

function writeManifest(folder: string, manifest: object | string): void {
  mkdirSync(join(root, folder), { recursive: true })
  const text = typeof manifest === 'string' ? manifest : JSON.stringify(manifest)
  writeFileSync(join(root, folder, 'package.json'), text)
}

/** What an application that starts in a folder warns of versions, in some requests. */
async function warnings(folder: string, source: 'an object' | 'a function'): Promise<string[]> {
  vi.spyOn(process, 'cwd').mockReturnValue(join(root, folder))
  const said: string[] = []
  let isRead = false
  const make = (): AuthConfig => ({
    providers: [passwords()],
    logger: {
      warn: (code, detail = '') => void (code === 'bypassed-version' && said.push(detail)),
      debug: (message) => void (isRead ||= message.includes('versions')),
      error: () => undefined,
    },
  })
  const auth = createAuth(source === 'an object' ? make() : make, { env: ENV })
  for (let count = 0; count < 3; count += 1) {
    expect((await auth.handle(new Request(`${BASE}/providers`))).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  expect(isRead).toBe(false)
  return said
}

test.each(['an object', 'a function'] as const)(
  'HST-08 an application whose framework has a published advisory says so once at the start, with the first versions without it, when its configuration is %s',
  async (source) => {
    writeManifest('.', { dependencies: { next: '^15.0.0' }, devDependencies: { hono: '4.13.0' } })
    writeManifest('node_modules/next', { version: '15.2.2' })
    writeManifest('node_modules/hono', { version: '4.13.0' })
    const said = await warnings('.', source)
    expect(said).toHaveLength(1)
    expect(said[0]).toContain('next 15.2.2,')
    expect(said[0]).toContain('Fixed in 15.5.18, 16.2.6.')
  },
)

test('HST-08 a version is found above the folder of the application, and one of the development dependencies counts', async () => {
  writeManifest('apps/site', { devDependencies: { nuxt: '4.4.5', astro: '*', hono: '*' } })
  writeManifest('node_modules/nuxt', { version: '4.4.5' })
  writeManifest('node_modules/astro', { version: '5.18.2' })
  writeManifest('apps/site/node_modules/hono', { version: '4.13.0' })
  writeManifest('node_modules/hono', { version: '4.0.0' })
  const said = await warnings('apps/site', 'an object')
  expect(said).toHaveLength(1)
  expect(said[0]).toContain('nuxt 4.4.5,')
})

test('HST-08 every version that a package of this project does not accept as a peer for its guards is named, and the first that it accepts is not', async () => {
  const peers = ['next', 'astro', 'nuxt', 'hono', 'react-router'].map((name) => {
    const manifest: unknown = JSON.parse(
      readFileSync(new URL(`../../frameworks/${name}/package.json`, import.meta.url), 'utf8'),
    )
    // Each manifest here has them.
    const found = (manifest as { peerDependencies: Record<string, string> }).peerDependencies[name]
    return [name, found?.match(/\d+\.\d+\.\d+/g) ?? []] as const
  })
  writeManifest('.', { dependencies: Object.fromEntries(peers) })
  for (const [name, [first = '']] of peers) {
    const before = first
      .replace(/\.\d+$/, '.0')
      .replace(/^(\d+)\.(\d+)/, (_, major, minor) => `${major}.${Number(minor) - 1}`)
    writeManifest(`node_modules/${name}`, { version: before })
  }
  expect(await warnings('.', 'an object')).toHaveLength(peers.length)
  for (const accepted of [0, -1]) {
    for (const [name, versions] of peers) {
      writeManifest(`node_modules/${name}`, { version: versions.at(accepted) })
    }
    expect(await warnings('.', 'an object')).toEqual([])
  }
})

test('Deno is not asked for files, as it would ask the person at the terminal', async () => {
  vi.stubGlobal('Deno', {})
  writeManifest('.', { dependencies: { hono: '4.13.0' } })
  writeManifest('node_modules/hono', { version: '4.0.0' })
  const read = vi.spyOn(process, 'getBuiltinModule')
  expect(await warnings('.', 'an object')).toEqual([])
  expect(read).not.toHaveBeenCalledWith('node:fs/promises')
})

test('a folder that is gone is no reason to say anything', async () => {
  vi.spyOn(process, 'cwd').mockImplementation(() => {
    throw new Error('ENOENT: uv_cwd')
  })
  const auth = createAuth({ providers: [passwords()] }, { env: ENV })
  expect((await auth.handle(new Request(`${BASE}/providers`))).status).toBe(200)
})

test('HST-08 a framework that is installed for something else is not named', async () => {
  writeManifest('.', { dependencies: { express: '5.0.0' } })
  writeManifest('node_modules/next', { version: '15.2.2' })
  expect(await warnings('.', 'an object')).toEqual([])
})

test.each([
  ['without package.json', undefined],
  ['whose package.json is damaged', '{'],
  ['whose package.json is a list', '[]'],
  ['whose dependencies are a text', { dependencies: 'next' }],
  ['with a framework that is not there', { dependencies: { next: '15.2.2', hono: 1 } }],
])('a folder %s is no reason to say anything', async (_name, manifest) => {
  if (manifest !== undefined) writeManifest('.', manifest)
  writeManifest('node_modules/hono', { version: 4 })
  expect(await warnings('.', 'an object')).toEqual([])
})
