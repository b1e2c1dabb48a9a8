import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { LimitedAction } from '../../types/limits.ts'
import { LIMITS } from './table.ts'

const page = readFileSync(new URL('../../../../../../docs/limits.md', import.meta.url), 'utf8')

const SECONDS: Readonly<Record<string, number>> = {
  'a day': 86_400,
  'an hour': 3_600,
  '5 minutes': 300,
  '15 minutes': 900,
}

/** Budgets as a cell of the page has them, such as `5 in an hour and 12 in a day`. */
const readBudgets = (text: string): readonly object[] =>
  [...text.matchAll(/([\d,]+) in (an? \w+|\d+ minutes)/g)].map(([, points = '', window = '']) => ({
    points: Number(points.replaceAll(',', '')),
    window: SECONDS[window],
  }))

/** The budgets of an action on the page, by subject. */
function readRow(action: string): unknown {
  const cell = new RegExp(`^\\| \`${action}\` +\\|[^|]+\\| ([^|]+) \\|$`, 'm').exec(page)?.[1] ?? ''
  const parts = cell.split(/; |\. /)
  return Object.fromEntries(
    parts.map((part) => {
      const known = /^(?:A known browser|Known browsers)\b/.test(part)
      return [known ? 'device' : /`(\w+)`/.exec(part)?.[1], readBudgets(part)]
    }),
  )
}

// The keys of the table are the actions.
it.each(Object.keys(LIMITS) as LimitedAction[])(
  'the budgets of "%s" are those of docs/limits.md',
  (action) => {
    expect(LIMITS[action].budgets).toEqual(readRow(action))
  },
)
