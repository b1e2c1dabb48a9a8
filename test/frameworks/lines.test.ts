import { expect, test } from 'vitest'
import { countLines } from './lib/lines.mjs'
import { countLarge, readDecision } from './lib/package-lines.mjs'

const SOURCE = `import type { Session } from 'types'
import { scope, type Verdict } from 'core'
export type { Session } from 'types'

/** A comment
 * of two lines. */
export interface Visit {
  readonly verdict: Verdict
}
export type Find = (name: string) => Visit
declare global {
  interface Locals {
    auth: Find
  }
}
export function find(name: string): Visit
export function find(name: number): Visit
export function find(name: unknown): Visit {
  // Why.
  const text = \`
    two
  \`
  return scope(name as Session, text) /* at the end */
}
`

test('The lines of a package are counted without types, comments and blank lines', () => {
  // import, function, text over three lines, return, brace
  expect(countLines('find.ts', SOURCE)).toBe(7)
  expect(countLines('empty.ts', '\n// nothing\n\nexport type Empty = object\n')).toBe(0)
})

test('Lines of JSX and of generic functions are counted as code', () => {
  expect(countLines('page.tsx', 'export const page = (\n  <p>\n    {name}\n  </p>\n)\n')).toBe(5)
  expect(countLines('map.ts', 'export const map = <T>(value: T) =>\n  value\n')).toBe(2)
})

/** How to repair it, beside what differs. */
const WRITES = '`node test/frameworks/run.mjs --lines` writes it'

test('Decision 050 has a reason for each package over the limit, and for no other', () => {
  const said = readDecision()
  const titles = (rows: readonly { readonly title: string }[]) =>
    rows.map(({ title }) => title).toSorted()
  expect(titles(said), WRITES).toEqual(titles(countLarge()))
  for (const { reason } of said) expect(reason).toMatch(/\w/)
})
