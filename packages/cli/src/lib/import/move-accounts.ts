import { leftWith, type Move } from './work.ts'
import type { SourceRow } from './source.ts'
import { isSameId, textOf } from './source-values.ts'
import type { Outcome } from './tally.ts'

/** The provider of passwords in better-auth. */
const CREDENTIAL = 'credential'

const isNamed = (error: unknown, name: string): boolean =>
  error instanceof Error && error.name === name

async function movePassword(move: Move, row: SourceRow, userId: string): Promise<Outcome | null> {
  const hash = textOf(row, 'password')
  if (hash === undefined) return null
  if (move.skipped.has('passwords')) return 'skipped'
  const { passwords } = move.features
  if (!passwords) return 'no-feature'
  if ((await passwords.has(userId)) === true) return 'there'
  if (!move.writes) return 'new'
  try {
    return (await passwords.setHash(userId, hash)) === 'done' ? 'moved' : 'there'
  } catch (error) {
    if (isNamed(error, 'PasswordHashUnusable')) return 'unusable'
    throw error
  }
}

/** Whether another user has the same account id at the same provider: versions 1.7.0 to 1.7.2 had a column for the issuer. */
function isAmbiguous(
  { accounts }: Move,
  row: SourceRow,
  { key, userId }: { readonly key: string; readonly userId: string },
): boolean {
  if (!Object.hasOwn(row, 'issuer')) return false
  const other = accounts.get(key)
  accounts.set(key, other ?? userId)
  return other !== undefined && other !== userId
}

async function moveAccount(move: Move, row: SourceRow, userId: string): Promise<Outcome> {
  const { store, providers, writes } = move
  const [sourceId = '', providerAccountId] = [textOf(row, 'providerid'), textOf(row, 'accountid')]
  const provider = providers.find(sourceId)
  if (typeof provider === 'string') return provider
  if (providerAccountId === undefined) return 'unusable'
  const { id, type } = provider
  if (isAmbiguous(move, row, { key: JSON.stringify([id, providerAccountId]), userId })) {
    return 'two-issuers'
  }
  const known = await store.getAccount(providerAccountId, id)
  if (known) return isSameId(known.userId, userId) ? 'there' : 'taken'
  if (!writes) return 'new'
  await store.linkAccount({ userId, type, provider: id, providerAccountId })
  return 'moved'
}

const hasTokens = (row: SourceRow): boolean =>
  ['accesstoken', 'refreshtoken', 'idtoken'].some((name) => textOf(row, name) !== undefined)

/** Moves the accounts of providers; tokens of their services stay behind, and are counted. */
export async function moveAccounts(move: Move): Promise<void> {
  const { source, tally, unknownProviders, notes } = move
  for await (const row of source.rows('account')) {
    const [id = '', userId = ''] = [textOf(row, 'id'), textOf(row, 'userid')]
    const provider = textOf(row, 'providerid') ?? ''
    if (provider === CREDENTIAL) continue
    await move.at('accounts', id, async () => {
      const outcome = leftWith(move, userId) ?? (await moveAccount(move, row, userId))
      tally.add('accounts', outcome, id)
      if (outcome === 'no-provider' || outcome === 'other-ids') unknownProviders.add(provider)
    })
    if (hasTokens(row)) notes.tokens += 1
  }
}

/** Moves the hashes of passwords. */
export async function movePasswords(move: Move): Promise<void> {
  const { source, tally } = move
  for await (const row of source.rows('account')) {
    const [id = '', userId = ''] = [textOf(row, 'id'), textOf(row, 'userid')]
    if (textOf(row, 'providerid') !== CREDENTIAL) continue
    await move.at('passwords', id, async () => {
      const outcome = leftWith(move, userId) ?? (await movePassword(move, row, userId))
      if (outcome !== null) tally.add('passwords', outcome, id)
    })
  }
}
