import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'

/** Modules that packages share without depending on each other: where each is written, and where it is copied to. */
const COPIES = {
  'packages/core/src/lib/kit/values.ts': [
    'packages/adapter-kit/src/lib/values.ts',
    'packages/cli/src/lib/values.ts',
    'packages/testing/src/lib/values.ts',
    'test/kit/src/values.ts',
  ],
  'packages/core/src/lib/kit/nearest.ts': [
    'packages/testing/src/lib/nearest.ts',
    'packages/schema/src/lib/nearest.ts',
    'packages/cli/src/lib/nearest.ts',
  ],
  'packages/core/src/lib/kit/advisories.ts': ['packages/cli/src/lib/advisories.ts'],
  'packages/schema/src/lib/suggest.ts': ['packages/cli/src/lib/suggest.ts'],
}

/**
 * The copies, without the line that speaks of them.
 *
 * @type {() => import('./modules.mjs').Files}
 */
export function generateCopies() {
  return new Map(
    Object.entries(COPIES).flatMap(([source, copies]) => {
      const text = readFileSync(join(root, source), 'utf8').replace(
        /^\/\/ tools\/generate.*\n\n/,
        '',
      )
      const copy = `// Written by tools/generate from ${source}.\n\n${text}`
      return copies.map((path) => /** @type {const} */ ([path, copy]))
    }),
  )
}
