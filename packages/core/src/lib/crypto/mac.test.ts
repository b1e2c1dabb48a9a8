import { createHmac, hkdfSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { primitives } from '#primitives'
import { constantTimeEqual } from './compare.ts'
import { createMacs, type MacPurpose } from './mac.ts'

const PURPOSES: readonly MacPurpose[] = ['mail-link', 'mail-code', 'mail-expiry', 'webauthn-decoy']
const NEW = 'the-new-secret-0123456789-abcdefghijkl'
const OLD = 'the-old-secret-0123456789-abcdefghijkl'

describe('MACs', () => {
  it('are HMAC-SHA-256 under an HKDF key of the purpose', async () => {
    for (const purpose of PURPOSES) {
      const key = hkdfSync('sha256', NEW, 'latchstring', `latchstring v1 mac ${purpose}`, 32)
      const expected = createHmac('sha256', Buffer.from(key)).update('text').digest('base64url')
      expect(await createMacs([NEW]).sign(purpose, 'text')).toBe(expected)
    }
  })

  it('of one purpose are not valid for another (MAG-04)', async () => {
    const macs = createMacs([NEW])
    for (const made of PURPOSES) {
      const mac = await macs.sign(made, 'text')
      for (const asked of PURPOSES) {
        expect([made, asked, await macs.verify(asked, 'text', mac)]).toEqual([
          made,
          asked,
          made === asked,
        ])
      }
    }
  })

  it('of the old secret verify during a rotation and not after it (JWE-07)', async () => {
    const old = await createMacs([OLD]).sign('mail-code', 'text')
    const during = createMacs([NEW, OLD])
    expect(await during.verify('mail-code', 'text', old)).toBe(true)
    expect(await createMacs([NEW]).verify('mail-code', 'text', old)).toBe(false)
    expect(await during.sign('mail-code', 'text')).toBe(
      await createMacs([NEW]).sign('mail-code', 'text'),
    )
    expect(await during.all('mail-link', 'text')).toEqual([
      await createMacs([NEW]).sign('mail-link', 'text'),
      await createMacs([OLD]).sign('mail-link', 'text'),
    ])
  })

  it('do not verify another text or with a change', async () => {
    const macs = createMacs([NEW])
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), async (text, other) => {
        const mac = await macs.sign('mail-code', text)
        expect(await macs.verify('mail-code', text, mac)).toBe(true)
        expect(await macs.verify('mail-code', other, mac)).toBe(text === other)
        expect(await macs.verify('mail-code', text, mac + other)).toBe(other === '')
        expect(await macs.verify('mail-code', text, mac.slice(0, -1))).toBe(false)
      }),
      { numRuns: 50 },
    )
    expect(await macs.verify('mail-code', 'text', '')).toBe(false)
  })
})

describe('The keys of MACs', () => {
  it('are derived once for each secret and purpose, in any number of configurations (PERF-15)', async () => {
    const hkdf = vi.spyOn(primitives, 'hkdf')
    const secrets = ['a-secret-of-this-test-alone-1', 'a-secret-of-this-test-alone-2']
    for (let count = 0; count < 3; count++) {
      for (const purpose of ['limit', 'device'] as const) {
        await createMacs(secrets).all(purpose, `text ${count}`)
      }
    }
    expect(hkdf).toHaveBeenCalledTimes(4)
  })
})

describe('MACs without a secret', () => {
  it('are neither created nor verified (JWE-09)', async () => {
    const none = createMacs([])
    await expect(none.sign('mail-code', 'text')).rejects.toThrow('A MAC needs a secret')
    const ofNothing = await createMacs(['']).sign('mail-code', 'text')
    expect(await none.all('mail-code', 'text')).toEqual([])
    expect(await none.verify('mail-code', 'text', ofNothing)).toBe(false)
  })
})

describe('constantTimeEqual', () => {
  it('equals === for all pairs of texts (JWE-11)', () => {
    const short = fc.string({ unit: 'binary', maxLength: 3 })
    fc.assert(
      fc.property(
        fc.oneof(short, fc.constantFrom('', 'a', 'A', 'b', 'ab', 'aB')),
        short,
        (a, b) => {
          expect(constantTimeEqual(a, b)).toBe(a === b)
          expect(constantTimeEqual(a, a)).toBe(true)
          expect(constantTimeEqual(`${a}x`, `${a}y`)).toBe(false)
          expect(constantTimeEqual(`x${a}`, `y${a}`)).toBe(false)
        },
      ),
    )
  })

  it('distinguishes characters that differ above the eighth bit (JWE-11)', () => {
    expect(constantTimeEqual('\u0161', 'a')).toBe(false)
    expect(constantTimeEqual('\u0141', 'A')).toBe(false)
  })

  it('reads every character, whichever differs (JWE-11)', () => {
    const read: number[] = []
    class Watched extends String {
      override charCodeAt(index: number): number {
        read.push(index)
        return super.charCodeAt(index)
      }
    }
    // A string object stands for a string here, so that reads of characters can be counted.
    const watched = new Watched('abcdefgh') as unknown as string
    expect(constantTimeEqual(watched, 'Xbcdefgh')).toBe(false)
    expect(read).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })
})
