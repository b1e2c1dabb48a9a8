import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createMacs } from '../../crypto/mac.ts'
import { decoysFor } from './decoys.ts'

const macs = createMacs(['q8hZr3Xw0cVtN6uYb2kLs5mDf7gJp9aEu1x'])

it('made-up credentials of an address are stable and differ between providers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.emailAddress(), async (email) => {
      const decoys = await decoysFor(macs, 'webauthn', email)
      expect(await decoysFor(macs, 'webauthn', email)).toEqual(decoys)
      expect(new Set(decoys.map(({ id }) => id)).size).toBe(decoys.length)
      for (const { id, transports } of decoys) {
        expect([16, 20, 32, 48, 64]).toContain(Buffer.from(id, 'base64url').length)
        expect(transports).not.toEqual([])
        expect(transports).toEqual(transports?.toSorted())
      }
      const [other] = await decoysFor(macs, 'keys', email)
      expect(other?.id.slice(0, 16)).not.toBe(decoys[0]?.id.slice(0, 16))
    }),
  )
})

it('made-up credentials differ by address, in every shape, mostly one', async () => {
  const emails = Array.from({ length: 200 }, (_, index) => `user${index}@example.com`)
  const all = await Promise.all(emails.map((email) => decoysFor(macs, 'webauthn', email)))
  const decoys = all.flat()
  expect(new Set(decoys.map(({ id }) => id)).size).toBe(decoys.length)
  const shapes = decoys.map(({ id, transports }) => `${id.length} ${transports?.join()}`)
  expect(new Set(shapes).size).toBe(8)
  const [one = 0, two = 0, three = 0, ...more] = [1, 2, 3, 0, 4].map(
    (count) => all.filter(({ length }) => length === count).length,
  )
  expect(one).toBeGreaterThan(100)
  expect(two).toBeGreaterThan(three)
  expect(three).toBeGreaterThan(0)
  expect(more).toEqual([0, 0])
})

it('made-up credentials of an address are the same in every version (ENU-02)', async () => {
  const emails = Array.from({ length: 200 }, (_, index) => `user${index}@example.com`)
  const all = await Promise.all(emails.map((email) => decoysFor(macs, 'webauthn', email)))
  expect(createHash('sha256').update(JSON.stringify(all)).digest('hex')).toBe(
    'feaf8ef817ebab777b3dd03adcd28c3366a25b83185e0a5acc0825496808211c',
  )
})

it.each([
  [1, 'user11@example.com'],
  [2, 'user17@example.com'],
  [2, 'user111@example.com'],
  [3, 'user286@example.com'],
])(
  'the number of made-up credentials is %i at the start of the range: %s (ENU-02)',
  async (count, email) => {
    expect(await decoysFor(macs, 'webauthn', email)).toHaveLength(count)
  },
)
