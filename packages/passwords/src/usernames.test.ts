import { describe, expect, test } from 'vitest'
import { foldName, keyOfName } from './lib/username-fold.ts'

const keyOf = async (name: string): Promise<string> => {
  const folded = await foldName(name)
  if ('refused' in folded) throw new Error(`${name} is refused: ${folded.refused}`)
  return folded.key
}

describe('A username', () => {
  test.each([
    'ada',
    'Ada.Lovelace',
    'ada_99',
    'łukasz-k',
    'josé',
    'jose\u0301',
    'анна',
    'γιώργος',
    'दीपिका',
    '山田太郎',
    'やまだ',
    '김철수',
    'มานี',
    'שלום',
    'محمد',
    'Ａｄａ',
  ])('is taken from %s, in small letters', async (name) => {
    const folded = await foldName(name)
    expect(folded).toHaveProperty('name', name.normalize('NFKC').toLowerCase())
    expect(await keyOf(name)).toMatch(/^[0-9a-f]{64}$/)
  })

  test.each([
    '',
    'ab',
    'a'.repeat(31),
    'a'.repeat(100_000),
    'ada@example.com',
    'ada lovelace',
    '-ada',
    'ada-',
    'a..b',
    'аda',
    'раypal',
    'gοogle',
    'a\u0338da',
    'ada\u200b',
    '\u202eada',
    'ada😀',
    '١٢٣',
  ])('is not %j', async (name) => {
    expect(await foldName(name)).toEqual({ refused: 'username-form' })
  })

  test.each(['admin', 'ADMIN', 'adm1n', 'supp0rt', 'rооt', 'no.reply', 'root'])(
    'is not %j, which people take for the application',
    async (name) => {
      const folded = await foldName(name)
      expect(folded).toHaveProperty('refused')
    },
  )

  test.each([
    ['Ada', 'ada'],
    ['straße', 'STRASSE'],
    ['jose\u0301', 'josé'],
    ['Ａｄａ', 'ada'],
    ['ada.lovelace', 'adalovelace'],
    ['ada_l', 'ada-l'],
    ['o0o0o', 'ooooo'],
    ['paul', 'pau1'],
    ['modern', 'modem'],
    ['сор', 'cop'],
    ['хосе', 'xoce'],
    ['νικο', 'viko'],
    ['σοφος', 'ΣΟΦΟΣ'],
    ['ırmak', 'irmak'],
  ])('%s is the same as %s', async (one, other) => {
    expect(await keyOf(one)).toBe(await keyOf(other))
    expect(await keyOfName(` ${one} `)).toBe(await keyOf(other))
  })

  test('is another one where it does not look alike', async () => {
    const names = ['ada', 'adam', 'grace', 'анна', 'anna', 'jose', 'josé', 'will', 'wiii']
    expect(new Set(await Promise.all(names.map(keyOf))).size).toBe(names.length)
  })
})
