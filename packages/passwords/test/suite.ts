import type { TestFeatureOptions } from '@latchstring/feature-conformance'
import * as runner from 'vitest'
import {
  type PasswordOperations,
  passwords,
  type PasswordsOptions,
  type PasswordSystem,
} from '../src/index.ts'
import { cheapHasher } from './cheap-hasher.ts'

const FIRST = 'a first long password'
const NEXT = 'a second long password'

const made = cheapHasher.hash(FIRST)

/** The suite for features, for one set of options. */
export function suite(
  name: string,
  options: PasswordsOptions,
): TestFeatureOptions<PasswordOperations, PasswordSystem> {
  const { username = false, signUp = true } = options
  return {
    name,
    feature: () => passwords({ hash: cheapHasher, ...options }),
    prepare: async ({ system }, { id }) => system.setHash(id, await made),
    // It is for users without a password.
    prepareFor: { set: async () => undefined },
    inputs: {
      forgot: (_, { email }) => ({ email: String(email) }),
      reset: { password: NEXT },
      change: { current: FIRST, password: NEXT },
      set: { password: NEXT },
      ...(signUp && {
        register: { email: 'new@people.example' },
        finish: { password: NEXT, ...(username && { username: 'newcomer' }) },
      }),
      ...(username && { username: { username: 'countess' } }),
    },
    proofs: {
      ...(signUp && {
        register: { action: 'register', inputs: { email: 'new@people.example' } },
      }),
      reset: { action: 'forgot', inputs: (_, { email }) => ({ email: String(email) }) },
    },
    runner,
  }
}
