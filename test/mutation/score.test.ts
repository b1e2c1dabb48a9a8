import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../tools/root.mjs'
import { findRanges } from '../../tools/mutation/changes.mjs'
import { readChanges, readPage, renderPage } from '../../tools/mutation/page.mjs'
import { judgeReport, renderSurvivors } from '../../tools/mutation/score.mjs'
import type { Report } from '../../tools/mutation/stryker.mjs'
import { equivalent } from './equivalent.mjs'
import { modules, outside } from './modules.mjs'
import type { Equivalent } from './types.d.ts'

type Status = Report['files'][string]['mutants'][number]['status']

const SOURCE = 'const a = b && c\nconst d = e || f'

const mutant = (line: number, status: Status, replacement = 'true') => ({
  mutatorName: 'LogicalOperator',
  replacement,
  status,
  location: { start: { line, column: 11 }, end: { line, column: 17 } },
})

const reportOf = (...statuses: readonly Status[]): Report => ({
  files: {
    'lib/a.ts': {
      source: SOURCE,
      mutants: statuses.map((status, index) => mutant((index % 2) + 1, status)),
    },
  },
})

const second: Equivalent = {
  file: 'lib/a.ts',
  line: 'const d = e || f',
  original: 'e || f',
  reason: 'f is never set.',
}

describe('The score of a module', () => {
  it('counts killed and timed-out mutants, and leaves out equivalent ones', () => {
    const { counts } = judgeReport(reportOf('Killed', 'Survived', 'Timeout', 'Killed'), [])
    expect(counts).toMatchObject({ mutants: 4, killed: 3, survived: 1, equivalent: 0, score: 75 })
    const judged = judgeReport(reportOf('NoCoverage', 'Survived', 'Killed'), [second])
    expect(judged.counts).toMatchObject({ mutants: 3, killed: 1, uncovered: 1, equivalent: 1 })
    expect(judged.counts.score).toBe(50)
    expect(judged.stale).toEqual([])
  })

  it('is refused when a mutant listed as equivalent is killed or no longer exists', () => {
    expect(judgeReport(reportOf('Killed', 'Killed'), [second]).stale).toEqual([
      expect.stringContaining('is noticed by a test'),
    ])
    const gone = { ...second, original: 'g || h' }
    expect(judgeReport(reportOf('Killed', 'Survived'), [gone]).stale).toEqual([
      expect.stringContaining('does not exist any more'),
    ])
    const elsewhere = { ...second, file: 'lib/b.ts' }
    expect(judgeReport(reportOf('Killed'), [elsewhere]).stale).toEqual([])
  })

  it('counts a mutant whose tests gave no verdict as survived', () => {
    const score = judgeReport(reportOf('Killed', 'RuntimeError', 'CompileError'), [])
    expect(score.counts).toMatchObject({ mutants: 3, killed: 1, survived: 2 })
    expect(renderSurvivors('a', score)).toContain('- 2:11 could not be judged: LogicalOperator')
  })

  it('is 100 % where nothing can be mutated, and 0 % where nothing is noticed', () => {
    expect(judgeReport(reportOf(), []).counts).toMatchObject({ mutants: 0, score: 100 })
    expect(judgeReport(reportOf('NoCoverage'), []).counts.score).toBe(0)
  })

  it('lists surviving mutants', () => {
    const score = judgeReport(reportOf('Killed', 'NoCoverage'), [])
    expect(renderSurvivors('a', score)).toContain(
      '- 2:11 no test gets here: LogicalOperator: `` e || f `` → `` true ``\n  in `` const d = e || f ``',
    )
  })
})

describe('The list of surviving mutants', () => {
  it('lists timed-out mutants separately, except for those that were reached too often', () => {
    const late = mutant(1, 'Timeout', 'false')
    const endless = { ...mutant(2, 'Timeout', '{}'), statusReason: 'Hit limit reached' }
    const report = { files: { 'lib/a.ts': { source: SOURCE, mutants: [late, endless] } } }
    const list = renderSurvivors('a', judgeReport(report, []))
    expect(list.split('# Counted as killed')[1]).toContain('`` b && c `` → `` false ``')
    expect(list).not.toContain('{}')
  })
})

