import { describe, expect, it } from 'vitest'
import { AuthError } from '../errors/auth-error.ts'
import { InvalidProvider } from '../errors/classes.ts'
import { explainOnPage, explainThrown, rememberFailure } from './explanation.ts'

const PAGE = { html: '<main>Sorry.</main>', styles: ['a{}'], scripts: [] }

function show(error: AuthError): string {
  rememberFailure(error, 'ABCD2345')
  return explainOnPage(PAGE, 'ABCD2345').html
}

/** The texts of the box, by their terms. */
const termsOf = (html: string): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    [...html.matchAll(/<dt>(.*?)<\/dt>([^]*?)(?=<dt>|<\/dl>)/g)].map(([, name = '', rest = '']) => [
      name,
      [...rest.matchAll(/<dd>([^]*?)<\/dd>/g)].map(([, text = '']) => text),
    ]),
  )

function thrown(message: string, stack: readonly string[]): Error {
  const error = new Error(message)
  error.stack = [`Error: ${message}`, ...stack].join('\n')
  return error
}

describe('The box about a failure', () => {
  it('is at the end of the page, behind its style', () => {
    rememberFailure(new InvalidProvider('x'), 'ABCD2345')
    const { html, styles } = explainOnPage(PAGE, 'ABCD2345')
    expect(styles).toHaveLength(2)
    expect(styles[0]).toBe('a{}')
    expect(html).toMatch(/^<main>Sorry\.<style>[^]*<\/style><section [^]*<\/section><\/main>$/)
    expect(html).toContain(`<style>${styles[1]}</style>`)
  })

  it('has no terms of which nothing is known', () => {
    const html = show(new AuthError('x'))
    expect(Object.keys(termsOf(html))).toEqual(['Error', 'Fix', 'Documentation', 'Reference'])
    expect(termsOf(html)).toMatchObject({
      Error: ['AuthError: x'],
      Documentation: ['npx @latchstring/cli explain AuthError'],
      Reference: ['ABCD2345'],
    })
  })

  it('has causes, the outermost first, and as place the first line of the application', () => {
    const inner = thrown('inner', [
      '    at read (/app/node_modules/driver/index.js:1:2)',
      '    at node:internal/process:3:4',
      '    at look at (/app/src/auth.ts:12:34)',
      '    at later (/app/src/later.ts:5:6)',
    ])
    const outer = new Error('outer at /app/message.ts:7:8', { cause: inner })
    outer.stack = 'Error: outer at /app/message.ts:7:8'
    const html = show(new AuthError('x', outer))
    expect(termsOf(html)).toMatchObject({
      Cause: ['Error: outer at /app/message.ts:7:8', 'Error: inner'],
      Place: ['look at (/app/src/auth.ts:12:34)'],
    })
  })

  it('names options and variables of the message and of the fix once', () => {
    const html = show(new AuthError('Set `session.strategy` or AUTH_URL, or `session.strategy`.'))
    expect(termsOf(html)).toMatchObject({ Option: ['session.strategy'], Variable: ['AUTH_URL'] })
    expect(termsOf(html)).not.toHaveProperty('Place')
  })

  it('ends where causes refer to each other', () => {
    const first = new Error('first')
    const second = new Error('second', { cause: first })
    first.cause = second
    const { Cause = [] } = termsOf(show(new AuthError('x', first)))
    expect(Cause).toEqual(['first', 'second', 'first', 'second'].map((text) => `Error: ${text}`))
  })

  it.each([undefined, 'unknown'])('is not on a page whose reference is %s', (ref) => {
    expect(explainOnPage(PAGE, ref)).toBe(PAGE)
  })
})

describe('A thrown error with its explanation', () => {
  const error = (): AuthError => new InvalidProvider('It costs $& or $1.')

  it('says the same in its message and its stack, and keeps its class', () => {
    const original = error()
    const copy = explainThrown(original, 'ABCD2345')
    expect(copy).toBeInstanceOf(InvalidProvider)
    expect(copy.message).toMatch(/^It costs \$& or \$1\.\n {2}Fix: [^]*\n {2}Reference: ABCD2345$/)
    expect(copy.stack).toContain(copy.message)
    expect(copy.stack).toMatch(/\n\s+at /)
    expect(original.message).toBe('It costs $& or $1.')
  })

  it.each(['message', 'stack'] as const)('has a %s that a framework may replace', (name) => {
    const copy = explainThrown(error(), 'ABCD2345')
    copy[name] = 'assigned'
    expect(copy[name]).toBe('assigned')
    Object.defineProperty(copy, name, { get: () => 'defined' })
    expect(copy[name]).toBe('defined')
  })

  it('is explained without a stack as well', () => {
    const original = error()
    Object.defineProperty(original, 'stack', { value: undefined })
    expect(explainThrown(original, 'ABCD2345').message).toContain('Reference: ABCD2345')
  })
})
