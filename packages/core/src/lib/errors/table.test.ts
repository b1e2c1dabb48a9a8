import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ErrorType } from '../types/error-type.ts'
import { AuthError } from './auth-error.ts'
import * as classes from './classes.ts'
import { errorRow, ERRORS } from './table.ts'

const { SignInError } = classes

/** The configuration is at fault. Applications may count on these codes; the page about errors has every one. */
const CONFIGURATION = [
  'AuthError',
  'BodyConsumed',
  'DuplicateConditionalUI',
  'DuplicateProvider',
  'ErrorPageLoop',
  'EventError',
  'ExperimentalFeatureNotEnabled',
  'InvalidConfiguration',
  'InvalidEndpoints',
  'JWTSessionError',
  'MissingAdapter',
  'MissingAdapterMethods',
  'MissingAuthorize',
  'MissingSecret',
  'MissingWebAuthnAutocomplete',
  'SessionTokenError',
  'SessionTooLarge',
  'UnsupportedStrategy',
  'WeakSecret',
] as const

/** Responses to visitors for errors that are not of the configuration: the page and its `error`, or a direct answer; the status. */
const OTHERS = [
  ['AccessDenied', 'error', 'AccessDenied', 403],
  ['AccountNotLinked', 'signIn', 'OAuthAccountNotLinked', 409],
  ['AdapterError', 'problem', 'Configuration', 503],
  ['CallbackRouteError', 'signIn', 'Callback', 500],
  ['CredentialsSignin', 'signIn', 'CredentialsSignin', 401],
  ['CrossOriginRequest', 'problem', 'Configuration', 403],
  ['EmailCreateAccountError', 'signIn', 'EmailCreateAccount', 503],
  ['EmailNotVerified', 'signIn', 'Signin', 403],
  ['EmailSignInError', 'signIn', 'EmailSignin', 503],
  ['InvalidCheck', 'signIn', 'OAuthCallbackError', 400],
  ['InvalidProvider', 'problem', 'Configuration', 404],
  ['InvalidRequest', 'problem', 'Configuration', 400],
  ['MethodNotAllowed', 'problem', 'Configuration', 405],
  ['MissingCSRF', 'signIn', 'Signin', 403],
  ['OAuthAccountNotLinked', 'signIn', 'OAuthAccountNotLinked', 409],
  ['OAuthCallbackError', 'signIn', 'OAuthCallbackError', 502],
  ['OAuthCreateAccountError', 'signIn', 'OAuthCreateAccount', 503],
  ['OAuthProfileParseError', 'signIn', 'OAuthCallbackError', 502],
  ['OAuthSignInError', 'signIn', 'OAuthSignin', 502],
  ['PayloadTooLarge', 'problem', 'Configuration', 413],
  ['SessionRequired', 'signIn', 'SessionRequired', 401],
  ['SignInError', 'signIn', 'Signin', 500],
  ['SignOutError', 'problem', 'Configuration', 503],
  ['TooManyRequests', 'problem', 'Configuration', 429],
  ['UnknownAction', 'problem', 'Configuration', 404],
  ['UnsupportedMediaType', 'problem', 'Configuration', 415],
  ['UntrustedHost', 'problem', 'Configuration', 400],
  ['Verification', 'error', 'Verification', 403],
  ['ValueTooLong', 'problem', 'Configuration', 400],
  ['WebAuthnVerificationError', 'signIn', 'Signin', 401],
] as const

/** Failures of a sign-in, for which `instanceof SignInError` is true. */
const OF_SIGN_IN = [
  'AccountNotLinked',
  'CredentialsSignin',
  'EmailCreateAccountError',
  'EmailNotVerified',
  'EmailSignInError',
  'MissingCSRF',
  'OAuthAccountNotLinked',
  'OAuthCallbackError',
  'OAuthCreateAccountError',
  'OAuthSignInError',
  'SessionRequired',
  'SignInError',
]

/** The lines of `docs/errors.md`: `It is a …` and `Sign-in page with …` are left out where they do not apply. */
const PROMISE =
  /^### (?<type>\w+)\n\n.+?(?<ofSignIn> It is a `SignInError`\.)?\n\n(?:(?<outcome>Sign-in page|Error page|Status)(?: with `error=(?<param>\w+)`; status)? (?<status>\d+)\. Message: “(?<message>.+)”\n\n)?\*\*Fix:\*\* (?<fix>.+)$/gm

const PAGES: Readonly<Record<string, string>> = {
  'Sign-in page': 'signIn',
  'Error page': 'error',
  Status: 'problem',
}

const promised = [
  ...readFileSync(new URL('../../../../../docs/errors.md', import.meta.url), 'utf8').matchAll(
    PROMISE,
  ),
].map(({ groups = {} }) => ({
  type: groups['type'] ?? '',
  ofSignIn: groups['ofSignIn'] !== undefined,
  row: {
    page: PAGES[groups['outcome'] ?? 'Error page'],
    param: groups['param'] ?? 'Configuration',
    status: Number(groups['status'] ?? 500),
    message: groups['message'] ?? ERRORS.AuthError.message,
    fix: groups['fix'],
  },
}))

