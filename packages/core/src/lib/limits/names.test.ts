import { describe, expect, it } from 'vitest'
import type { ResolvedProvider } from '../config/providers.ts'
import { InvalidRequest } from '../errors/classes.ts'
import { countedName, findIdentifier, findNames, toName } from './names.ts'

const PLAIN = { accounts: undefined, inbox: undefined }
const UNDECLARED = { credentials: {} }

describe('the name of an account', () => {
  it.each([
    ['ada@example.com', 'mailbox ada@example.com'],
    ['Ada@Example.COM', 'mailbox ada@example.com'],
    ['ada+news@example.com', 'mailbox ada@example.com'],
    ['ada+one+two@example.com', 'mailbox ada@example.com'],
    ['a.da@example.com', 'mailbox a.da@example.com'],
    ['a.d.a+news@gmail.com', 'mailbox ada@gmail.com'],
    ['a.da@googlemail.com', 'mailbox ada@gmail.com'],
    ['+news@example.com', 'mailbox +news@example.com'],
    ['Ada', 'name ada'],
    [' a\u200bd a\t', 'name ada'],
    ['ａｄａ', 'name ada'],
    ['ada+news', 'name ada+news'],
    // Compatibility forms of some characters begin with a space.
    ['a\u00a8da', 'name a\u0308da'],
    [' '.repeat(1_024) + 'ada', 'name ada'],
    ['a' + '\u200b'.repeat(1_023) + 'da', 'name ada'],
    [' '.repeat(300) + 'ada@example.com\t', 'mailbox ada@example.com'],
  ])('%j is counted as %j (LIM-12)', (text, counted) => {
    expect(countedName(text, PLAIN)).toBe(counted)
  })

  it('is counted by its first 1,024 characters, so that a long one costs no more', () => {
    expect(countedName('x'.repeat(5_000), PLAIN)).toBe(`name ${'x'.repeat(1_024)}`)
  })

  it('that is an address is counted as the mailbox that the application returns', () => {
    const inbox = (address: string): string => `box of ${address}`
    expect(countedName('Ada+one@example.com', { inbox })).toBe('mailbox box of ada+one@example.com')
    expect(countedName('Ada', { inbox })).toBe('name ada')
  })

  it('is an error that names `limits.inbox` where that throws or returns something else than text (LIM-12)', () => {
    const thrown = new Error('own')
    const throws = (): never => {
      throw thrown
    }
    expect(() => countedName('ada@example.com', { inbox: throws })).toThrow(
      expect.objectContaining({
        type: 'CallbackRouteError',
        message: 'The `limits.inbox` function threw.',
        cause: { err: thrown },
      }),
    )
    // A function without types may return any value.
    const later = (async () => 'ada') as unknown as () => string
    expect(() => countedName('ada@example.com', { inbox: later })).toThrow(
      expect.objectContaining({
        type: 'InvalidConfiguration',
        message:
          'The `limits.inbox` function returned a promise. Return the mailbox of the address as text.',
      }),
    )
  })

  it.each([
    ['mailbox ada@example.com', 'ada@example.com'],
    ['name ada', 'ada'],
    ['name a b', 'a b'],
  ])('given as %j is passed to events as %j', (counted, name) => {
    expect(toName(counted)).toBe(name)
  })
})

describe('the names in a form without declared fields', () => {
  it.each([
    'email',
    'e-mail',
    'E_Mail',
    'emailAddress',
    'email address',
    'e.mail-address',
    'user',
    'username',
    'user_name',
    'userId',
    'user id',
    'login',
    'logInName',
    'log-in-name',
    'identifier',
    'account',
    'handle',
    'phone',
    'phoneNumber',
    'phone-number',
    'mobile',
  ])('are read from the field "%s" (LIM-12)', (field) => {
    expect(findNames(PLAIN, UNDECLARED, { [field]: 'Ada' })).toEqual(['name ada'])
  })

  it.each(['password', 'myemail', 'emails', 'usernames', 'superuser', 'accounts', 'mobiles', 'id'])(
    'are not read from the field "%s"',
    (field) => {
      expect(findNames(PLAIN, UNDECLARED, { [field]: 'Ada' })).toEqual([])
    },
  )

  it('are those of several fields, each counted once (LIM-06)', () => {
    const fields = { username: 'Ada', email: 'ada@example.com', login: 'ADA' }
    expect(findNames(PLAIN, UNDECLARED, fields)).toEqual(['name ada', 'mailbox ada@example.com'])
    const four = { user: 'a', username: 'b', login: 'c', handle: 'd', mobile: 'D' }
    expect(findNames(PLAIN, UNDECLARED, four)).toEqual(['name a', 'name b', 'name c', 'name d'])
  })

  it('are refused if there are more than four, of which one would not be counted (LIM-02, LIM-06)', () => {
    const decoys = { 'e-mail': 'a', e_mail: 'b', 'e.mail': 'c', EMAIL: 'd', email: 'ada' }
    expect(() => findNames(PLAIN, UNDECLARED, decoys)).toThrow(/^The form has 5 names of accounts/)
    const accounts = (fields: Readonly<Record<string, string>>): readonly string[] =>
      Object.values(fields)
    expect(() => findNames({ ...PLAIN, accounts }, UNDECLARED, decoys)).toThrow(InvalidRequest)
    // Only declared fields count.
    const declared = { credentials: { email: {} } }
    expect(findNames(PLAIN, declared, decoys)).toEqual(['name ada'])
  })

  it('are empty if only spaces were entered', () => {
    expect(findNames(PLAIN, UNDECLARED, { username: ' \t', email: '' })).toEqual([])
  })
})

