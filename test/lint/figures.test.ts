import { expect, test } from 'vitest'
import { figures } from '../../tools/check/figures.mjs'

/** What the figure whose title has a part finds in planted files. */
const found = (part: string, files: Readonly<Record<string, string>>): readonly string[] =>
  figures(new Map(Object.entries(files))).find(({ title }) => title.includes(part))?.found ?? []

const FILE = 'packages/core/src/lib/planted.ts'

test('The figure of idioms counts lines of the core with its words, and none of tests or other packages', () => {
  const text = '// Whoever has it.\n// It was told.\nconst nobodyElse = 1\n'
  const files = {
    [FILE]: text,
    'packages/core/src/lib/planted.test.ts': text,
    'packages/cli/src/lib/planted.ts': text,
  }
  expect(found('Lines of the core', files)).toEqual([
    `${FILE}:1 // Whoever has it.`,
    `${FILE}:2 // It was told.`,
  ])
})

test('The figure of shared lines counts a pair of places once, and no imports, comments and brackets', () => {
  const lines = (name: string): string =>
    Array.from({ length: 8 }, (_, at) => `  ${name}Number${at}()`).join('\n')
  const imports = Array.from({ length: 8 }, (_, at) => `import './number${at}.ts'`).join('\n')
  const files = {
    'packages/core/src/lib/one.ts': `${imports}\n\n{\n${lines('same')}\n}\n${lines('one')}`,
    'packages/core/src/lib/other.ts': `${imports}\n${lines('other')}\n${lines('same')}`,
    'examples/express/copy.ts': lines('same'),
  }
  expect(found('share six lines', files)).toEqual([
    'packages/core/src/lib/one.ts:11 and packages/core/src/lib/other.ts:17',
  ])
})

test('The figure of shared functions counts each definition after the first', () => {
  const text = 'export function isObject(value: unknown): value is object {'
  expect(found('Second definitions', { 'a.ts': text })).toEqual([])
  expect(found('Second definitions', { 'a.ts': text, 'b.ts': text })).toEqual(['b.ts:1 isObject'])
})

test('The figure of import cycles follows imports of types', () => {
  const files = { 'a/a.ts': "import type { B } from './b.ts'", 'a/b.ts': "import './c.ts'" }
  expect(found('cycles', { ...files, 'a/c.ts': '' })).toEqual([])
  expect(found('cycles', { ...files, 'a/c.ts': "export type { A } from './a.ts'" })).toEqual([
    'a/a.ts, a/b.ts, a/c.ts',
  ])
})

test('The figure of long files counts the lines of code that is not a test', () => {
  const long = '\n'.repeat(300) + 'end\n'
  expect(found('300 lines', { [FILE]: long, 'test/flows/long.test.ts': long })).toEqual([
    `${FILE} (301)`,
  ])
})

test('The figure of error classes reports one that is neither thrown nor extended', () => {
  const rows = "{\n  Base: {\n  },\n  Thrown: { extends: 'Base' },\n  Idle: {\n  },\n}"
  const path = 'packages/core/src/lib/errors/planted-errors.ts'
  expect(found('nothing throws', { [path]: rows, [FILE]: "throw new Thrown('x')" })).toEqual([
    `${path} Idle`,
  ])
})

test('The figure of API reports counts each after the first of its package', () => {
  const files = { 'packages/a/etc/a.api.md': '', 'packages/b/etc/b.api.md': '' }
  expect(found('API reports', files)).toEqual([])
  expect(found('API reports', { ...files, 'packages/b/etc/b.c.api.md': '' })).toEqual([
    'packages/b/etc/b.c.api.md',
  ])
})

test('The figure of generated pages has the bytes of each page that a command writes', () => {
  const pages = {
    'docs/a.md': '<!-- Written by `node tools/a.mjs`. -->',
    'docs/b.md': 'This page is\nwritten by that run.',
    'docs/c.md': 'Written by hand.',
    'README.md': '<!-- Written by `npm run c`. -->',
  }
  expect(found('Bytes of pages', pages)).toEqual(['docs/a.md (39)', 'docs/b.md (33)'])
})

test('The figure of retries finds them in a configuration and in a test', () => {
  expect(found('Retries', { 'vitest.config.ts': 'retry: 2', 'a.test.ts': '{ retry: 1 }' })).toEqual(
    ['vitest.config.ts:1 retry: 2', 'a.test.ts:1 retry: 1'],
  )
  expect(found('Retries', { 'test/e2e/playwright.config.ts': 'retries: 0' })).toEqual([])
})

test('The figure of commands finds each that fetches a package of a name which the repository does not own (PKG-01)', () => {
  const ours = {
    'packages/cli/package.json': '',
    'adapters/sql/package.json': '',
    'README.md':
      'Run `npx @latchstring/cli dev`, `npm i -D @latchstring/adapter-sql@1 pg` or `npm install ./vendor/latchstring-*.tgz`.',
    'docs/a.md': '`pnpm exec latchstring dev` runs the installed program.',
  }
  expect(found('not ours', ours)).toEqual([])
  const others = {
    'docs/b.md': '\nnpx latchstring migrate --apply',
    'docs/c.md': 'npm create latchstring',
    [FILE]: "throw new Error('npm install pg @latchstring/adapter-pg')",
  }
  expect(found('not ours', { ...ours, ...others })).toEqual([
    'docs/b.md:2 npx latchstring migrate --apply',
    'docs/c.md:1 npm create latchstring',
    `${FILE}:1 npm install pg @latchstring/adapter-pg`,
  ])
})
