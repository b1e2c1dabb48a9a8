import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FEATURES } from './lib/features.ts'
import { main } from './lib/main.ts'
import { rows } from './lib/rows/index.ts'

const SERVER = fileURLToPath(new URL('../test/server.ts', import.meta.url))
// Inside the repository, where packages that are not bundled are found. Git ignores the folder.
const ARTIFACTS = fileURLToPath(new URL('../../../artifacts/', import.meta.url))

let folder: string

beforeAll(async () => {
  await mkdir(ARTIFACTS, { recursive: true })
  folder = await mkdtemp(join(ARTIFACTS, 'unknown-framework-'))
  const build = await rolldown({
    input: SERVER,
    platform: 'node',
    external: /^(?!@latchstring\/)[^#./]/,
    resolve: { conditionNames: ['@latchstring/source', 'node', 'import', 'default'] },
  })
  await build.write({ file: join(folder, 'server.mjs'), format: 'esm', codeSplitting: false })
  await build.close()
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function run(
  ...argv: readonly string[]
): Promise<{ readonly code: number; readonly lines: readonly string[] }> {
  const lines: string[] = []
  const code = await main(argv, { folder, print: (text) => lines.push(...text.split('\n')) })
  return { code, lines }
}

/** Returns the ids of the rules that do not hold. */
const red = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => /^✗ (\w+)/.exec(line)?.slice(1) ?? [])

const CHOSEN = ['--rows', 'H1,C1,C9,G1,G2,G4,F1,F5,C6']

describe('latchstring-framework-conformance against a server', () => {
  test('reports that the rules hold, and which were not run', async () => {
    const { code, lines } = await run(...CHOSEN, 'node server.mjs')
    expect([code, ...red(lines)]).toEqual([0])
    expect(lines.at(-1)).toBe('8 of 9 rules hold, 0 do not. Not tried: 1.')
    expect(lines).toContain('✓ H1  GET session answers null without a session')
  })

  test('names the rules that a server with unprotected pages breaks, with its responses', async () => {
    const { code, lines } = await run(...CHOSEN, 'FAULT=open node server.mjs')
    expect([code, ...red(lines)]).toEqual([1, 'G1', 'G2', 'G4'])
    expect(lines.join('\n')).toMatch(/✗ G2 .*\n +200 .*members-content/)
  })

  test('names the rules that a server breaks when it sends only one cookie', async () => {
    const { code, lines } = await run(...CHOSEN, 'FAULT=cookies node server.mjs')
    expect([code, ...red(lines)]).toEqual([1, 'C1', 'C9', 'F1', 'F5'])
  })

  test('shows the output of a server that does not start', async () => {
    const { code, lines } = await run(...CHOSEN, 'node missing.mjs')
    expect(code).toBe(1)
    expect(lines.join('\n')).toMatch(/The server did not start:.*missing\.mjs/s)
  })
})

describe('the command line of latchstring-framework-conformance', () => {
  test.each([
    [[], 'One command is needed, in quotes, which starts your server.'],
    [['node', 'server.mjs'], 'One command is needed, in quotes, which starts your server.'],
    [['--features', 'streams', 'x'], 'There is no feature "streams". There are: action, below,'],
    [['--rows', 'Z1', 'x'], 'There is no row "Z1". There are: H1,'],
    [['--features', 'data', 'x'], 'The feature "data" needs the option --data.'],
    [['--colour', 'x'], "Unknown option '--colour'"],
  ])('refuses %j with exit code 2 and the reason', async (argv, message) => {
    const { code, lines } = await run(...argv)
    expect([code, lines[0]]).toEqual([2, expect.stringContaining(message)])
  })

  test('prints its options and features for --help', async () => {
    const { code, lines } = await run('--help')
    expect(code).toBe(0)
    for (const name of Object.keys(FEATURES)) {
      expect(lines.some((line) => line.startsWith(`  ${name} `))).toBe(true)
    }
  })
})

test('Rows of the framework conformance suite have unique ids and known features only', () => {
  const ids = rows.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const needed = rows.flatMap(({ needs = [] }) => needs)
  expect(needed.filter((name) => !Object.hasOwn(FEATURES, name))).toEqual([])
})
