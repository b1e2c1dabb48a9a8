import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../../tools/root.mjs'
import { hosts } from '../hosts.mjs'
import { rows } from '../rows/index.mjs'
import { renderPage } from './page.mjs'
import { readPage } from './read-page.mjs'
import type { HostResult } from '../types.d.ts'

const RESULTS: readonly HostResult[] = [
  {
    host: 'plain-bun',
    title: 'Bun 1.4',
    runtime: '1.4.5',
    seconds: 26,
    outcomes: [
      { row: 'H1', kind: 'green' },
      { row: 'U1', kind: 'green', text: '900 of 900' },
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
    ],
    speed: { bare: 500, nobody: 600, session: 750 },
  },
]

test('the page of framework results is parsed into the same results for every host', () => {
  const page = renderPage(hosts, rows, RESULTS)
  const aligned = page.replaceAll('| ✓ |', '|   ✓   |')
  expect(readPage(aligned, hosts)).toEqual(RESULTS)
})

test('docs/frameworks-results.md is parsed without losing a host, so that a run of one host keeps the others', () => {
  const text = readFileSync(join(root, 'docs/frameworks-results.md'), 'utf8')
  const results = readPage(text, hosts)
  const titles = text
    .split('\n')
    .filter((line) => line.split('|').length > 50)
    .map((line) => line.split('|')[1]?.trim())
  const known = hosts.filter(({ title }) => titles.includes(title))
  expect(results.map(({ title }) => title)).toEqual(known.map(({ title }) => title))
  for (const { outcomes } of results) {
    expect(outcomes.length).toBeGreaterThan(50)
    for (const { kind, text: note } of outcomes) {
      if (kind === 'variance') expect(note).toMatch(/\.$/)
    }
  }
})
