import { createHash } from 'node:crypto'
import type { Adapter, AdapterAuthenticator, Awaitable } from '@latchstring/core/adapters'
import { leftWith, type Move } from './work.ts'
import type { SourceRow } from './source.ts'
import { isSameId, isTrue, textOf, timeOf, toBase64 } from './source-values.ts'
import type { Outcome } from './tally.ts'

const hasMethods = (store: Adapter, names: readonly (keyof Adapter)[]): boolean =>
  names.every((name) => typeof store[name] === 'function')

function toAuthenticator(row: SourceRow, userId: string): AdapterAuthenticator | undefined {
  const [id, key] = [textOf(row, 'credentialid'), textOf(row, 'publickey')]
  if (id === undefined || key === undefined) return undefined
  const credentialID = toBase64(id)
  return {
    userId,
    credentialID,
    providerAccountId: credentialID,
    credentialPublicKey: toBase64(key),
    counter: Number(row['counter'] ?? 0),
    credentialDeviceType: textOf(row, 'devicetype') ?? 'singleDevice',
    credentialBackedUp: isTrue(row, 'backedup'),
    transports: textOf(row, 'transports') ?? null,
  }
}

/** Stores what is missing of a passkey: an earlier run may have been stopped between its account and itself. */
async function storePasskey(
  { store, writes }: Move,
  authenticator: AdapterAuthenticator,
  provider: string,
): Promise<Outcome> {
  const { credentialID, providerAccountId, userId } = authenticator
  const known = await store.getAuthenticator?.(credentialID)
  const account = await store.getAccount(providerAccountId, provider)
  if ([known, account].some((one) => one && !isSameId(one.userId, userId))) return 'taken'
  if (known && account) return 'there'
  if (!writes) return 'new'
  if (!account) {
    await store.linkAccount({ userId, type: 'webauthn', provider, providerAccountId })
  }
  if (!known) await store.createAuthenticator?.(authenticator)
  return 'moved'
}

function movePasskey(move: Move, row: SourceRow, userId: string): Awaitable<Outcome> {
  const { store, providers, skipped } = move
  if (skipped.has('passkeys')) return 'skipped'
  const provider = providers.passkeys?.id
  if (provider === undefined) return 'no-provider'
  const authenticator = toAuthenticator(row, userId)
  const isUsable = hasMethods(store, ['getAuthenticator', 'createAuthenticator'])
  return authenticator && isUsable ? storePasskey(move, authenticator, provider) : 'unusable'
}

/** Moves passkeys, without the names that their users gave them. */
export async function movePasskeys(move: Move): Promise<void> {
  const { source, tally, notes } = move
  for await (const row of source.rows('passkey')) {
    const [id = '', userId = ''] = [textOf(row, 'id'), textOf(row, 'userid')]
    await move.at('passkeys', id, async () => {
      const outcome = leftWith(move, userId) ?? (await movePasskey(move, row, userId))
      tally.add('passkeys', outcome, id)
    })
    if (textOf(row, 'name') !== undefined) notes.passkeyNames += 1
  }
}

/** The key of a session: as the library stores tokens, so that a copy of the table opens nothing. */
const toKey = (token: string): string =>
  `sha256:${createHash('sha256').update(token).digest('base64url')}`

/** Why a session stays behind, before the target is asked. */
function refuseSession(
  { skipped, application, unproven, store }: Move,
  row: SourceRow,
  userId: string,
): Outcome | undefined {
  if ((timeOf(row, 'expiresat')?.getTime() ?? 0) <= Date.now()) return 'ended'
  if (textOf(row, 'impersonatedby') !== undefined) return 'acting-for'
  if (skipped.has('sessions')) return 'skipped'
  if (application.config.migrate?.from !== 'better-auth') return 'no-migrate'
  // A first proof of the address has to find and delete it.
  const isSafe = !unproven.has(userId) || hasMethods(store, ['deleteSessionsByUserId'])
  return isSafe ? undefined : 'unproven'
}

/** Seconds that a session lasts where the configuration does not say. */
const MAX_AGE = 2_592_000

/** The end of a session: at most that of one that begins now, since the note that one has signed out is kept no longer. */
function endOf({ application: { config } }: Move, row: SourceRow): Date | undefined {
  const end = timeOf(row, 'expiresat')
  const seconds = config.jwt?.maxAge ?? config.session?.maxAge ?? MAX_AGE
  return end && new Date(Math.min(end.getTime(), Date.now() + seconds * 1000))
}

async function moveSession(move: Move, row: SourceRow, userId: string): Promise<Outcome> {
  const refused = refuseSession(move, row, userId)
  if (refused !== undefined) return refused
  const { store, writes } = move
  const [token, expires] = [textOf(row, 'token'), endOf(move, row)]
  const isUsable = hasMethods(store, ['createSession', 'getSessionAndUser'])
  if (!token || !expires || !isUsable) return 'unusable'
  const sessionToken = toKey(token)
  const known = await store.getSessionAndUser?.(sessionToken)
  if (known) return isSameId(known.session.userId, userId) ? 'there' : 'taken'
  if (!writes) return 'new'
  await store.createSession?.({ sessionToken, userId, expires })
  return 'moved'
}

/** Moves sessions that have not ended. */
export async function moveSessions(move: Move): Promise<void> {
  const { source, tally } = move
  for await (const row of source.rows('session')) {
    const [id = '', userId = ''] = [textOf(row, 'id'), textOf(row, 'userid')]
    await move.at('sessions', id, async () => {
      const outcome = leftWith(move, userId) ?? (await moveSession(move, row, userId))
      tally.add('sessions', outcome, id)
    })
  }
}
