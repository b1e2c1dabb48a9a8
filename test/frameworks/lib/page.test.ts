import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../../tools/root.mjs'
import { hosts } from '../hosts.mjs'
import { rows } from '../rows/index.mjs'
import { renderPage } from './page.mjs'
import type { HostResult } from '../types.d.ts'

const RESULTS: readonly HostResult[] = [
  {
    host: 'plain-bun',
    title: 'Bun 1.4',
    runtime: '1.4.5',
    seconds: 26,
    outcomes: [
      { row: 'H1', kind: 'green' },
      { row: 'U1', kind: 'variance', text: '898 pass, 2 fail, 1 left out. Bun is so.' },
    ],
  },
  {
    host: 'express-5',
    title: 'Express 5.3.0',
    runtime: 'v20.20.2',
    seconds: 11,
    outcomes: [
      { row: 'H1', kind: 'green' },
      { row: 'H6', kind: 'variance', text: 'Express (5) says: no.' },
      { row: 'H8', kind: 'not for it' },
      { row: 'C1', kind: 'red', text: 'It was 500.' },
      { row: 'U2', kind: 'green', text: '240 pass, 2 otherwise' },
    ],
    speed: { bare: 500, nobody: 600, session: 750 },
  },
]

test('the page of framework results has the figures of unit tests that are otherwise, and a reason for each row that does not apply', () => {
  const page = renderPage(hosts, rows, RESULTS)
  expect(page).toContain('| Bun 1.4 | 898 pass, 2 fail, 1 left out |')
  expect(page).toContain('- **H14** The path is fixed by the build')
  expect(page).toMatch(
    /\*\*E2\*\* The environment is that of the process\. \(Node\.js 20\.19, .*Express 5\.3\.0/,
  )
})

test('docs/frameworks-results.md names each version that is tried', () => {
  const text = readFileSync(join(root, 'docs/frameworks-results.md'), 'utf8')
  const missing = hosts.filter(({ title, isRuntime }) => !isRuntime && !text.includes(title))
  expect(missing.map(({ title }) => title)).toEqual([])
})
