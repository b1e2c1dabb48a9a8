import { createHash } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { describe, expect, test } from 'vitest'
import type { PasswordsOptions } from './index.ts'
import { createParts } from './lib/parts.ts'
import { isCommon } from './lib/policy/common.ts'
import { findPasswordFault } from './lib/policy/policy.ts'

const ADA = { email: 'ada.lovelace@example.com', name: 'Ada Lovelace', username: null }

interface Found {
  readonly refused?: string | undefined
  readonly said: readonly string[]
}

async function judge(
  password: string,
  options: PasswordsOptions = {},
  times: number = 1,
): Promise<Found> {
  const said: string[] = []
  const log = (_: string, message: string): void => void said.push(message)
  const parts = createParts(options)
  let refused: string | undefined
  for (let time = 0; time < times; time += 1) {
    const fault = await findPasswordFault(parts, password, ADA, { log })
    refused = fault?.refused
  }
  return { refused, said }
}

describe('A new password', () => {
  test.each([
    ['a long sentence of small letters', undefined],
    ['1234567', 'too-short'],
    ['ﬀﬁﬂﬀ', undefined],
    ['x'.repeat(257), 'too-long'],
    ['é'.repeat(256), undefined],
    ['😀'.repeat(256), undefined],
    ['😀'.repeat(257), 'too-long'],
    ['\ufdfa'.repeat(20), 'too-long'],
    ['with a \0 in it', 'unusable'],
    ['with a \ud83d half', 'unusable'],
    ['password1', 'common'],
    ['PASSWORD1', 'common'],
    ['iloveyou', 'common'],
    ['lovelace', 'personal'],
    ['Lovelace2026', 'personal'],
    ['ada.lovelace@example.com', 'personal'],
    ['lovelace knew about engines', undefined],
  ])('%j is refused as %s', async (password, refused) => {
    expect((await judge(password)).refused).toBe(refused)
  })

  test('is as long as the application wants, and has no words of it alone', async () => {
    const options = { minLength: 12, words: ['Acme'] }
    expect((await judge('eleven word', options)).refused).toBe('too-short')
    expect((await judge('acme acme 1234', options)).refused).toBe('personal')
    expect((await judge('acme makes rockets', options)).refused).toBeUndefined()
  })

  test('may be a common one where the list is left out', async () => {
    expect((await judge('password1', { blocklist: false })).refused).toBeUndefined()
  })

  test.each(['x'.repeat(1_000_000), '\ufdfa'.repeat(1024), 'a' + '\u0301'.repeat(10_000)])(
    'that would cost time is refused in milliseconds (PWD-09)',
    async (password) => {
      await judge('warm')
      const before = performance.now()
      expect((await judge(password)).refused).toBe('too-long')
      expect(performance.now() - before).toBeLessThan(50)
    },
  )

  test('is judged by the application last, which knows whose it is', async () => {
    const asked: unknown[] = []
    const policy = (password: string, owner: unknown) => {
      asked.push([password, owner])
      return password.includes('rocket') ? 'No rockets.' : undefined
    }
    expect((await judge('short', { policy })).refused).toBe('too-short')
    expect((await judge('a rocket engine', { policy })).refused).toBe('policy')
    expect((await judge('a steam engine', { policy })).refused).toBeUndefined()
    expect(asked).toEqual([
      ['a rocket engine', ADA],
      ['a steam engine', ADA],
    ])
  })
})

describe('The list of common passwords', () => {
  test('takes fewer than one in a thousand other passwords for common ones', () => {
    const others = Array.from({ length: 20_000 }, (_, index) =>
      createHash('sha256').update(String(index)).digest('base64url').slice(0, 12),
    )
    expect(others.filter(isCommon).length).toBeLessThan(20)
  })
})

describe('Known breaches', () => {
  const BREACHED = 'correct horse battery'
  const hash = createHash('sha1').update(BREACHED).digest('hex').toUpperCase()

  function answer(body: string | Error, status: number = 200) {
    const requests: Request[] = []
    const fetch: typeof globalThis.fetch = async (input, init) => {
      requests.push(new Request(input, init))
      if (body instanceof Error) throw body
      return new Response(body, { status })
    }
    return { requests, fetch }
  }

  test('are asked with five characters of a hash and padding, and nothing else (PWD-11)', async () => {
    const { requests, fetch } = answer(`0123:4\r\n${hash.slice(5)}:7\r\n`)
    expect(await judge(BREACHED, { breaches: { fetch } })).toEqual({
      refused: 'breached',
      said: [],
    })
    expect(requests.map(({ url, method, headers }) => [url, method, [...headers]])).toEqual([
      [
        `https://api.pwnedpasswords.com/range/${hash.slice(0, 5)}`,
        'GET',
        [['add-padding', 'true']],
      ],
    ])
  })

  test('do not have what is padding', async () => {
    const { fetch } = answer(`${hash.slice(5)}:0\r\n`)
    expect((await judge(BREACHED, { breaches: { fetch } })).refused).toBeUndefined()
  })

  test.each([
    ['away', answer(new Error('connect ECONNREFUSED'))],
    ['failing', answer('', 503)],
    ['endless', answer('x'.repeat(1_000_001))],
  ])('that are %s let the password pass, and are logged once (PWD-11)', async (_, { fetch }) => {
    const { refused, said } = await judge(BREACHED, { breaches: { fetch } }, 3)
    expect(refused).toBeUndefined()
    expect(said).toEqual([expect.stringMatching(/^New passwords are not looked up in breaches/)])
    expect(said.join()).not.toContain(BREACHED)
  })

  test('are not asked about what is refused anyway', async () => {
    const { requests, fetch } = answer('')
    await judge('password1', { breaches: { fetch } })
    expect(requests).toEqual([])
  })
})

describe('passwords()', () => {
  test.each([
    { minLength: 7 },
    { minLength: 65 },
    { minLength: 8.5 },
    { breaches: { url: 'http://ranges.example/' } },
    { breaches: { url: 'https://ranges.example' } },
  ])('is not made with %j', (options) => {
    expect(() => createParts(options)).toThrow(/`passwords\(\)` cannot be used/)
  })

  test('takes an option that is undefined for one that is not there', () => {
    const { settings } = createParts(Object.fromEntries([['minLength', undefined]]))
    expect(settings.minLength).toBe(8)
  })
})
