import { hkdfSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { deriveBytes, sha256 } from './hash.ts'

describe('sha256', () => {
  it('computes SHA-256 of FIPS 180-4 in base64url', async () => {
    expect(await sha256('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0')
  })
})

describe('deriveBytes', () => {
  it('derives the requested number of bytes by HKDF with SHA-256', async () => {
    for (const bytes of [1, 32, 64]) {
      const derived = await deriveBytes('secret', { salt: 'salt', info: 'info', bytes })
      const expected = hkdfSync('sha256', 'secret', 'salt', 'info', bytes)
      expect([...derived]).toEqual([...new Uint8Array(expected)])
    }
  })

  it('derives other bytes for another secret, salt or info', async () => {
    const given = { salt: 'salt', info: 'info', bytes: 32 }
    const all = await Promise.all([
      deriveBytes('secret', given),
      deriveBytes('other', given),
      deriveBytes('secret', { ...given, salt: 'other' }),
      deriveBytes('secret', { ...given, info: 'other' }),
    ])
    expect(new Set(all.map(String)).size).toBe(4)
  })
})
