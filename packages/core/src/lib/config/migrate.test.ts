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

describe('Taking over the sessions of another library', () => {
  it('is nothing that happens by itself', () => {
    expect(resolveMigration(undefined, SECRETS)).toBeUndefined()
  })

  it('looks for its cookies, the newest first, under the names of each protocol', () => {
    expect(resolve({})?.names(true)).toEqual([
      '__Secure-authjs.session-token',
      '__Secure-next-auth.session-token',
    ])
    expect(resolve({})?.names(false)).toEqual(['authjs.session-token', 'next-auth.session-token'])
    expect(resolve({ cookieName: 'sid' })?.names(true)[0]).toBe('sid')
    expect(resolve({ cookieName: 'sid' })?.names(false)).toHaveLength(3)
  })

  it('ends on the day that is named, however it is written', () => {
    const until = Date.UTC(2027, 5, 30)
    for (const day of ['2027-06-30', new Date(until)]) {
      expect(resolve({ until: day })).toMatchObject({ until })
    }
  })

  it('opens them with the secrets of sessions, unless it has its own', () => {
    expect(resolve({})?.secrets).toEqual(SECRETS)
    expect(resolve({ secret: 'a' })?.secrets).toEqual(['a'])
    expect(resolve({ secret: ['a', 'b'] })?.secrets).toEqual(['a', 'b'])
  })

  it('opens them with the decoder of the application, unless it has its own', () => {
    expect(resolve({})?.decoder.decode).toBe(own)
    expect(resolve({ decode: theirs })?.decoder.decode).toBe(theirs)
    expect(resolveMigration(OPTIONS, SECRETS)?.decoder.decode).toBeUndefined()
  })

  it('takes off its cookies at the domain that is named', () => {
    expect(resolve({})?.domain).toBeUndefined()
    expect(resolve({ domain: 'example.com' })?.domain).toBe('example.com')
  })

  it.each([
    [{ from: 'other' }, /^`migrate\.from` is not "next-auth"\.$/],
    [{ until: 'soon' }, /^`migrate\.until` is not a date, such as/],
    [{ until: undefined }, /^`migrate\.until`/],
    [{ secret: '' }, /^`migrate\.secret` is empty\. Set it to the secret of the other library/],
    [{ secret: [] }, /^`migrate\.secret`/],
    [{ secret: ['a', ' '] }, /^`migrate\.secret`/],
  ])('refuses %j by name', (options, message) => {
    const attempt = (): unknown => resolve(options)
    expect(attempt).toThrow(expect.objectContaining({ type: 'InvalidConfiguration' }))
    expect(attempt).toThrow(message)
  })
})
