import { createHash } from 'node:crypto'
import type { AdapterAuthenticator } from '@latchstring/core/adapters'
import type { Move } from './move.ts'
import type { SourceRow } from './source.ts'
import { isTrue, textOf, timeOf, toBase64 } from './source-values.ts'
import type { Outcome } from './tally.ts'

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

async function movePasskey(move: Move, row: SourceRow, userId: string): Promise<Outcome> {
  const { store, providers, writes } = move
  if (move.skipped.has('passkeys')) return 'skipped'
  const provider = providers.passkeys?.id
  if (provider === undefined) return 'no-provider'
  const authenticator = toAuthenticator(row, userId)
  if (authenticator === undefined || !store.getAuthenticator) return 'unusable'
  const { credentialID, providerAccountId } = authenticator
  const known = await store.getAuthenticator(credentialID)
  const account = await store.getAccount(providerAccountId, provider)
  if ([known, account].some((one) => one && String(one.userId) !== userId)) return 'taken'
  if (known && account) return 'there'
  if (!writes) return 'new'
  // Also where an earlier run was stopped between the two.
  if (!account) {
    await store.linkAccount({ userId, type: 'webauthn', provider, providerAccountId })
  }
  if (!known) await store.createAuthenticator?.(authenticator)
  return 'moved'
}

/** Moves passkeys, without the names that their users gave them. */
export async function movePasskeys(move: Move): Promise<void> {
  const { source, tally, blocked, notes } = move
  for await (const row of source.rows('passkey')) {
    const [id = '', userId = ''] = [textOf(row, 'id'), textOf(row, 'userid')]
    await move.at('passkeys', id, async () => {
      const outcome = blocked.has(userId) ? 'no-user' : await movePasskey(move, row, userId)
      tally.add('passkeys', outcome, id)
    })
    if (textOf(row, 'name') !== undefined) notes.passkeyNames += 1
  }
}

/** The key of a session: as the library stores tokens, so that a copy of the table opens nothing. */
const toKey = (token: string): string =>
  `sha256:${createHash('sha256').update(token).digest('base64url')}`

async function moveSession(move: Move, row: SourceRow, userId: string): Promise<Outcome> {
  const { store, application, unproven, writes } = move
  const [token, expires] = [textOf(row, 'token'), timeOf(row, 'expiresat')]
  if (expires === undefined || expires.getTime() <= Date.now()) return 'ended'
  if (textOf(row, 'impersonatedby') !== undefined) return 'acting-for'
  if (move.skipped.has('sessions')) return 'skipped'
  if (application.config.migrate?.from !== 'better-auth') return 'no-migrate'
  if (unproven.has(userId)) return 'unproven'
  if (token === undefined || !store.createSession || !store.getSessionAndUser) return 'unusable'
  const known = await store.getSessionAndUser(toKey(token))
  if (known) return String(known.session.userId) === userId ? 'there' : 'taken'
  if (!writes) return 'new'
  await store.createSession({ sessionToken: toKey(token), userId, expires })
  return 'moved'
}

/** Moves sessions that have not ended. */
export async function moveSessions(move: Move): Promise<void> {
  const { source, tally, blocked } = move
  for await (const row of source.rows('session')) {
    const [id = '', userId = ''] = [textOf(row, 'id'), textOf(row, 'userid')]
    await move.at('sessions', id, async () => {
      const outcome = blocked.has(userId) ? 'no-user' : await moveSession(move, row, userId)
      tally.add('sessions', outcome, id)
    })
  }
}
