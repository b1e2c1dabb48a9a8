import { describe, expect, test } from 'vitest'
import {
  hashBackupCode,
  isBackupCode,
  newBackupCode,
  readBackupCode,
  showBackupCode,
} from './lib/backup-code.ts'

describe('A backup code', () => {
  test('has ten characters, of which none looks like another', () => {
    const codes = Array.from({ length: 2000 }, newBackupCode)
    expect(codes.filter((code) => !/^[2-9A-HJ-NP-Z]{10}$/.test(code))).toEqual([])
    expect(new Set(codes).size).toBe(codes.length)
    const used = new Set(codes.join(''))
    expect(used.size).toBe(32)
  })

  test.each(['7K3M9Q-X4TBR', '7-K3M9Q-X4TBR', '7-k3m9q-x4tbr', ' 7 K3M9QX4TBR', '7K3M9QX4TBR'])(
    'that was typed as "%s" is read',
    (typed) => {
      expect(readBackupCode(typed)).toEqual({ slot: '7', code: 'K3M9QX4TBR' })
    },
  )

  test.each(['', 'K3M9Q-X4TBR', '7-K3M9Q-X4TB', '7-K3M9Q-X4TBI', '123-K3M9Q-X4TBR', '__proto__'])(
    'is not "%s"',
    (typed) => {
      expect(readBackupCode(typed)).toBeUndefined()
    },
  )

  test('of two digits of its slot is shown and read', () => {
    const code = newBackupCode()
    expect(readBackupCode(showBackupCode('10', code))).toEqual({ slot: '10', code })
  })

  test('is kept as a hash with a salt of its own', async () => {
    const code = newBackupCode()
    const [one, other] = [await hashBackupCode(code), await hashBackupCode(code)]
    expect(one).toMatch(/^\$pbkdf2-sha256\$i=100000\$/)
    expect(one).not.toBe(other)
    expect(one).not.toContain(code)
    expect([await isBackupCode(code, one), await isBackupCode(code, other)]).toEqual([true, true])
    expect(await isBackupCode(newBackupCode(), one)).toBe(false)
  })

  test.each(['', '$pbkdf2-sha256$i=1$a$b', 'plain', '$2b$10$x'])(
    'is never right for the hash "%s"',
    async (stored) => {
      expect(await isBackupCode('K3M9QX4TBR', stored)).toBe(false)
    },
  )
})
