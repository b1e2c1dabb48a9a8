import type { ResolvedConfig } from '../../config/resolved-config.ts'
import { asError } from '../../errors/auth-error.ts'
import { AdapterError } from '../../errors/classes.ts'
import { keyOf } from '../../crypto/key-of.ts'
import { passkeyNames } from '../../records/passkey-names.ts'
import { createRecords } from '../../records/records.ts'
import type { Records } from '../../types/record-verbs.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'

type Store = Pick<ResolvedConfig, 'adapter' | 'clock'>

type Passkey = Pick<AdapterAuthenticator, 'credentialID' | 'userId'>

/** Attempts of a request while others change the same name. */
const ATTEMPTS = 5

/** Whether the store has a place for names of passkeys. */
export const keepsNames = ({ adapter }: Store): boolean =>
  adapter?.records?.keeps(passkeyNames) === true

const recordsOf = ({ adapter, clock }: Store): Records | undefined =>
  adapter?.records?.keeps(passkeyNames) ? createRecords(adapter.records, clock) : undefined

/** The names that a user gave passkeys, by the hash of the credential id. */
async function listNames(store: Store, userId: string): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  const records = recordsOf(store)
  let after: string | undefined
  do {
    const page = await records?.find(passkeyNames, 'userId', userId, { after })
    for (const { passkey, name } of page?.rows ?? []) names.set(passkey, name)
    after = page?.next
  } while (after !== undefined)
  return names
}

/** The same for a page that shows more: it has no names where the store fails, which is logged. */
export async function tryListNames(
  config: Store & Pick<ResolvedConfig, 'log'>,
  userId: string,
): Promise<ReadonlyMap<string, string>> {
  try {
    return await listNames(config, userId)
  } catch (error) {
    config.log.error(asError(error))
    return new Map()
  }
}

/** One attempt; `false` where another request was faster. */
async function tryNaming(
  records: Records,
  key: { readonly userId: string; readonly passkey: string },
  name: string | null,
): Promise<boolean> {
  const row = await records.get(passkeyNames, key)
  if (name === null) return row === null || (await records.drop(passkeyNames, row))
  if (row === null) return (await records.insert(passkeyNames, { ...key, name })) !== 'taken'
  return row.name === name || (await records.change(passkeyNames, row, { name })) !== null
}

/**
 * Names a passkey, or removes its name with `null`. Of simultaneous requests the last one decides.
 *
 * @throws AdapterError when the store fails, or others have changed it at each attempt
 */
export async function namePasskey(
  store: Store,
  { credentialID, userId }: Passkey,
  name: string | null,
): Promise<void> {
  const records = recordsOf(store)
  if (!records) return
  const key = { userId, passkey: await keyOf(credentialID) }
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (await tryNaming(records, key, name)) return
  }
  throw new AdapterError('Other requests changed the name of the passkey each time.')
}

/** The same where nothing depends on it: a failure of the store is logged. */
export async function tryNamePasskey(
  config: Store & Pick<ResolvedConfig, 'log'>,
  passkey: Passkey,
  name: string | null,
): Promise<void> {
  try {
    await namePasskey(config, passkey, name)
  } catch (error) {
    config.log.error(asError(error))
  }
}
