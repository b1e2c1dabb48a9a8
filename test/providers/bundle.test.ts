import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { afterAll, describe, expect, test } from 'vitest'
import { writePart } from './src/results.ts'

const CORE = fileURLToPath(new URL('../../packages/core/src/', import.meta.url))
const ids = readdirSync(`${CORE}providers`)
  .filter((name) => !name.endsWith('.test.ts'))
  .map((name) => name.replace(/\.ts$/, ''))

/** What a provider may share with others. */
const SHARED =
  /^lib\/(?:types|provider-kit)\/|^lib\/kit\/(?:account-id|hexadecimal|values|verified)\.ts$/

/** What a mail is made of, beside: its colours and its texts, and what loads the program that sends it. */
const OF_MAILS =
  /^lib\/(?:pages\/(?:texts\/[\w-]+|colour|duration|html|language|name)|kit\/lazy)\.ts$/

interface Bundle {
  /** Files of the core, from its folder of sources. */
  readonly modules: readonly string[]
  readonly code: string
}

/** What an application gets that imports one provider; packages from npm are left out. */
async function bundle(id: string): Promise<Bundle> {
  const build = await rolldown({
    input: `@latchstring/core/providers/${id}`,
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    platform: 'neutral',
    resolve: { conditionNames: ['@latchstring/source', 'import', 'default'] },
    external: (name) => !name.startsWith('@latchstring/') && !/^[./]/.test(name),
  })
  const { output } = await build.generate({ format: 'es', minify: true })
  await build.close()
  const chunks = output.filter((file) => file.type === 'chunk')
  return {
    modules: chunks.flatMap(({ moduleIds }) => moduleIds).map((path) => path.replace(CORE, '')),
    code: chunks.map(({ code }) => code).join('\n'),
  }
}

const sizes: Record<string, { readonly minified: number; readonly gzip: number }> = {}

describe.each(ids)('An application that imports %s', (id) => {
  test('bundles no other provider, and nothing else of the core', async () => {
    const { modules, code } = await bundle(id)
    sizes[id] = { minified: Buffer.byteLength(code), gzip: gzipSync(code).byteLength }
    const own = `providers/${id}.ts`
    expect(modules).toContain(own)
    const mails = modules.some((path) => path.startsWith('lib/provider-kit/mail/'))
    const admitted = (path: string): boolean => SHARED.test(path) || (mails && OF_MAILS.test(path))
    expect(modules.filter((path) => path !== own && !admitted(path))).toEqual([])
  })
})

afterAll(() => {
  if (Object.keys(sizes).length === ids.length) writePart('sizes', sizes)
})
