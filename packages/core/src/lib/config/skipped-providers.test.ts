import { describe, expect, it } from 'vitest'
import Credentials from '../../providers/credentials.ts'
import GitHub from '../../providers/github.ts'
import { AuthError } from '../errors/auth-error.ts'
import { InvalidConfiguration } from '../errors/classes.ts'
import type { Provider } from '../types/provider.ts'
import { resolveProviders, type Providers } from './skipped-providers.ts'
import { requireProviders } from './option-names.ts'

const people = Credentials({ authorize: () => null })

function resolve(...providers: readonly unknown[]): Providers {
  // As JavaScript may have it.
  return resolveProviders(providers as readonly Provider[], {
    env: {},
    clock: () => 0,
    insecureLoopback: false,
    redirectProxyUrl: undefined,
  })
}

const thrower = (thrown: unknown) =>
  function Acme(): never {
    throw thrown
  }

describe('A provider that cannot be used', () => {
  it.each<[string, unknown, RegExp]>([
    ['null', null, /^The provider at `providers\[1\]` cannot be used: It is not an object with/],
    ['a text', 'github', /^The provider at `providers\[1\]` cannot be used: It is not an object/],
    ['a number for an id', { id: 7 }, /`providers\[1\]` cannot be used: It is not an object/],
    ['a promise', Promise.resolve(people), /`providers\[1\]` cannot be used: It is not an object/],
    [
      'a function that returns nothing',
      () => null,
      /`providers\[1\]` cannot be used: It is not an/,
    ],
    [
      'a function with a name that throws',
      thrower(new Error('No realm.')),
      /^The provider at `providers\[1\]` \(Acme\) cannot be used: No realm\.$/,
    ],
    ['a function that throws a text', thrower('broken'), /\(Acme\) cannot be used: /],
  ])('that is %s is skipped, with a log entry', (_, provider, message) => {
    const { usable, skipped } = resolve(people, provider, GitHub({ clientId: 'x' }))
    expect([...usable.keys()]).toEqual(['credentials', 'github'])
    expect(skipped).toHaveLength(1)
    const [one] = skipped
    expect(one?.error).toBeInstanceOf(InvalidConfiguration)
    expect(one?.error.message).toMatch(message)
    expect([one?.id, one?.kind]).toEqual([undefined, undefined])
    expect(Object.isFrozen(one)).toBe(true)
  })

  it('has the error that was thrown, with its cause', () => {
    const own = new AuthError('Of the library.')
    expect(resolve(thrower(own)).skipped[0]?.error).toBe(own)
    const cause = new Error('Of another package.')
    expect(resolve(thrower(cause)).skipped[0]?.error.cause).toMatchObject({ err: cause })
  })

  it('has its id and its type, where these are known', () => {
    const { usable, skipped } = resolve(GitHub, people)
    expect([...usable.keys()]).toEqual(['credentials'])
    expect(skipped).toMatchObject([{ id: 'github', kind: 'oauth' }])
    expect(skipped[0]?.error.message).toMatch(/^The provider "github" has no `clientId`/)
  })

  it('does not leave out another provider with its id', () => {
    for (const pair of [
      [GitHub, GitHub({ clientId: 'x' })],
      [GitHub({ clientId: 'x' }), GitHub],
      [GitHub, GitHub],
    ]) {
      expect(() => resolve(...pair)).toThrow(/^Two providers have the id "github"\.$/)
    }
    expect(resolve(null, null).skipped).toHaveLength(2)
  })

  it('is named also for an unexpected error', () => {
    const { skipped } = resolve({ ...GitHub({ clientId: 'x' }), checks: 7 })
    expect(skipped).toMatchObject([{ id: 'github', kind: 'oauth' }])
    expect(skipped[0]?.error.message).toMatch(/^The provider "github" cannot be used: .*7/)
  })
})

// As JavaScript may have it.
const listIn = (input: object) => requireProviders(input as { providers: readonly Provider[] })

describe('The option `providers`', () => {
  it('is the list that was given', () => {
    const providers = [people]
    expect(listIn({ providers })).toBe(providers)
  })

  it.each([
    [{}, '`providers` is missing.'],
    [{ providers: null }, '`providers` is not an array.'],
    [{ providers: { github: people } }, '`providers` is not an array.'],
    [
      { providrs: [people] },
      '`providers` is missing. `providrs` is not an option. Did you mean `providers`?',
    ],
  ])('in %j is refused, with what else is wrong', (input, message) => {
    expect(() => listIn(input)).toThrow(
      expect.objectContaining({ type: 'InvalidConfiguration', message }),
    )
  })
})
