import { describe, expect, it } from 'vitest'
import { OAUTH } from '../../../test/oauth-provider.ts'
import type { Provider } from '../types/provider.ts'
import type { AdapterUser } from '../types/adapter.ts'
import {
  beingProven,
  isBeingProven,
  isProven,
  mayChangeHands,
  provesAddresses,
  wasProvenAt,
} from './first-proof.ts'
import { sortProviders } from './mail-sender.ts'
import { resolveProviders } from './skipped-providers.ts'

const NOW = Date.UTC(2030, 0, 1)

type Verified = AdapterUser['emailVerified']

const stored = (value: unknown): { readonly emailVerified: Verified } => ({
  // As stores of other ecosystems have it.
  emailVerified: value as Verified,
})

describe('The first proof of an address', () => {
  it.each([
    [null, false, false],
    [undefined, false, false],
    ['', false, false],
    [beingProven(), true, false],
    [beingProven().toISOString(), true, false],
    [beingProven().getTime(), true, false],
    [new Date(beingProven().getTime() - 14 * 3_600_000), true, false],
    [new Date(beingProven().getTime() + 14 * 3_600_000), true, false],
    [new Date(beingProven().getTime() - 14 * 3_600_001), false, true],
    [new Date(beingProven().getTime() + 14 * 3_600_001), false, true],
    [new Date(0), false, true],
    [1, false, true],
    [true, false, true],
    ['yes', false, true],
    [new Date(NOW), false, true],
    [new Date(NOW).toISOString(), false, true],
  ])('stored as %j has begun: %s, is complete: %s', (value, begun, complete) => {
    expect(isBeingProven(stored(value))).toBe(begun)
    expect(isProven(stored(value))).toBe(complete)
  })

  it.each([
    [null, true],
    [undefined, true],
    [beingProven(), true],
    [new Date(NOW), true],
    [new Date(NOW - 59_999), true],
    [new Date(NOW - 59_999).toISOString(), true],
    [new Date(NOW - 60_000), false],
    [new Date(0), false],
  ])('at %j allows that the user is taken over: %s', (value, expected) => {
    expect(mayChangeHands({ clock: () => NOW }, stored(value))).toBe(expected)
  })

  it.each([
    [null, false],
    [beingProven(), false],
    [new Date(NOW + 1), false],
    [new Date(NOW - 1999), false],
    [new Date(NOW - 1999).toISOString(), false],
    [new Date(NOW - 2000), true],
    [1, true],
    [true, true],
    ['yes', true],
  ])('at %j happened before authorize was called: %s', (value, expected) => {
    expect(wasProvenAt(stored(value), NOW)).toBe(expected)
  })
})

const MAIL: Provider = {
  id: 'mail',
  name: 'Mail',
  type: 'email',
  sendVerificationRequest: () => undefined,
}

describe('provesAddresses', () => {
  it.each<[string, readonly unknown[], boolean]>([
    ['is true with sign-in by mail', [OAUTH, MAIL], true],
    [
      'is true with sign-in by mail that lacks an option',
      [OAUTH, { ...MAIL, sendVerificationRequest: undefined }],
      true,
    ],
    ['is true with a left-out provider that may be sign-in by mail', [OAUTH, null], true],
    ['is false without sign-in by mail', [OAUTH], false],
    [
      'is false without sign-in by mail, where another provider lacks an option',
      [{ ...OAUTH, clientId: '' }],
      false,
    ],
    ['is false without any provider', [], false],
  ])('%s', (_, given, expected) => {
    // As JavaScript may have it.
    const { usable, skipped } = resolveProviders(given as readonly Provider[], {
      env: {},
      clock: () => NOW,
      insecureLoopback: false,
      redirectProxyUrl: undefined,
    })
    const config = { ...sortProviders(usable), skipped }
    expect(provesAddresses({ ...config, adapter: {} })).toBe(expected)
    expect(provesAddresses({ ...config, adapter: undefined })).toBe(false)
  })
})
