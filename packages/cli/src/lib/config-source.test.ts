import { describe, expect, it } from 'vitest'
import { addProvider } from './config-source.ts'

const GOOGLE = { factory: 'Google', module: 'google', from: '@latchstring/core/providers' }

const HEAD = `import Latchstring from '@latchstring/next'
import GitHub from '@latchstring/next/providers/github'
`

const IMPORT = "import Google from '@latchstring/next/providers/google'\n"

const add = (text: string, path = 'auth.ts') => addProvider(text, path, GOOGLE)

describe('addProvider', () => {
  it.each([
    {
      of: 'a list on one line',
      before: 'export const { auth } = Latchstring({ providers: [GitHub] })\n',
      after: 'export const { auth } = Latchstring({ providers: [GitHub, Google] })\n',
    },
    {
      of: 'an empty list',
      before: 'export const { auth } = Latchstring({ providers: [] })\n',
      after: 'export const { auth } = Latchstring({ providers: [Google] })\n',
    },
    {
      of: 'a list of lines with a comma at the end',
      before: 'export default Latchstring({\n  providers: [\n    GitHub,\n  ],\n})\n',
      after: 'export default Latchstring({\n  providers: [\n    GitHub,\n    Google,\n  ],\n})\n',
    },
    {
      of: 'a list of lines without a comma at the end',
      before: 'export const a = Latchstring({\n\tproviders: [\n\t\tGitHub({ a: 1 })\n\t]\n})\n',
      after:
        'export const a = Latchstring({\n\tproviders: [\n\t\tGitHub({ a: 1 }),\n\t\tGoogle\n\t]\n})\n',
    },
    {
      of: 'comments after the last entry',
      before: 'export const a = Latchstring({ providers: [\n  GitHub, // for us\n] })\n',
      after: 'export const a = Latchstring({ providers: [\n  GitHub, // for us\n  Google,\n] })\n',
    },
    {
      of: 'a comment after an entry without a comma',
      before: 'export const a = Latchstring({ providers: [\n  GitHub // for us\n] })\n',
      after: 'export const a = Latchstring({ providers: [\n  GitHub, // for us\n  Google\n] })\n',
    },
    {
      of: 'a list that closes behind its last entry',
      before: 'export const a = Latchstring({ providers: [\n  GitHub] })\n',
      after: 'export const a = Latchstring({ providers: [\n  GitHub,\n  Google] })\n',
    },
    {
      of: 'a constant with types',
      before:
        'const providers = [GitHub] as const satisfies readonly unknown[]\nexport const a = Latchstring({ providers })\n',
      after:
        'const providers = [GitHub, Google] as const satisfies readonly unknown[]\nexport const a = Latchstring({ providers })\n',
    },
    {
      of: 'a configuration of its own',
      before:
        'export const config = { providers: [GitHub] } satisfies AuthConfig\nexport const a = Latchstring(config)\n',
      after:
        'export const config = { providers: [GitHub, Google] } satisfies AuthConfig\nexport const a = Latchstring(config)\n',
    },
    {
      of: 'a function',
      before: 'export const a = Latchstring((request) => ({ providers: [GitHub] }))\n',
      after: 'export const a = Latchstring((request) => ({ providers: [GitHub, Google] }))\n',
    },
    {
      of: 'a function with a body',
      before:
        'export const a = Latchstring(() => {\n  const x = 1\n  return { x, providers: [GitHub] }\n})\n',
      after:
        'export const a = Latchstring(() => {\n  const x = 1\n  return { x, providers: [GitHub, Google] }\n})\n',
    },
  ])('adds an import and an entry to $of, and nothing else', ({ before, after }) => {
    const result = add(HEAD + before)
    expect(result).toEqual({ kind: 'added', text: HEAD + IMPORT + after })
    expect(add(HEAD + IMPORT + after)).toEqual({ kind: 'present' })
  })

  it('keeps line ends of Windows, double quotes and semicolons', () => {
    const before =
      'import Latchstring from "@latchstring/next";\r\nimport GitHub from "@latchstring/next/providers/github";\r\n\r\nexport const { auth } = Latchstring({\r\n  providers: [\r\n    GitHub,\r\n  ],\r\n});\r\n'
    const after = before
      .replace(
        'github";\r\n',
        'github";\r\nimport Google from "@latchstring/next/providers/google";\r\n',
      )
      .replace('GitHub,\r\n', 'GitHub,\r\n    Google,\r\n')
    expect(add(before)).toEqual({ kind: 'added', text: after })
  })

  it('adds the entry alone where the import is there, under the name that it has', () => {
    const text = `${HEAD}import G from '@latchstring/next/providers/google'\nexport const a = Latchstring({ providers: [GitHub] })\n`
    expect(add(text)).toEqual({
      kind: 'added',
      text: text.replace('[GitHub]', '[GitHub, G]'),
    })
  })

  it('sees a provider that has options', () => {
    const text = `${HEAD}${IMPORT}export const a = Latchstring({ providers: [Google({ clientId: '1' })] })\n`
    expect(add(text)).toEqual({ kind: 'present' })
  })

  it('takes another name where its own is taken', () => {
    const text = `${HEAD}const Google = 1\nexport const a = Latchstring({ providers: [GitHub] })\n`
    expect(add(text)).toMatchObject({
      kind: 'added',
      text: `${HEAD}import GoogleProvider from '@latchstring/next/providers/google'\nconst Google = 1\nexport const a = Latchstring({ providers: [GitHub, GoogleProvider] })\n`,
    })
  })

  it('imports from the core where no other provider says from where', () => {
    const text =
      "import Latchstring from '@latchstring/express'\nexport const a = Latchstring({ providers: [] })\n"
    expect(add(text)).toMatchObject({
      text: "import Latchstring from '@latchstring/express'\nimport Google from '@latchstring/core/providers/google'\nexport const a = Latchstring({ providers: [Google] })\n",
    })
  })

  it('reads the base path of the configuration', () => {
    const text = `${HEAD}export const a = Latchstring({ basePath: '/login', providers: [GitHub] })\n`
    expect(add(text)).toMatchObject({ kind: 'added', basePath: '/login' })
  })

  it('reads JSX', () => {
    const text = `${HEAD}export const a = Latchstring({ providers: [GitHub] })\nexport const b = <p>a</p>\n`
    expect(add(text, 'auth.tsx').kind).toBe('added')
    expect(add(text, 'auth.js').kind).toBe('added')
  })

  it.each([
    { of: 'broken code', text: `${HEAD}export const a = Latchstring({ providers: [GitHub }` },
    {
      of: 'a file without a call of the library',
      text: `${HEAD}export const a = { providers: [GitHub] }`,
    },
    {
      of: 'a call of another library',
      text: "import NextAuth from 'next-auth'\nexport const a = NextAuth({ providers: [] })",
    },
    {
      of: 'a list that a function makes',
      text: `${HEAD}export const a = Latchstring({ providers: list() })`,
    },
    {
      of: 'a list of another module',
      text: `${HEAD}import { list } from './list'\nexport const a = Latchstring({ providers: list })`,
    },
    {
      of: 'a list chosen by a condition',
      text: `${HEAD}export const a = Latchstring({ providers: b ? [GitHub] : [] })`,
    },
    {
      of: 'a function with branches',
      text: `${HEAD}export const a = Latchstring(() => {\n  if (b) return { providers: [] }\n  return { providers: [GitHub] }\n})`,
    },
    {
      of: 'two configurations',
      text: `${HEAD}export const a = Latchstring({ providers: [GitHub] })\nexport const b = Latchstring({ providers: [GitHub] })`,
    },
    {
      of: 'a list with an empty slot',
      text: `${HEAD}export const a = Latchstring({ providers: [, GitHub] })`,
    },
    {
      of: 'a computed member name',
      text: `${HEAD}export const a = Latchstring({ ['providers']: [GitHub] })`,
    },
    {
      of: 'a file that uses both names of the import',
      text: `${HEAD}const [Google, GoogleProvider] = [1, 2]\nexport const a = Latchstring({ providers: [GitHub] })`,
    },
  ])('does not understand $of', ({ text }) => {
    expect(add(text)).toEqual({ kind: 'unclear' })
  })
})
