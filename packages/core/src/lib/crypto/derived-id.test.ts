import fc from 'fast-check'
import { expect, it } from 'vitest'
import { derivedId } from './derived-id.ts'

it('an id that is derived from an account never changes (ALT-08)', async () => {
  // Applications keep what they know of people under these.
  expect(await derivedId('github', '583231')).toBe('36ec952c-bc0d-824b-ac16-137f7f3f5c10')
  expect(await derivedId('google', 'é👩‍💻|"')).toBe('174ac66a-a54e-8d7a-b33c-1b34b8de6456')
})

it('an id that is derived from an account is a UUID of version 8 (ALT-08)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.string({ unit: 'binary' }), async (provider, account) => {
      expect(await derivedId(provider, account)).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      )
    }),
  )
})

it('two accounts have different derived ids, also with the same concatenation of provider and id (ALT-08)', async () => {
  const pair = fc.tuple(fc.string({ unit: fc.constantFrom('a', ':', ',', '"') }), fc.string())
  await fc.assert(
    fc.asyncProperty(pair, pair, async (one, other) => {
      const same = one[0] === other[0] && one[1] === other[1]
      expect((await derivedId(...one)) === (await derivedId(...other))).toBe(same)
    }),
  )
  expect(await derivedId('a', 'b:c')).not.toBe(await derivedId('a:b', 'c'))
  expect(await derivedId('a', '\ud800')).not.toBe(await derivedId('a', '\ud801'))
})
