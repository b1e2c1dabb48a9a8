import { describe, expect, it } from 'vitest'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { absoluteEnd, generateToken, RAW, methodsIn, signInTime, wayIn } from './database-token.ts'

const UUID = '2f1c3a9e-7b5d-4c80-9e6f-0a1b2c3d4e5f'
const AT = 1_700_000_000_999

const configWith = (session: object): ResolvedConfig =>
  // No more of a configuration is looked at.
  ({ session, clock: () => AT }) as unknown as ResolvedConfig

const limited = configWith({ absoluteMaxAge: 60 })
const unlimited = configWith({})

describe('A token of a session in a store', () => {
  it('has the time of the sign-in where sessions have an absolute lifetime (SES-06)', () => {
    const token = generateToken(limited, AT)
    expect(token).toMatch(/^[\da-f]{64}\.[\da-z]+$/)
    expect(signInTime(limited, token)).toBe(1_700_000_000)
    expect(absoluteEnd(limited, token)).toBe(AT + 60_000)
  })

  it('has the time behind the last dot of one that the application made (SES-06)', () => {
    const own = configWith({ absoluteMaxAge: 60, generateSessionToken: () => `${UUID}.b` })
    const token = generateToken(own, AT)
    expect(token).toBe(`${UUID}.b.${AT.toString(36)}`)
    expect(signInTime(own, token)).toBe(1_700_000_000)
    expect(absoluteEnd(own, token)).toBe(AT + 60_000)
  })

  it.each([
    UUID,
    '0f1e2d3c4b5a6978',
    'V1StGXR8_Z5jdHi6B-myT',
    'tz4a98xxat96iws9zmbrgj3a',
    'made-by-the-application-1',
  ])('is %s, if the application makes that (SES-01)', (own) => {
    expect(generateToken(configWith({ generateSessionToken: () => own }), AT)).toBe(own)
  })

  it.each(['', 'abc', '1234567890', 'f'.repeat(64), 7, Promise.resolve(UUID)])(
    'of the application that can be guessed or is not text is refused: %j (SES-01)',
    (own) => {
      const config = configWith({ generateSessionToken: () => own })
      expect(() => generateToken(config, AT)).toThrow(
        '`session.generateSessionToken` returned a token that can be guessed, or something else than text. Return 128 random bits or more, such as 32 random digits in hex, or leave the option out.',
      )
    },
  )

  it('is an error that names the function of the application where that throws (SES-01)', () => {
    const err = new Error('own')
    const generateSessionToken = (): never => {
      throw err
    }
    expect(() => generateToken(configWith({ generateSessionToken }), AT)).toThrow(
      expect.objectContaining({
        type: 'CallbackRouteError',
        message: 'The `session.generateSessionToken` function threw.',
        cause: { err },
      }),
    )
  })

  it.each([undefined, null])('is one of ours where the application returns %s', (own) => {
    const config = configWith({ generateSessionToken: () => own })
    expect(generateToken(config, AT)).toMatch(/^[\da-f]{64}\.loyw3vtz$/)
  })

  it('has the mark of the account that opened the session, and ends at no age without an absolute lifetime (FRE-01)', () => {
    const mark = 'a_-b1234a_-b1234'
    const token = generateToken(unlimited, AT, { way: mark })
    expect(token).toMatch(/^[\da-f]{64}\.a_-b1234a_-b1234\.loyw3vtz$/)
    expect([signInTime(unlimited, token), wayIn(token)]).toEqual([1_700_000_000, mark])
    expect(wayIn(generateToken(unlimited, AT))).toBeUndefined()
    expect(absoluteEnd(unlimited, token)).toBe(Number.POSITIVE_INFINITY)
  })

  it('has how the user signed in before that mark, where tokens of before are read as well', () => {
    const mark = 'a_-b1234a_-b1234'
    const token = generateToken(unlimited, AT, { way: mark, methods: 'swk~user~mfa' })
    expect(token).toMatch(/^[\da-f]{64}\.~swk~user~mfa\.a_-b1234a_-b1234\.loyw3vtz$/)
    expect([signInTime(unlimited, token), wayIn(token)]).toEqual([1_700_000_000, mark])
    expect(methodsIn(token)).toBe('swk~user~mfa')
    expect(methodsIn(generateToken(unlimited, AT, { methods: 'pwd' }))).toBe('pwd')
    expect(methodsIn(generateToken(unlimited, AT, { methods: '-' }))).toBe('-')
    expect(methodsIn(generateToken(unlimited, AT, { way: mark }))).toBeUndefined()
  })

  it('from before there was an absolute lifetime has ended, and says no time (SES-06)', () => {
    for (const token of ['abcdef', 'deadbeef.']) expect(signInTime(limited, token)).toBeUndefined()
    expect(absoluteEnd(limited, 'abcdef')).toBe(0)
  })

  it.each(['v1.k3j4h5kjh34k5jh3k4', '3f1c9d.Zk3vQ8wYbLq0aX7', 'a.zzzzzzzz', 'a.0', 'a.LOYW3V28'])(
    'from before there was an absolute lifetime, with a dot as in %j, has ended, and says no time (ALT-03)',
    (token) => {
      expect(signInTime(limited, token)).toBeUndefined()
      expect(absoluteEnd(limited, token)).toBe(0)
    },
  )

  it('keeps its time where the clock has been set back by a day since (SES-04)', () => {
    const before = { ...limited, clock: () => AT - 86_400_000 }
    expect(absoluteEnd(before, generateToken(limited, AT))).toBe(AT + 60_000)
    const earlier = { ...limited, clock: () => AT - 86_400_001 }
    expect(absoluteEnd(earlier, generateToken(limited, AT))).toBe(0)
  })
})

describe('A token that another library may have stored as it is', () => {
  it.each([
    ['3f1c-9d.token', true],
    ['sha256:abc', false],
    ['SHA256:abc', false],
    ['xsha256:abc', true],
    ['with space', false],
    ['with\u00e9', false],
    ['', false],
  ])('%j: %s (ALT-07)', (token, isRaw) => {
    expect(RAW.test(token)).toBe(isRaw)
  })
})
