import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  findPageProblems,
  findProblems,
  renderPage,
  type Bar,
} from '../../tools/check/security-bar/page.mjs'
import { titlesIn } from '../../tools/check/security-bar/titles.mjs'

function titlesOf(source: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'latchstring-bar-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'some.test.ts')
  writeFileSync(file, source)
  return titlesIn(file, /ABC-\d\d/)
}

describe('Titles that name a rule', () => {
  it.each([
    [
      'those of a test, below its blocks',
      `describe('A', () => { test('b (ABC-01)', () => {}) })`,
      'A › b (ABC-01)',
    ],
    ['those of a block, once', `describe('A ABC-01', () => { test('b', () => {}) })`, 'A ABC-01'],
    ['rows of a table', `test.each([['ABC-02 c', 1]])('does %s', (a) => {})`, 'does ABC-02 c'],
    [
      'the paths of a block',
      `const WAYS = ['jwt', 'database'] as const\ndescribe.each(WAYS)('by %s', () => { it('d (ABC-03)', () => {}) })`,
      'by jwt | database › d (ABC-03)',
    ],
    ['templates', 'test(`e ${x} (ABC-04)`, () => {})', 'e … (ABC-04)'],
    ['titles that come second', `proves(['X'], 'f (ABC-05)', () => {})`, 'f (ABC-05)'],
  ])('are found in %s', (_, source, title) => {
    expect(titlesOf(source)).toContain(title)
  })

  it('are not found in comments', () => {
    expect(titlesOf(`// ABC-01\ntest('b', () => {})`)).toEqual([])
  })
})

describe('The security bar', () => {
  const bar: Bar = {
    sections: [{ title: 'S', rules: [{ id: 'ABC-01', statement: 'Holds.' }] }],
  }
  const open: Bar = {
    sections: [{ title: 'S', rules: [{ id: 'ABC-01', statement: 'Holds.', open: 'Not built.' }] }],
  }
  const tests = [{ file: 'a.test.ts', title: 'by jwt › holds (ABC-01)' }]

  it('has an error for a rule without a test and without a reason', () => {
    expect(findProblems(bar, [])).toEqual(['No test names ABC-01: Holds.'])
    expect(findProblems(bar, tests)).toEqual([])
    expect(findProblems(open, [])).toEqual([])
  })

  it('names the command of a rule that a command proves', () => {
    const elsewhere = '`npm run bench` measures it.'
    const rules = [{ id: 'ABC-01', statement: 'Holds.', elsewhere }]
    const measured: Bar = { sections: [{ title: 'S', rules }] }
    expect(findProblems(measured, [])).toEqual([])
    expect(renderPage(measured, [])).toContain(`### ABC-01\n\nHolds.\n\n- ${elsewhere}\n`)
  })

  it('has an error for a reason that no longer holds', () => {
    expect(findProblems(open, tests)).toEqual([
      expect.stringContaining('ABC-01 has a test and is said to be open'),
    ])
  })

  it('is a page with the tests of each rule', () => {
    expect(renderPage(bar, tests)).toContain(
      '### ABC-01\n\nHolds.\n\n- a.test.ts\n  - `by jwt › holds (ABC-01)`\n',
    )
    expect(renderPage(open, [])).toContain('- **Open:** Not built.')
  })
})

describe('The summary of the bar', () => {
  const rules = [
    { id: 'ABC-01', statement: 'Holds.' },
    { id: 'ABC-02', statement: 'Holds.', open: 'Not built.' },
  ]
  const two: Bar = { sections: [{ title: 'S', rules }] }
  const row = '| S | ABC-01 to 02 | 2 | `test/flows` | ABC-02 |'

  it('has an error for a section that it lacks, counts otherwise or lists as open otherwise', () => {
    expect(findPageProblems(two, row, () => true)).toEqual([])
    for (const other of ['', row.replace('| 2 |', '| 3 |'), row.replace('| ABC-02 |', '| – |')]) {
      expect(findPageProblems(two, other, () => true)).toEqual([
        'docs/security-bar.md: "S" has 2 rules, open: ABC-02',
      ])
    }
  })

  it('has an error for a path that does not exist, and none for other code', () => {
    const page = `${row}\n- Races (\`test/gone.ts\`; \`npm test\`)`
    expect(findPageProblems(two, page, (path) => path !== 'test/gone.ts')).toEqual([
      'docs/security-bar.md names test/gone.ts, which does not exist.',
    ])
  })
})
