import {
  type AccountPointContext,
  type Feature,
  type FeaturePoints,
  keyOf,
  type TokensPointContext,
} from '@latchstring/core/features'

/** The tokens of accounts. */
export const vaultTokens = {
  name: 'auth_vault_tokens',
  fields: {
    userId: { kind: 'id' },
    account: { kind: 'id' },
    provider: { kind: 'text' },
    token: { kind: 'text', max: 2000 },
  },
  key: ['userId', 'account'],
  owner: 'userId',
} as const

/** What an application does with a vault. */
export interface VaultSystem {
  remove(userId: string): Promise<unknown>
}

/** What happens at a point in place of what it does, or before. */
export interface VaultOptions {
  readonly before?: (point: keyof FeaturePoints) => unknown
  /** What is answered about the deletion of a user. Default: it may be deleted. */
  readonly deleting?: () => unknown
}

const keyIn = async ({ account }: AccountPointContext) => ({
  userId: account.userId,
  account: await keyOf(`${account.provider} ${account.providerAccountId}`),
})

async function store(context: TokensPointContext): Promise<void> {
  const { records, account, tokens } = context
  const key = await keyIn(context)
  const token = String(tokens.access_token)
  const row = await records.get(vaultTokens, key)
  if (row) await records.change(vaultTokens, row, { token })
  else await records.insert(vaultTokens, { ...key, provider: account.provider, token })
}

/** A feature that keeps the tokens of accounts. */
export const vaultFeature = ({ before, deleting = () => 'pass' }: VaultOptions = {}): Feature<
  object,
  VaultSystem
> => ({
  name: 'vault',
  tables: [vaultTokens],
  texts: { busy: 'A job of yours is running.' },
  errors: { busy: { status: 409, text: 'busy' } },
  system: { remove: ({ deleteUser }, userId) => deleteUser(userId) },
  points: {
    tokens: {
      load: async () => ({
        async run(context) {
          await before?.('tokens')
          await store(context)
        },
      }),
    },
    ending: {
      load: async () => ({
        async run(context) {
          await before?.('ending')
          const row = await context.records.get(vaultTokens, await keyIn(context))
          if (row) await context.records.drop(vaultTokens, row)
        },
      }),
    },
    deleting: {
      load: async () => ({
        async run() {
          await before?.('deleting')
          // What a program without types may answer.
          return deleting() as 'pass'
        },
      }),
    },
  },
})
