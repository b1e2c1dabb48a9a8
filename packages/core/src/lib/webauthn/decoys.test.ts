import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createMacs } from '../crypto/mac.ts'
import { decoysFor } from './decoys.ts'

const macs = createMacs(['q8hZr3Xw0cVtN6uYb2kLs5mDf7gJp9aEu1x'])

it('gives an address the same credential every time, and another one at another provider', async () => {
  await fc.assert(
    fc.asyncProperty(fc.emailAddress(), async (email) => {
      const [first] = await decoysFor(macs, 'webauthn', email)
      expect([first]).toEqual(await decoysFor(macs, 'webauthn', email))
      const length = Buffer.from(first?.id ?? '', 'base64url').length
      expect([16, 20, 32, 48, 64]).toContain(length)
      expect(first?.transports?.length).toBeGreaterThan(0)
      const [other] = await decoysFor(macs, 'keys', email)
      expect(other?.id.slice(0, 16)).not.toBe(first?.id.slice(0, 16))
    }),
  )
})

it('gives different addresses different credentials, of every shape', async () => {
  const emails = Array.from({ length: 100 }, (_, index) => `user${index}@example.com`)
  const all = await Promise.all(emails.map((email) => decoysFor(macs, 'webauthn', email)))
  const ids = all.map(([decoy]) => decoy?.id ?? '')
  expect(new Set(ids).size).toBe(100)
  expect(new Set(ids.map((id) => id.length)).size).toBe(5)
})
