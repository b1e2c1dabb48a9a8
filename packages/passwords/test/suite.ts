import type { TestFeatureOptions } from '@latchstring/feature-conformance'
import {
  type PasswordOperations,
  passwords,
  type PasswordsOptions,
  type PasswordSystem,
} from '../src/index.ts'
import { inOneStrategy } from '../../feature-conformance/test/in-one-strategy.ts'
import { cheapHasher } from './cheap-hasher.ts'

const firstOf = (id: string): string => `a first long password of ${id}`
const NEXT = 'a second long password'

/** The suite for features, for one set of options. */
export function suite(
  name: string,
  options: PasswordsOptions,
): TestFeatureOptions<PasswordOperations, PasswordSystem> {
  const { username = false, signUp = true } = options
  return {
    name,
    feature: () => passwords({ hash: cheapHasher, ...options }),
    prepare: async ({ system }, { id }) => system.setHash(id, await cheapHasher.hash(firstOf(id))),
    form: (_, { id, email }) => ({
      [username ? 'username' : 'email']: String(email),
      password: firstOf(id),
    }),
    // It is for users without a password.
    prepareFor: { set: async () => undefined },
    inputs: {
      forgot: (_, { email }) => ({ email: String(email) }),
      reset: { password: NEXT },
      change: (_, { id }) => ({ current: firstOf(id), password: NEXT }),
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
    runner: inOneStrategy,
  }
}
