import { testAdapter } from '@latchstring/adapter-conformance'
import * as runner from 'vitest'
import { createStore } from './lib/flows/child/store.ts'

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
    revocation: true,
    accountUpdates: true,
    revocationFeed: true,
    devices: true,
    counters: true,
  },
  runner,
})