describe('the public part of an error', () => {
  it('is documented in docs/errors.md for every code', () => {
    expect(Object.keys(ERRORS).toSorted()).toEqual(promised.map(({ type }) => type).toSorted())
  })

  it.each(promised)('of $type is as docs/errors.md documents it', ({ type, row }) => {
    expect(errorRow(type)).toMatchObject(row)
  })

  it.each(CONFIGURATION)('of %s says only that the configuration is wrong', (type) => {
    expect(errorRow(type)).toMatchObject({
      page: 'error',
      param: 'Configuration',
      status: 500,
      message: ERRORS.AuthError.message,
    })
  })

  it.each(OTHERS)(
    'of %s is the page %s, the code %s and HTTP %i',
    (...[type, page, param, status]) => {
      expect(errorRow(type)).toMatchObject({ page, param, status })
    },
  )

  it.each(['Forged', 'constructor', '__proto__', 'toString', ''])(
    'of the unknown code %j is that of an error without a code',
    (type) => {
      expect(errorRow(type)).toBe(ERRORS.AuthError)
    },
  )
})

describe.each(Object.entries(ERRORS))('the log line of %s', (_type, { fix, message }) => {
  it('has the fix, which the browser is not shown', () => {
    expect(fix).toMatch(/^[A-Z][^]{12,}[.\da-z]$/)
    expect(message).not.toContain(fix)
  })
})

/** Words of a sentence, as they are compared. */
const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\w-]+/g) ?? []

/** Four words in a row that both sentences have. */
function findRepeated(one: string, other: string): string | undefined {
  const text = ` ${wordsOf(other).join(' ')} `
  const words = wordsOf(one)
  return words
    .map((_, start) => words.slice(start, start + 4))
    .filter((run) => run.length === 4)
    .map((run) => run.join(' '))
    .find((run) => text.includes(` ${run} `))
}

/** Sentences with which the sources throw an error of a class. */
function messagesOf(type: string): readonly string[] {
  const thrown = new RegExp(`new ${type}\\(\\s*(['\`])((?:\\\\.|(?!\\1)[^])*)\\1`, 'g')
  return SOURCES.flatMap((source) => [...source.matchAll(thrown)].map(([, , text = '']) => text))
}

const LIB = new URL('../', import.meta.url)
const SOURCES = readdirSync(LIB, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(new URL(name, LIB), 'utf8'))

describe.each(Object.entries(ERRORS))('the fix of %s', (type, { fix, message }) => {
  it('repeats no message of the error', () => {
    const messages = [message, ...messagesOf(type)]
    expect(messages.filter((one) => findRepeated(fix, one) !== undefined)).toEqual([])
  })

  it('says what to do, and not only where to read', () => {
    expect(fix).not.toMatch(/^(?:read|see) |option named in the message/i)
  })
})

it('The sources throw most errors with sentences that fixes are compared with', () => {
  const compared = Object.keys(ERRORS).filter((type) => messagesOf(type).length > 0)
  expect(compared.length).toBeGreaterThan(25)
  expect(messagesOf('AccessDenied')).toContain('The `signIn` callback returned false.')
})

describe.each(Object.entries(classes))('the error class %s', (name, Class) => {
  // The classes are named by the codes.
  const type = name as ErrorType
  const error = new Class()

  it('has its name as code, and message and fix from the table', () => {
    expect(error).toMatchObject({
      type,
      name,
      message: ERRORS[type].message,
      fix: ERRORS[type].fix,
    })
    expect(error).not.toHaveProperty('cause')
  })

  it('extends the class that its row names, and has the members of the row, with their values', () => {
    const { extends: parent = 'AuthError', members = {} } = ERRORS[type]
    expect(Object.getPrototypeOf(Class)).toHaveProperty('name', parent)
    const own = Object.keys(error).filter((key) => !Object.hasOwn(new AuthError(), key))
    const inherited = parent === 'AuthError' ? {} : ERRORS[parent].members
    const values = Object.entries({ ...inherited, ...members }).map(([member, valueOf]) => [
      member,
      valueOf(),
    ])
    expect(Object.fromEntries(own.map((key) => [key, Reflect.get(error, key)]))).toEqual(
      Object.fromEntries(values),
    )
  })

  it('is a subclass of SignInError exactly if it occurs in a sign-in', () => {
    expect(error).toBeInstanceOf(AuthError)
    const ofSignIn = promised.some(({ type: code, ofSignIn: is }) => code === name && is)
    expect(error instanceof SignInError).toBe(ofSignIn || name === 'SignInError')
  })
})

it('The members `allow` and `cookies` of errors are empty by default', () => {
  expect(new classes.MethodNotAllowed().allow).toEqual([])
  expect(new classes.SignOutError().cookies).toEqual([])
})

it('CredentialsSignin has the code "credentials" by default (ERR-CredentialsSignin-thrown)', () => {
  expect(new classes.CredentialsSignin().code).toBe('credentials')
})

it('Every error code except that of the base class has a class', () => {
  expect(['AuthError', ...Object.keys(classes)].toSorted()).toEqual(Object.keys(ERRORS).toSorted())
})

it.each(OF_SIGN_IN)('%s is documented as a failure of a sign-in', (name) => {
  expect(promised.find(({ type }) => type === name)?.ofSignIn).toBe(name !== 'SignInError')
})

describe('the cause of an error', () => {
  it('is the given error or the given details', () => {
    const err = new Error('inner')
    expect(new AuthError('x', err).cause).toEqual({ err })
    expect(new AuthError('x', { err, method: 'getUser' }).cause).toEqual({ err, method: 'getUser' })
    expect(new AuthError('x')).toMatchObject({ message: 'x', type: 'AuthError' })
  })
})
