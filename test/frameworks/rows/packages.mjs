import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { assertWho, signIn } from '@latchstring/framework-conformance'
import { installed } from '../../../tools/run.mjs'

/** What the browser must not be given: secrets, and what only the server does. */
const SERVER_ONLY = {
  'the secret of a client': 'secret-of-the-application',
  'the secret of the library': 'AUTH_SECRET',
  'a token of the store': 'token-of-',
  'an adapter': 'getSessionAndUser',
  'a library for OAuth': 'oauth4webapi',
  'a flow of OAuth': 'code_verifier',
  'the key derivation': 'HKDF',
}

/** What a server of the suite has for certain, so that a search that finds nothing is noticed. */
const CERTAIN = ['secret-of-the-application', 'getSessionAndUser', 'code_verifier']

/** @type {(folder: string) => ReadonlyMap<string, string>} texts of files by path */
function readTexts(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:gz|br|png|ico|woff2?)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  return new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
}

const COMPILER_OPTIONS = [
  ['--ignoreConfig', '--types', 'node'],
  ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--skipLibCheck'],
  ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,dom,dom.iterable'],
  ['--declaration', '--emitDeclarationOnly', '--outDir', 'types-output'],
].flat()

/** @type {readonly import('../types.d.ts').Row[]} */
export const packages = [
  {
    id: 'R2',
    name: 'The session type is known wherever the application reads a session, also in emitted declarations',
    needs: ['types'],
    async run(_server, { folder }) {
      const output = join(folder, 'types-output')
      rmSync(output, { recursive: true, force: true })
      const { status, stdout } = spawnSync(installed('tsc'), ['types.ts', ...COMPILER_OPTIONS], {
        cwd: folder,
        encoding: 'utf8',
      })
      assert.equal(status, 0, stdout)
      const declarations = readFileSync(join(output, 'types.d.ts'), 'utf8')
      assert.match(declarations, /\bplan\b/, 'the session is not in the declarations')
      assert.doesNotMatch(declarations, /\bany\b/, declarations)
    },
  },
  {
    id: 'R3',
    name: 'Code sent to browsers contains nothing of the server',
    needs: ['client'],
    async run(_server, { host, folder }) {
      const { client = '', server = '' } = host.output ?? {}
      // Some servers have the library in them, others read it from where it was installed.
      const places = [join(folder, server), join(folder, 'node_modules/@latchstring/core/dist')]
      const ours = places.flatMap((place) => [...readTexts(place).values()])
      for (const text of CERTAIN) {
        assert.ok(
          ours.some((one) => one.includes(text)),
          `the server has no ${text}`,
        )
      }
      const given = readTexts(join(folder, client))
      assert.ok(
        [...given.keys()].some((file) => file.endsWith('.js')),
        'there is no script for browsers',
      )
      const found = Object.entries(SERVER_ONLY).flatMap(([what, text]) =>
        [...given].filter(([, one]) => one.includes(text)).map(([file]) => `${what} in ${file}`),
      )
      assert.deepEqual(found, [])
    },
  },
  {
    id: 'R6',
    name: 'A bundler needs only the package, and the bundle starts',
    needs: ['bundled'],
    async run(server) {
      const jar = await signIn(server, 'ada')
      assertWho(await server.ask('/whoami', { jar }), 'ada')
    },
  },
]
