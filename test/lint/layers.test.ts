import { expect, test } from 'vitest'
import { LAYERS, findProblem } from '../../tools/check/lint/layers.mjs'

const LIB = 'packages/core/src/lib'

const mayImport = (file: string, specifier: string, isType = false): boolean =>
  findProblem(file, specifier, isType) === undefined

test.each(Object.entries(LAYERS))('The folder %s imports itself and %j', (from, may) => {
  for (const to of Object.keys(LAYERS)) {
    if (to === from) continue
    const allowed = mayImport(`${LIB}/${from}/file.ts`, `../${to}/file.ts`)
    expect([to, allowed]).toEqual([to, may.includes(to)])
  }
})

test('No layer imports a layer that imports it, directly or indirectly', () => {
  const reaches = (from: string, to: string): boolean =>
    (LAYERS[from] ?? []).some((next) => next === to || reaches(next, to))
  for (const name of Object.keys(LAYERS)) expect([name, reaches(name, name)]).toEqual([name, false])
})

test.each([
  ['sign-in/oauth/callback.ts', '../complete.ts', true],
  ['sign-in/oauth/callback.ts', './finish.ts', true],
  ['sign-in/email/callback.ts', '../oauth/finish.ts', false],
  ['sign-in/oauth/callback.ts', '../email/start.ts', false],
  ['sign-in/complete.ts', './oauth/start.ts', false],
  ['sign-in/oauth/callback.ts', '../../actions/kinds.ts', false],
  ['actions/kinds.ts', '../sign-in/oauth/callback.ts', true],
  ['sign-out/leave.ts', '../sign-in/oauth/metadata.ts', true],
  ['pages/texts/de.ts', '../html.ts', true],
  ['pages/texts/de.ts', '../../config/resolve.ts', false],
  ['engine/auth.ts', '../actions/actions.ts', true],
  ['engine/auth.ts', '../provider-kit/marks/github.ts', false],
  ['http/a.ts', '../engine/auth.ts', false],
  ['http/a.ts', '../../index.ts', false],
  ['http/a.ts', '../../providers/github.ts', false],
  ['http/a.ts', '@latchstring/core', false],
  ['http/a.ts', '@latchstring/client', false],
  ['http/a.ts', '#primitives', false],
  ['crypto/a.ts', '#primitives', true],
  ['http/a.ts', 'jose', true],
])(
  'The rule about layers, for an import of %s by %s in the core: %s',
  (file, specifier, allowed) => {
    expect(mayImport(`${LIB}/${file}`, specifier)).toBe(allowed)
  },
)

test.each([
  ['../lib/types/provider.ts', false, true],
  ['../lib/kit/values.ts', true, true],
  ['../lib/provider-kit/marks/github.ts', true, true],
  ['../lib/provider-kit/mail/compose.ts', true, true],
  ['../lib/provider-kit/profile/text.ts', true, true],
  ['./gitea.ts', true, true],
  ['../types.ts', false, true],
  ['../index.ts', false, true],
  ['../lib/pages/html.ts', false, false],
  ['../lib/crypto/random.ts', false, false],
  ['@latchstring/client', false, false],
])('A provider imports code of %s: %s, its types: %s', (specifier, code, types) => {
  const file = 'packages/core/src/providers/github.ts'
  expect([mayImport(file, specifier), mayImport(file, specifier, true)]).toEqual([code, types])
})

test.each([
  ['packages/client/src/a.ts', '@latchstring/core', false, true],
  ['packages/client/src/a.ts', '@latchstring/react', false, false],
  ['packages/client/src/a.ts', '../../core/src/index.ts', false, false],
  ['packages/react/src/a.tsx', '@latchstring/client', true, true],
  ['packages/react/src/a.tsx', '@latchstring/core/types', false, true],
  ['packages/vue/src/a.ts', '@latchstring/client/store', true, true],
  ['packages/vue/src/a.ts', '@latchstring/core/types', false, true],
  ['packages/svelte/src/a.ts', '@latchstring/core', false, true],
  ['packages/solid/src/a.ts', '@latchstring/react', false, false],
  ['packages/schema/src/a.ts', '@latchstring/core', false, true],
  ['packages/schema/src/a.ts', '@latchstring/core/adapters', true, true],
  ['packages/adapter-kit/src/a.ts', '@latchstring/core/adapters', false, true],
  ['packages/adapter-kit/src/a.ts', '@latchstring/schema', false, false],
  ['packages/adapter-conformance/src/a.ts', '@latchstring/core', true, true],
  ['packages/adapter-conformance/src/a.ts', '@latchstring/core/framework', false, false],
  ['packages/feature-conformance/src/a.ts', '@latchstring/core', true, true],
  ['packages/feature-conformance/src/a.ts', '@latchstring/core/framework', false, false],
  ['packages/framework-conformance/src/a.ts', '@latchstring/core/framework', true, true],
  ['packages/framework-conformance/src/a.ts', '@latchstring/node', false, false],
  ['adapters/sql/src/a.ts', '@latchstring/core/adapters', true, true],
  ['adapters/sql/src/a.ts', '@latchstring/adapter-kit', true, true],
  ['adapters/sql/src/a.ts', '@latchstring/adapter-kit/src/index.ts', false, false],
  ['adapters/redis/src/a.ts', '@latchstring/adapter-sql', false, false],
  ['adapters/kysely/src/a.ts', '@latchstring/adapter-sql', true, true],
  ['frameworks/next/src/a.ts', '@latchstring/core/framework', true, true],
  ['frameworks/next/src/a.ts', '@latchstring/react', true, true],
  ['frameworks/next/src/a.ts', '@latchstring/client', false, false],
  ['frameworks/next/src/a.ts', '../../../packages/core/src/index.ts', false, false],
  ['packages/cli/src/a.ts', '@latchstring/schema', true, true],
])('%s imports code of %s: %s, its types: %s', (file, specifier, code, types) => {
  expect([mayImport(file, specifier), mayImport(file, specifier, true)]).toEqual([code, types])
})
