import { describe, expect, it } from 'vitest'
import { asReference, newReference } from './reference.ts'

describe('The reference of an error', () => {
  it('has eight characters that are easy to read out, and differs each time (PAG-02)', () => {
    const references = Array.from({ length: 1_000 }, () => newReference())
    expect(new Set(references).size).toBe(1_000)
    for (const reference of references) {
      expect(reference).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
      expect(asReference(reference)).toBe(reference)
    }
  })

  it.each([undefined, '', 'ABCDEFG', 'ABCDEFGHJ', 'abcdefgh', 'ABCDEFG0', 'ABCD EFG', '<b>ABCDE'])(
    'is not %j (PAG-02)',
    (text) => {
      expect(asReference(text)).toBeUndefined()
    },
  )
})
