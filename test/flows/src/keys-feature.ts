import { type CredentialContext, type Feature, keyOf } from '@latchstring/core/features'

/** A table of the feature. */
export const keys = {
  name: 'auth_keys_keys',
  fields: {
    hash: { kind: 'id' },
    userId: { kind: 'id' },
    scope: { kind: 'text', max: 100 },
    usedAt: { kind: 'time', nullable: true },
  },
  key: ['hash'],
  owner: 'userId',
} as const

/** What the keys begin with. */
export const PREFIX = 'acme_key_'

/** What an application calls for any user. */
export interface KeysSystem {
  /** Makes a key, which is not kept. */
  create(userId: string, scope: string): Promise<string>
  revoke(key: string): Promise<boolean>
}

/** What a key comes with. */
export interface KeyData {
  readonly scopes: readonly string[]
}

/** The feature, whose reader a test may replace. */
export type KeysFeature = Feature<object, KeysSystem, KeyData>

type Read = Awaited<ReturnType<NonNullable<KeysFeature['principal']>['load']>>['read']

async function readKey({ records, noteUse }: CredentialContext, credential: string) {
  const row = await records.get(keys, { hash: await keyOf(credential) })
  if (!row) return null
  noteUse(keys, row, 'usedAt')
  return { userId: row.userId, kind: 'key', data: { scopes: row.scope.split(' ') } } as const
}

/** A small feature with keys for programs, and with two well-known addresses. */
export const keysFeature = (read: Read = readKey): KeysFeature => ({
  name: 'keys',
  tables: [keys],
  texts: { title: 'Keys' },
  principal: { prefix: PREFIX, load: async () => ({ read }) },
  actions: {
    list: {
      kind: 'page',
      session: 'none',
      load: async () => ({ run: ({ text }) => ({ page: { title: text('title'), blocks: [] } }) }),
    },
  },
  wellKnown: {
    'acme-keys.json': {
      load: async () => ({
        run: ({ origin, urlOf }) => ({
          json: { issuer: origin, page: urlOf('list') },
          maxAge: 600,
        }),
      }),
    },
    'change-keys': { load: async () => ({ run: () => ({ to: 'list' }) }) },
  },
  system: {
    async create({ records, random }, userId, scope) {
      const key = PREFIX + random()
      await records.insert(keys, { hash: await keyOf(key), userId, scope })
      return key
    },
    async revoke({ records }, key) {
      const row = await records.get(keys, { hash: await keyOf(key) })
      return row !== null && records.drop(keys, row)
    },
  },
})
