import { testAdapter } from '@latchstring/adapter-conformance'
import * as runner from 'vitest'
import { METHODS } from '../../core/src/lib/config/adapter.ts'
import { CAPABILITIES } from '../../core/src/lib/config/features.ts'
import { inert } from './lib/flows/child/inert.ts'
import { replaceStore } from './lib/flows/child/prepare.ts'
import { createStore } from './lib/flows/child/store.ts'

const { describe, expect, it } = runner

// The store that flows sign in to keeps to what the library expects of every other.
testAdapter({
  name: 'the store of the flows',
  create: createStore,
  capabilities: {
    sessions: true,
    verificationTokens: true,
    webauthn: true,
    uniqueConstraints: true,
    uniqueTokens: true,
    tokenReads: true,
    atomicConsume: true,
    compareAndSet: true,
    ttl: true,
    revocation: true,
    accountUpdates: true,
    revocationFeed: true,
    devices: true,
    authenticatorDeletion: true,
    authenticatorNames: true,
    counters: true,
  },
  runner,
})

describe('the store that flows sign in to', () => {
  const whole = replaceStore(inert('an adapter of a package'), createStore())

  it('has every capability that the library knows, so that a configuration may ask for each', () => {
    const all = Object.keys(CAPABILITIES).map((name) => [name, true])
    expect(whole.capabilities).toEqual(Object.fromEntries(all))
  })

  it.each([...METHODS, 'transaction' as const])('has the method %s of an adapter', (name) => {
    expect(whole[name]).toBeTypeOf('function')
  })

  it('keeps the methods of an adapter of the application, and what it declares', () => {
    const declared = { authenticatorNames: true, ttl: false }
    const own = { ...whole, deleteAuthenticator: undefined, capabilities: declared }
    const kept = replaceStore(own, createStore())
    const names = Object.keys(whole).filter((name) => name !== 'deleteAuthenticator')
    expect(Object.keys(kept).toSorted()).toEqual(names.toSorted())
    expect(kept.capabilities).toEqual(declared)
  })

  it('leaves a capability out that is declared and that the store has no methods of', () => {
    const own = { readAhead() {}, capabilities: { readAhead: true, devices: true } }
    // What is declared without its methods is a mistake, which the library names.
    expect(replaceStore(own, createStore())).toEqual({ capabilities: { devices: true } })
  })
})
