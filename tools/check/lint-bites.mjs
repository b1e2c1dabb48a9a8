/**
 * Proves that the lint rules bite. A rule that never fires looks exactly like a rule that is obeyed,
 * so every limit and ban is broken on purpose in a copy of the tree's layout, and
 * the linter has to report precisely those breaches. What is allowed has to stay silent.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { bans, limits } from './lint/breaches.mjs'
import { LAYERS } from './lint/layers.mjs'
import { root } from '../root.mjs'

/**
 * @typedef {{ readonly code: string, readonly filename: string,
 *   readonly labels: readonly { readonly span: { readonly line: number } }[] }} Diagnostic
 */

/** @type {(parent: string, path: string, text: string) => void} */
function write(parent, path, text) {
  const file = join(parent, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** @type {(into: string) => void} */
function layOut(into) {
  for (const path of [
    '.oxlintrc.json',
    'tools/check/lint',
    'tsconfig.base.json',
    'packages/core/tsconfig.json',
  ]) {
    cpSync(join(root, path), join(into, path), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(into, 'node_modules'))
}

/** @type {(cwd: string) => readonly Diagnostic[]} */
function lint(cwd) {
  const bin = join(root, 'node_modules/oxlint/bin/oxlint')
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [bin, '-f', 'json', 'packages', 'adapters', 'frameworks'],
    {
      cwd,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    },
  )
  if (!stdout.trimStart().startsWith('{')) {
    throw new Error(`oxlint printed no report:\n${stdout}${stderr}`)
  }
  const report = /** @type {{ diagnostics: Diagnostic[] }} */ (JSON.parse(stdout))
  return report.diagnostics
}

/** @type {(found: readonly Diagnostic[], file: string, code: string) => readonly number[]} */
const linesWith = (found, file, code) =>
  found
    .filter((diagnostic) => diagnostic.filename === file && diagnostic.code === code)
    .map(({ labels }) => labels[0]?.span.line ?? 0)

/** @type {(tree: string) => ((found: readonly Diagnostic[]) => string[])[]} */
function plantBreaches(tree) {
  return [...limits, ...bans].map(({ code, file, text, also = {}, absent = false }) => {
    write(tree, file, text)
    for (const [path, content] of Object.entries(also)) write(tree, path, content)
    return (/** @type {readonly Diagnostic[]} */ found) => {
      const fired = linesWith(found, file, code).length > 0
      if (fired !== absent) return []
      return [
        absent ? `${code} fires in ${file}, where it is exempt` : `${code} is silent in ${file}`,
      ]
    }
  })
}

/** @type {() => readonly string[]} */
function unknownLayers() {
  const lib = join(root, 'packages/core/src/lib')
  return readdirSync(lib, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !Object.hasOwn(LAYERS, entry.name))
    .map(({ name }) => `packages/core/src/lib/${name} has no place in tools/check/lint/layers.mjs`)
}

// The real path, because the linter resolves imports through it.
const tree = realpathSync(mkdtempSync(join(tmpdir(), 'latchstring-lint-')))
try {
  layOut(tree)
  const verdicts = plantBreaches(tree)
  const found = lint(tree)
  const problems = [...unknownLayers(), ...verdicts.flatMap((verdict) => verdict(found))]
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  else console.log(`${verdicts.length} planted files: every rule bites.`)
} finally {
  rmSync(tree, { recursive: true, force: true })
}
