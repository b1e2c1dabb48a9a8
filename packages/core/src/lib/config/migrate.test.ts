import { describe, expect, it } from 'vitest'
import type { MigrateOptions } from '../types/config.ts'
import { resolveMigration } from './migrate.ts'

const SECRETS = ['of the sessions']
const OPTIONS = { from: 'next-auth', until: '2027-06-30' } as const

const resolve = (options: object): ReturnType<typeof resolveMigration> =>
  // As JavaScript may have it.
  resolveMigration({ ...OPTIONS, ...options } as MigrateOptions, SECRETS, { decode: own })

const own = (): null => null
const theirs = (): null => null

describe('The option migrate', () => {
  it('is off by default', () => {
    expect(resolveMigration(undefined, SECRETS)).toBeUndefined()
  })

  it('reads the cookies of the other library, the newest first, under the names of each protocol', () => {
    expect(resolve({})?.names(true)).toEqual([
      '__Secure-authjs.session-token',
      '__Secure-next-auth.session-token',
    ])
    expect(resolve({})?.names(false)).toEqual(['authjs.session-token', 'next-auth.session-token'])
    expect(resolve({ cookieName: 'sid' })?.names(true)[0]).toBe('sid')
    expect(resolve({ cookieName: 'sid' })?.names(false)).toHaveLength(3)
  })

  it('reads the one cookie of better-auth, which no decoder of sealed sessions opens', () => {
    const found = resolve({ from: 'better-auth' })
    expect(found?.names(true)).toEqual(['__Secure-better-auth.session_token'])
    expect(found?.names(false)).toEqual(['better-auth.session_token'])
    expect(found?.signed).toBe(true)
    expect(found?.decoder.decode).toBeUndefined()
    expect(resolve({ from: 'better-auth', decode: theirs })?.decoder.decode).toBe(theirs)
  })

  it('ends at the date of `until` in any form', () => {
    const until = Date.UTC(2027, 5, 30)
    for (const day of ['2027-06-30', new Date(until)]) {
      expect(resolve({ until: day })).toMatchObject({ until })
    }
  })

  it('opens sessions with the session secrets, unless it has its own', () => {
    expect(resolve({})?.secrets).toEqual(SECRETS)
    expect(resolve({ secret: 'a' })?.secrets).toEqual(['a'])
    expect(resolve({ secret: ['a', 'b'] })?.secrets).toEqual(['a', 'b'])
  })

  it('opens sessions with the decoder of the application, unless it has its own', () => {
    expect(resolve({})?.decoder.decode).toBe(own)
    expect(resolve({ decode: theirs })?.decoder.decode).toBe(theirs)
    expect(resolveMigration(OPTIONS, SECRETS)?.decoder.decode).toBeUndefined()
  })

  it('deletes cookies of the configured domain', () => {
    expect(resolve({})?.domain).toBeUndefined()
    expect(resolve({ domain: 'example.com' })?.domain).toBe('example.com')
  })

  it.each([
    [{ from: 'other' }, /^`migrate\.from` is neither "next-auth" nor "better-auth"\.$/],
    [{ until: 'soon' }, /^`migrate\.until` is not a date, such as/],
    [{ until: undefined }, /^`migrate\.until`/],
    [{ secret: '' }, /^`migrate\.secret` is empty\. Set it to the secret of the other library/],
    [{ secret: [] }, /^`migrate\.secret`/],
    [{ secret: ['a', ' '] }, /^`migrate\.secret`/],
  ])('refuses %j with the name of the option', (options, message) => {
    const attempt = (): unknown => resolve(options)
    expect(attempt).toThrow(expect.objectContaining({ type: 'InvalidConfiguration' }))
    expect(attempt).toThrow(message)
  })
})
