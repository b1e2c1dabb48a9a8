import { expect, test } from 'vitest'
import { figures } from '../../tools/check/figures.mjs'

/** What the figure whose title has a part finds in planted files. */
const found = (part: string, files: Readonly<Record<string, string>>): readonly string[] =>
  figures(new Map(Object.entries(files))).find(({ title }) => title.includes(part))?.found ?? []

const FILE = 'packages/core/src/lib/planted.ts'

test.each([
  ['is no X', '// What is no address is refused.'],
  ['is no X', '// Those are no addresses.'],
  ['whoever has it', '/** Whoever has it signs in. */'],
  ['came back', "test('is who came back')"],
  ['came from', '// The request came from elsewhere.'],
  ['stands there', '`The parameter stands there twice.`'],
  ['stands in', "'The secret stands in the address.'"],
  ['is gone', '// The user is gone.'],
  ['leads to nobody', '// A claim that leads to nobody.'],
  ['twin', '/** The twin of a service. */'],
  ['mend', "'How to mend it.'"],
  ['kept back', '// A cookie that was kept back.'],
  ['may be believed', "'Nothing says that the host may be believed.'"],
  ['byte by byte', "it('is read byte by byte')"],
])('The figure "%s" counts a planted use of its words: %s', (title, text) => {
  expect(found(`"${title}"`, { [FILE]: `const first = 1\n${text}\n` })).toEqual([
    `${FILE}:2 ${text}`,
  ])
  expect(found(`"${title}"`, { 'docs/planted.md': text })).toHaveLength(1)
})

test.each(['There is no address.', 'It is no longer valid.', 'where there is no address'])(
  'The figure of "is no X" does not count: %s',
  (text) => {
    expect(found('"is no X"', { [FILE]: text })).toEqual([])
  },
)

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

test.each([
  'function hostOf(url: URL): string {',
  'const hostOf = (url: URL): string => url.host',
  'export function hostOf<T>(url: T): string {',
])('The figure of names counts the function name %s', (text) => {
  expect(found('"Of"', { [FILE]: text })).toEqual([`${FILE}:1 hostOf`])
})

test('The figure of private words counts files, functions and types, and "answer" except for what a person answers', () => {
  const names = found('Private words', {
    'packages/core/src/lib/settle.ts': '',
    [FILE]: 'function settleAccount() {}\ninterface Scene {}\ntype TokenAnswer = string',
    'packages/cli/src/lib/ask.ts': 'function readAnswer() {}',
  })
  expect(names).toEqual([
    'packages/core/src/lib/settle.ts',
    `${FILE}:1 settleAccount`,
    `${FILE}:2 Scene`,
    `${FILE}:3 TokenAnswer`,
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

test('The figure of generated pages counts a page that a command writes completely', () => {
  const pages = {
    'docs/a.md': '<!-- Written by `node tools/a.mjs`. -->',
    'docs/b.md': 'This page is\nwritten by that run.',
    'docs/c.md': 'Written by hand.',
    'README.md': '<!-- Written by `npm run c`. -->',
  }
  expect(found('Pages', pages)).toEqual(['docs/a.md', 'docs/b.md'])
})

test('The figure of retries finds them in a configuration and in a test', () => {
  expect(found('Retries', { 'vitest.config.ts': 'retry: 2', 'a.test.ts': '{ retry: 1 }' })).toEqual(
    ['vitest.config.ts:1 retry: 2', 'a.test.ts:1 retry: 1'],
  )
  expect(found('Retries', { 'test/e2e/playwright.config.ts': 'retries: 0' })).toEqual([])
})
