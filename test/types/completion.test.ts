import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript-5.9'
import { expect, test } from 'vitest'

const HERE = dirname(fileURLToPath(import.meta.url))
const FILE = join(HERE, 'consumer/typed.ts')

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  customConditions: ['@latchstring/source'],
  allowImportingTsExtensions: true,
  noEmit: true,
  strict: true,
  types: [],
}

const program = { text: '', version: 0 }

// One for all tests, because the sources of the core are read once then.
const service = ts.createLanguageService({
  getCompilationSettings: () => OPTIONS,
  getCurrentDirectory: () => HERE,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  getScriptFileNames: () => [FILE],
  getScriptVersion: (file) => (file === FILE ? String(program.version) : '0'),
  getScriptSnapshot(file) {
    const text = file === FILE ? program.text : ts.sys.readFile(file)
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
  },
  fileExists: (file) => file === FILE || ts.sys.fileExists(file),
  readFile: (file) => ts.sys.readFile(file),
})

/** What an editor proposes at `|` in a program. */
function complete(text: string): readonly string[] {
  program.text = text.replace('|', '')
  program.version += 1
  const found = service.getCompletionsAtPosition(FILE, text.indexOf('|'), {})
  return found?.entries.map(({ name }) => name) ?? []
}

test('an editor proposes the ids of providers in signIn', () => {
  const names = complete(`
    import { createAuth } from '@latchstring/core'
    const auth = createAuth({ providers: [] })
    void auth.signIn({ headers: new Headers() }, '|')`)
  expect(names).toContain('github')
  expect(names).toContain('microsoft-entra-id')
})

test('an editor proposes the options of a provider that people set, and no members that describe the service', () => {
  const names = complete(`
    import Google from '@latchstring/core/providers/google'
    export const provider = Google({ | })`)
  expect(names).toEqual(expect.arrayContaining(['clientId', 'clientSecret', 'authorization']))
  for (const name of [
    'problem',
    'protocol',
    'requires',
    'resolveIssuer',
    'profileFromBody',
    'deprecated',
  ]) {
    expect(names).not.toContain(name)
  }
})

test('an editor proposes the members that the jwt callback adds at sign-in', () => {
  const names = complete(`
    import { createAuth } from '@latchstring/core'
    createAuth({
      providers: [],
      callbacks: {
        jwt: ({ token, user }) => (user ? { ...token, role: 'admin' } : token),
        session: ({ session, token }) => ({ ...session, role: token.| }),
      },
    })`)
  expect(names).toEqual(expect.arrayContaining(['role', 'sub']))
})
