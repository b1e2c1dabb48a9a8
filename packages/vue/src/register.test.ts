import { expect, test } from 'vitest'
import { compileTypes } from '../../client/test/compile-types.ts'

test('a registration in an application types useAuth and the plugin of Vue', async () => {
  expect(await compileTypes(new URL('../test/types', import.meta.url))).toBe('')
})
