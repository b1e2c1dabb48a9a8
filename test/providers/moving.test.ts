import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { loadCases } from './src/cases.ts'
import before from './src/scopes-before.json' with { type: 'json' }

const guide = readFileSync(new URL('../../docs/moving-from-next-auth.md', import.meta.url), 'utf8')
const [, section = ''] = /\n## 5\. [^]*?\n([^]*?)\n## /.exec(guide) ?? []

const inOrder = (scope: string): string =>
  [...new Set(scope.split(/[\s,]+/).filter(Boolean))].toSorted().join(' ')

const cases = await loadCases()
const now = new Map(
  cases.flatMap(({ subject }) =>
    subject ? [[subject.service.id, subject.authorization.params['scope'] ?? ''] as const] : [],
  ),
)
const changed = Object.entries(before).filter(
  ([id, scope]) => inOrder(scope) !== inOrder(now.get(id) ?? ''),
)

describe('The page about moving from next-auth', () => {
  test('names existing providers', () => {
    expect(Object.keys(before).filter((id) => !now.has(id))).toEqual([])
    expect(changed.length).toBeGreaterThan(0)
  })

  test.each(changed)('says that the scope of %s differs', (id) => {
    expect(section).toContain(`\`${id}\``)
  })
})
