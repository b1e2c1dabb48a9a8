import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { findProblem, readMutants, select, type Mutant } from '../../tools/mutants/rows.mjs'
import { runMutants, type Verdict } from '../../tools/mutants/runner.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

const checked = "if (!NAME.test(name)) throw new TypeError('Invalid cookie name')"

const planted: Mutant = {
  subject: 'planted',
  where: 'planted.mjs, row 1',
  rule: 'CKI-11',
  bug: 'A cookie name may end its header early.',
  file: 'packages/core/src/lib/http/cookie.ts',
  find: checked,
  replace: '',
  suite: 'packages/core/src/lib/http/cookie.test.ts',
  test: 'CKI-11',
}

async function judge(...mutants: readonly Mutant[]): Promise<readonly string[]> {
  const verdicts: Verdict[] = []
  await runMutants(mutants, (verdict) => verdicts.push(verdict), { parallel: 1 })
  return verdicts.map(({ what }) => what)
}

describe('The runner of mutants', () => {
  it('distinguishes a noticed bug, a missed one, code that fails to load and a file that tests never load', async () => {
    const what = await judge(
      planted,
      { ...planted, replace: `${checked} // the same` },
      { ...planted, replace: 'if (' },
      {
        ...planted,
        file: 'packages/core/src/lib/kit/email-address.ts',
        find: "'@'",
        replace: "'%'",
      },
    )
    expect(what).toEqual([
      'killed',
      'SURVIVED',
      expect.stringContaining('ERROR: fails outside of its tests'),
      'ERROR: the suite never loads packages/core/src/lib/kit/email-address.ts',
    ])
  })

  it('refuses a row whose `test` matches no title', async () => {
    expect(await judge({ ...planted, test: 'no such title' })).toEqual([
      expect.stringContaining('no test "no such title" ran'),
    ])
  })
})

const HOOKS = 'test/mutants/hooks'

describe('The runner of mutants, without a bug', () => {
  it.each([
    ['a hook of a block throws, beside a test that passes', 'block', 'A block: No store.'],
    ['a hook throws after every test has passed', 'after', 'A block: Still open.'],
    ['a hook of the file throws', 'file', 'No store.'],
  ])('refuses a suite in which %s', async (_, name, reason) => {
    const suite = `${HOOKS}/${name}.ts`
    const { test: _test, ...row } = planted
    expect(await judge({ ...row, suite })).toEqual([
      `ERROR: ${suite}: the suite fails outside of its tests without the bug: ${reason}`,
    ])
  })

  it('begins no row after its time', async () => {
    const verdicts: Verdict[] = []
    const run = (until: number) =>
      runMutants([planted], (verdict) => verdicts.push(verdict), { parallel: 1, until })
    await run(performance.now() - 1)
    expect(verdicts).toEqual([])
    await run(performance.now() + 60_000)
    expect(verdicts.map(({ what }) => what)).toEqual(['killed'])
  })

  it('refuses a suite of which no test runs', async () => {
    const suite = `${HOOKS}/skipped.ts`
    const { test: _test, ...row } = planted
    expect(await judge({ ...row, suite })).toEqual([`ERROR: ${suite}: no test of the suite ran`])
  })
})

describe('A row of a mutant', () => {
  it('applies when its text occurs exactly once', () => {
    expect(findProblem(root, planted)).toBeUndefined()
  })

  it.each<[string, Partial<Mutant>, string]>([
    ['does not occur', { find: 'no such text' }, '`find` occurs 0 times in'],
    ['occurs several times', { find: 'name' }, '`find` occurs '],
    ['is for a file that does not exist', { file: 'gone.ts' }, 'the file gone.ts does not exist'],
    [
      'has a suite that does not exist',
      { suite: 'gone.test.ts' },
      'the suite gone.test.ts does not exist',
    ],
  ])('is an error that names the row if its text %s', (_, change, problem) => {
    const said = findProblem(root, { ...planted, ...change })
    expect(said).toContain(problem)
    expect(said).toContain('planted.mjs, row 1 (CKI-11: ')
  })

  it('is selected by subject, by rule and by family of rules', async () => {
    const all = await readMutants(fileURLToPath(new URL('.', import.meta.url)))
    expect(select([planted], ['planted'])).toHaveLength(1)
    expect(select([planted], ['CKI-11', 'CKI'])).toHaveLength(1)
    expect(() => select([planted], ['CKI-1'])).toThrow('No row has the subject or rule "CKI-1"')
    expect(select(all, ['http']).every(({ subject }) => subject === 'http')).toBe(true)
  })
})
