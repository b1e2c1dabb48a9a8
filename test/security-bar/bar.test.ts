import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  missingPlaces,
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
    expect(findProblems(bar, { tests: [], mutants: [] })).toEqual(['No test names ABC-01: Holds.'])
    expect(findProblems(bar, { tests, mutants: [] })).toEqual([])
    expect(findProblems(open, { tests: [], mutants: [] })).toEqual([])
  })

  it('tells what proves a rule that is proven by a command', () => {
    const elsewhere = '`npm run bench` measures it.'
    const rules = [{ id: 'ABC-01', statement: 'Holds.', elsewhere }]
    const measured: Bar = { sections: [{ title: 'S', rules }] }
    const facts = { tests: [], mutants: [] }
    expect(findProblems(measured, facts)).toEqual([])
    expect(renderPage(measured, facts)).toContain(`### ABC-01\n\nHolds.\n\n- ${elsewhere}\n`)
  })

  it('has an error for a reason that no longer holds', () => {
    expect(findProblems(open, { tests, mutants: [] })).toEqual([
      expect.stringContaining('ABC-01 has a test and is said to be open'),
    ])
  })

  it('is a page with the tests and the bugs of each rule', () => {
    const row = { file: '', find: '', replace: '', suite: '', bug: '', subject: 'a' }
    const mutants = ['database', 'jwt'].map((path) => ({ ...row, rule: 'ABC-01', path }))
    const page = renderPage(bar, { tests, mutants })
    expect(page).toContain(
      '### ABC-01\n\nHolds.\n\n- a.test.ts\n  - `by jwt › holds (ABC-01)`\n- 2 bugs made on purpose, on database, jwt\n',
    )
    expect(renderPage(open, { tests: [], mutants: [] })).toContain('- **Open:** Not built.')
  })

  it('lists for each technique where it is, what it ran and what is open', () => {
    const technique = { name: 'Races', ran: '32 at once, {bugs} bugs.', where: ['a.test.ts', 'b'] }
    const techniques = [{ ...technique, command: 'npm run races', open: 'Four processes.' }]
    const page = renderPage({ ...bar, techniques }, { tests, mutants: [] })
    expect(page).toContain(
      '| Races | `a.test.ts`, `b`; `npm run races` | 32 at once, 0 bugs. | Four processes. |',
    )
  })

  it('has an error for a technique whose files do not exist', () => {
    const techniques = [{ name: 'Races', ran: '', where: ['a.test.ts', 'gone'] }]
    expect(missingPlaces({ ...bar, techniques }, (place) => place !== 'gone')).toEqual([
      'The technique "Races" names gone, which does not exist.',
    ])
    expect(missingPlaces(bar, () => false)).toEqual([])
  })
})
