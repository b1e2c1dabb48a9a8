import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../tools/root.mjs'
import { readGuide } from './src/guide-blocks.ts'

/** What pages import from `auth.ts`, whichever page it was copied from. */
const IMPORTED = ['handlers', 'auth', 'signIn', 'signOut']

/** The names that each `auth.ts` for Next.js exports, by page. */
const exported = readdirSync(join(root, 'docs'))
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) => {
    const page = file.slice(0, -'.md'.length)
    return readGuide(page)
      .files.filter(({ path, code }) => path === 'auth.ts' && code.includes("'@latchstring/next'"))
      .map(({ code }): readonly [string, readonly string[]] => {
        const [, names = ''] = /^export const \{([^}]+)\}/m.exec(code) ?? []
        return [page, names.split(',').map((name) => name.trim())]
      })
  })

test('Each auth.ts that a guide shows for Next.js exports what pages of other guides import', () => {
  expect(exported.length).toBeGreaterThan(10)
  const lacking = exported.filter(([, names]) => !IMPORTED.every((name) => names.includes(name)))
  expect(lacking).toEqual([])
})
