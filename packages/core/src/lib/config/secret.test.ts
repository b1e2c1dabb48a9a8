import { describe, expect, it } from 'vitest'
import { createLog } from '../logger/logger.ts'
import { requireSecrets, resolveSecrets } from './secret.ts'
import { findWeakness } from './secret-strength.ts'

const GOOD = '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978'

function resolve(
  secrets: readonly string[],
  production: boolean,
  acceptWeak = false,
  application: object = {},
) {
  const errors: string[] = []
  const log = createLog({ error: (error) => errors.push(error.name) }, false)
  try {
    return { result: resolveSecrets(secrets, { production, acceptWeak, log, application }), errors }
  } catch (error) {
    return { result: error instanceof Error ? error.name : 'no error', errors }
  }
}

describe('a secret (JWE-09)', () => {
  it.each([
    '',
    'secret',
    'x'.repeat(31),
    'x'.repeat(64),
    'ab'.repeat(40),
    '012345678'.repeat(9),
    'secretsecretsecretsecretsecretsecret',
    'é'.repeat(40),
  ])('%j is weak', (secret) => {
    expect(findWeakness(secret)).toBeTypeOf('string')
  })

  it.each([
    GOOD,
    GOOD.slice(0, 32),
    '0123456789'.repeat(4),
    'K7pQ/zR3m+V9xT1wYb6nL2hJ8sD4fG0aCeUiOqZt5',
    'пароль-из-многих-букв',
  ])('%j is accepted', (secret) => {
    expect(findWeakness(secret)).toBeUndefined()
  })

  it('needs 32 bytes', () => {
    expect(findWeakness(GOOD.slice(0, 31))).toContain('32')
    expect(findWeakness(GOOD.slice(0, 32))).toBeUndefined()
  })

  it('that is missing is an error in production', () => {
    expect(resolve([], true)).toEqual({ result: 'MissingSecret', errors: [] })
    expect(resolve(['', ''], true)).toEqual({ result: 'MissingSecret', errors: [] })
    expect(resolve([], true, true)).toEqual({ result: 'MissingSecret', errors: [] })
  })

  it('that is missing in development is generated, with one warning', () => {
    const one = resolve([], false)
    const two = resolve([], false)
    expect(one.errors).toEqual(['MissingSecret'])
    expect(one.result).toHaveLength(1)
    expect(findWeakness(String(one.result[0]))).toBeUndefined()
    expect(one.result).not.toEqual(two.result)
  })

  it('that is generated is the same for all configurations of an application', () => {
    const application = {}
    const [one, two] = [1, 2].map(() => resolve([], false, false, application).result)
    expect(one).toEqual(two)
    expect(one).not.toEqual(resolve([], false).result)
  })

  it('that is weak is an error in production unless accepted, and a warning in development', () => {
    expect(resolve(['short'], true)).toEqual({ result: 'WeakSecret', errors: [] })
    expect(resolve([GOOD, 'short'], true)).toEqual({ result: 'WeakSecret', errors: [] })
    expect(resolve(['short'], true, true)).toEqual({ result: ['short'], errors: [] })
    expect(resolve(['short'], false)).toEqual({ result: ['short'], errors: ['WeakSecret'] })
  })

  it('that is weak is not in the message (LOG-01)', () => {
    const log = createLog({}, false)
    const resolveWeak = () =>
      resolveSecrets(['hunter2hunter2'], {
        production: true,
        acceptWeak: false,
        log,
        application: {},
      })
    expect(resolveWeak).toThrow(/guessed/)
    expect(resolveWeak).not.toThrow(/hunter2/)
  })

  it('keeps the order of rotation without empty ones', () => {
    expect(resolve([GOOD, '', `${GOOD}2`], true).result).toEqual([GOOD, `${GOOD}2`])
  })

  it('that is generated is logged, with the consequence', () => {
    const messages: string[] = []
    const log = createLog({ error: ({ message }) => messages.push(message) }, false)
    resolveSecrets([], { production: false, acceptWeak: false, log, application: {} })
    expect(messages).toEqual(['AUTH_SECRET is not set. Sessions end when this process does.'])
  })

  it('is required by functions that cannot work without one', () => {
    expect(requireSecrets('a', 'encode()')).toEqual(['a'])
    expect(requireSecrets(['a', 'b'], 'encode()')).toEqual(['a', 'b'])
    for (const none of [undefined, '', ' ', []]) {
      expect(() => requireSecrets(none, 'encode()')).toThrow(
        /^encode\(\) needs a `secret` that is not empty\.$/,
      )
    }
    expect(() => requireSecrets(['a', ''], 'encode()')).toThrow(
      /^`secret` has an empty secret, number 2 of 2\. Leave it out/,
    )
  })
})