describe('The list of equivalent mutants', () => {
  it('is of lines that exist', () => {
    const trim = (text: string): readonly string[] => text.split('\n').map((one) => one.trim())
    const missing = equivalent.filter(({ file, line }) => {
      const path = join(root, file)
      return !existsSync(path) || !trim(readFileSync(path, 'utf8')).includes(line)
    })
    expect(missing.map(({ file, line }) => `${file}: ${line}`)).toEqual([])
  })
})

describe('The page about mutation testing', () => {
  it('keeps the lines of modules that were not measured again', () => {
    const { counts } = judgeReport(reportOf('Killed', 'Survived', 'NoCoverage'), [second])
    const line = { module: 'http', ...counts, threshold: 90, commit: 'abc123def' }
    const page = renderPage({ lines: [line], changes: [] }, [second])
    expect(readPage(page)).toEqual([line])
    const apart = { ...line, module: 'ended-keys' }
    expect(readPage(renderPage({ lines: [apart], changes: [] }, []))).toEqual([apart])
    expect(page).toContain('- lib/a.ts: `e || f`. f is never set.')
  })

  it('keeps what has changed since a module was measured whole apart from modules', () => {
    const { counts } = judgeReport(reportOf('Killed', 'Survived', 'NoCoverage'), [])
    const line = { module: 'http', ...counts, score: 33.3, threshold: 90, commit: 'abc123def' }
    const change = { ...line, since: 'abc123def', changed: 12, mutants: 7, commit: 'def456abc' }
    const page = renderPage({ lines: [line], changes: [change] }, [])
    expect(readPage(page)).toEqual([line])
    expect(readChanges(page)).toEqual([change])
    expect(renderPage({ lines: [line], changes: [] }, [])).not.toContain('## Changed since')
  })

  it('names the sources of the core that are in no module, with the reason', () => {
    const page = renderPage(
      { lines: [], changes: [] },
      [],
      [{ files: 'lib/types/*.ts', reason: 'nothing runs.' }],
    )
    expect(page).toContain('In no module are:\n\n- lib/types/*.ts: nothing runs.')
  })
})

describe('What has changed', () => {
  it('is told by file, first and last line, without what was only taken out', () => {
    const diff = [
      'diff --git a/lib/a.ts b/lib/a.ts',
      '--- a/lib/a.ts',
      '+++ b/lib/a.ts',
      '@@ -1,2 +3,4 @@ export function a() {',
      '@@ -9 +20 @@',
      '@@ -30,2 +40,0 @@',
      '--- a/lib/b.ts',
      '+++ b/lib/b.ts',
      '@@ -0,0 +1,9 @@',
    ].join('\n')
    expect(findRanges(diff)).toEqual([
      { pattern: 'lib/a.ts:3-6', lines: 4 },
      { pattern: 'lib/a.ts:20-20', lines: 1 },
      { pattern: 'lib/b.ts:1-9', lines: 9 },
    ])
  })
})

/** Of those in Git. */
const listFiles = (...globs: readonly string[]): readonly string[] => {
  const args = ['ls-files', '--', ...globs.map((one) => `:(top,glob)${one}`)]
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  return files.filter((file) => file !== '' && !file.endsWith('.test.ts'))
}

describe('The modules of mutation testing', () => {
  it('contain every source of the core except those listed with a reason', () => {
    const globs = [...Object.values(modules), ...outside].flatMap(({ files }) => files)
    const known = new Set(listFiles(...globs))
    const sources = listFiles('packages/core/src/lib/**/*.ts')
    expect(sources.filter((file) => !known.has(file))).toEqual([])
    expect(sources.length).toBeGreaterThan(200)
  })
})