describe('the names in a form with declared fields', () => {
  const declare = (...names: readonly string[]): typeof UNDECLARED => ({
    credentials: Object.fromEntries(names.map((name) => [name, {}])),
  })

  it('are read from declared fields with such a name only, whatever else is sent', () => {
    const provider = declare('badge', 'email')
    const fields = { badge: '7', email: 'ada@example.com', username: 'another' }
    expect(findNames(PLAIN, provider, fields)).toEqual(['mailbox ada@example.com'])
  })

  it('are read from the first declared field if none has such a name and the others are empty (LIM-12)', () => {
    const provider = declare('badge', 'room')
    const fields = { badge: 'A7', room: '12', username: 'another' }
    expect(findNames(PLAIN, provider, fields)).toEqual(['name a7'])
    expect(findNames(PLAIN, provider, { room: '12' })).toEqual([])
  })

  it.each([
    'password',
    'passPhrase',
    'loginPin',
    'secret',
    'clientSecret',
    'accessToken',
    'code',
    'totp',
  ])('are never read from a secret field called "%s" (LIM-17)', (field) => {
    expect(findNames(PLAIN, declare(field, 'badge'), { [field]: 'x', badge: 'A7' })).toEqual([
      'name a7',
    ])
  })

  it('may be read from a field whose name only contains the letters PIN', () => {
    expect(findNames(PLAIN, declare('pinned', 'badge'), { pinned: 'A7' })).toEqual(['name a7'])
  })

  it('are never read from a password field, whatever its name (LIM-17)', () => {
    const provider = { credentials: { phrase: { type: 'password' }, badge: { type: 'text' } } }
    expect(findNames(PLAIN, provider, { phrase: 'x', badge: 'A7' })).toEqual(['name a7'])
  })

  it('are read from all fields if only secrets are declared', () => {
    expect(findNames(PLAIN, declare('password'), { username: 'Ada', password: 'x' })).toEqual([
      'name ada',
    ])
  })

  it('are those that the application returns, if they are strings', () => {
    // A function without types may return any value.
    const accounts = (): readonly string[] => ['Ada', '  ', 7 as unknown as string, 'ADA', 'Grace']
    const fields = { email: 'another@example.com' }
    expect(findNames({ ...PLAIN, accounts }, declare('email'), fields)).toEqual([
      'name ada',
      'name grace',
    ])
  })
})

describe('The function `limits.accounts`', () => {
  function find(own: () => unknown): readonly string[] {
    // A function without types may return any value.
    const accounts = own as () => readonly string[]
    return findNames({ ...PLAIN, accounts }, UNDECLARED, { username: 'Ada' })
  }

  it.each([undefined, null])('that returns %j leaves the names to the library', (returned) => {
    expect(find(() => returned)).toEqual(['name ada'])
  })

  it('that throws or returns no list is named by the error (LIM-12)', () => {
    const thrown = new Error('own')
    const throws = (): never => {
      throw thrown
    }
    expect(() => find(throws)).toThrow(
      expect.objectContaining({
        type: 'CallbackRouteError',
        message: 'The `limits.accounts` function threw.',
        cause: { err: thrown },
      }),
    )
    expect(() => find(() => 'Ada')).toThrow(
      expect.objectContaining({
        type: 'InvalidConfiguration',
        message: 'The `limits.accounts` function returned a string. Return a list of names.',
      }),
    )
  })
})

describe('The entered name in events', () => {
  const provider = (kind: string, credentials = {}): ResolvedProvider =>
    // The function reads kind and declared fields of a provider.
    ({ kind, config: { credentials } }) as unknown as ResolvedProvider

  it.each<readonly [string, ResolvedProvider, Record<string, unknown>, string | undefined]>([
    ['an address', provider('email'), { email: 'Ada@Example.com' }, 'ada@example.com'],
    ['no address', provider('email'), { email: 'nothing' }, undefined],
    ['a name', provider('credentials'), { username: 'Ada', login: 'Grace' }, 'Ada'],
    ['a declared field', provider('credentials', { badge: {} }), { badge: 'A7' }, 'A7'],
    ['an empty field', provider('credentials', { badge: {} }), { room: 'A7' }, undefined],
    ['something that is not text', provider('credentials'), { username: 7, login: 'x' }, 'x'],
    ['a long text', provider('credentials'), { login: 'x'.repeat(2_000) }, 'x'.repeat(1_024)],
    ['a field called "undefined"', provider('credentials'), { undefined: 'x' }, undefined],
    ['a form without a name', provider('credentials'), { password: 'x' }, undefined],
    ['an answer of a provider', provider('oidc'), { username: 'Ada' }, undefined],
    ['a passkey', provider('webauthn'), { username: 'Ada' }, undefined],
  ])('of %s is the name alone (LOG-03)', (_, asked, fields, expected) => {
    expect(findIdentifier(asked, new Map(Object.entries(fields)))).toBe(expected)
  })
})
