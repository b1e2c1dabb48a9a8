import type { RecordTable } from '@latchstring/core/adapters'
import type { AnyFeature, Feature } from '@latchstring/core/features'
import { hashes } from '@latchstring/passwords'

/** The operations of `@latchstring/passwords` that an import calls. */
interface Passwords {
  has(userId: string): Promise<boolean>
  setHash(userId: string, hash: string): Promise<'done' | 'kept' | 'no-user'>
}

/** A fake: keeps hashes where `@latchstring/passwords` does, and signs nobody in. */
export const fakePasswords = (): Feature<object, Passwords> => ({
  name: 'passwords',
  tables: [hashes],
  system: {
    has: async ({ records }, userId) => (await records.get(hashes, { userId })) !== null,
    async setHash({ records, now }, userId, hash) {
      if (!hash.includes(':')) {
        throw Object.assign(new Error('A stored password is no hash of a known form.'), {
          name: 'PasswordHashUnusable',
        })
      }
      const row = await records.insert(hashes, { userId, hash, changedAt: now() })
      if (row === 'no-owner') return 'no-user'
      return row === 'taken' ? 'kept' : 'done'
    },
  },
})

const apps = {
  name: 'auth_factors_apps',
  fields: { userId: { kind: 'id' }, secret: { kind: 'text', max: 255 } },
  key: ['userId'],
  owner: 'userId',
} as const satisfies RecordTable

const codes = {
  name: 'auth_factors_given',
  fields: { userId: { kind: 'id' }, code: { kind: 'id' } },
  key: ['userId', 'code'],
  owner: 'userId',
} as const satisfies RecordTable

/** The operations of `@latchstring/factors` that an import calls. */
interface Factors {
  has(userId: string): Promise<boolean>
  importTotp(
    userId: string,
    app: { readonly secret: { readonly base32: string } | { readonly raw: string } },
  ): Promise<'stored' | 'there'>
  importCodes(userId: string, given: readonly string[]): Promise<number>
}

/** A fake: keeps what it is given as it is, with the operations of `@latchstring/factors`. */
export const fakeFactors = (): Feature<object, Factors> => ({
  name: 'factors',
  tables: [apps, codes],
  system: {
    has: async ({ records }, userId) => (await records.get(apps, { userId })) !== null,
    async importTotp({ records }, userId, { secret }) {
      const text = 'raw' in secret ? `raw ${secret.raw}` : `base32 ${secret.base32}`
      const row = await records.insert(apps, { userId, secret: text })
      if (row === 'no-owner') throw new Error('There is no such user.')
      return row === 'taken' ? 'there' : 'stored'
    },
    async importCodes({ records }, userId, given) {
      for (const code of given) {
        if (await records.get(codes, { userId, code })) continue
        await records.insert(codes, { userId, code })
      }
      return given.length
    },
  },
})

/** The tables of these features. */
export const tablesOf = (features: readonly AnyFeature[]): readonly RecordTable[] =>
  features.flatMap(({ tables = [] }) => tables)
