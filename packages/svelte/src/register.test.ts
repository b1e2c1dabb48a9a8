import { expect, test } from 'vitest'
import { compileTypes } from '../../client/test/compile-types.ts'

test('a registration in an application types the functions of the package for Svelte', async () => {
  expect(await compileTypes(new URL('../test/types', import.meta.url))).toBe('')
})
