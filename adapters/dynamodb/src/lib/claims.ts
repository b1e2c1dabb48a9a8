import type { Item, Key } from './batches.ts'
import type { Table } from './table.ts'

/** Result of a claim. */
export type Claimed = 'new' | 'own' | 'taken'

/** Number of attempts if another call changes a claim meanwhile. */
const TRIES = 10

/** A claim: the owner of a key, or a user that is about to get it. */
export interface Claim {
  readonly owner: string
  /** Unique for each call. */
  readonly nonce: string
  /** Whether the owner does not have the key yet. */
  readonly pending?: boolean
}

/** Creates a new claim. */
export const newClaim = (owner: string, pending = false): Claim => ({
  owner,
  nonce: crypto.randomUUID(),
  ...(pending && { pending }),
})

function read(item: Item | null): Claim | null {
  if (item === null) return null
  const [owner, nonce] = [item['owner'], item['nonce']]
  if (typeof owner === 'string' && typeof nonce === 'string') {
    return { owner, nonce, pending: item['pending'] === true }
  }
  throw new Error('A claim in DynamoDB is damaged: it has no owner.')
}

/**
 * Items that make a key unique: the call that puts the item has the key. Conditional writes cover only one item, so an interrupted
 * call may leave a claim behind. A claim counts only while its record exists, and another call takes over one that does not
 * count.
 */
export interface Claims {
  readonly read: (key: Key) => Promise<Claim | null>
  /** Takes the key, unless `counts` returns `true` for an existing claim. */
  readonly claim: (
    key: Key,
    claim: Claim,
    counts: (other: Claim) => Promise<boolean>,
  ) => Promise<Claimed>
  /** Marks the claim as complete, unless the key was claimed since. */
  readonly confirm: (key: Key, claim: Claim) => Promise<void>
  /** Releases the key, unless it was claimed since. */
  readonly release: (key: Key, claim: Claim) => Promise<void>
}

/** The claims of a table. */
export function openClaims(table: Table): Claims {
  const look = async (key: Key): Promise<Claim | null> => read(await table.get(key))

  /** One attempt; `null` if another call was faster. */
  async function attempt(
    key: Key,
    claim: Claim,
    counts: (other: Claim) => Promise<boolean>,
  ): Promise<Claimed | null> {
    const item = { ...key, ...claim }
    if (await table.put(item, { exists: false })) return 'new'
    const other = await look(key)
    if (other === null) return null
    const own = other.owner === claim.owner
    if (!own && (await counts(other))) return 'taken'
    if (!(await table.put(item, { equal: { nonce: other.nonce } }))) return null
    return own ? 'own' : 'new'
  }

  return {
    read: look,
    async claim(key, claim, counts) {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const outcome = await attempt(key, claim, counts)
        if (outcome !== null) return outcome
      }
      throw new Error('Too many calls want the same key in DynamoDB at the same time. Try again.')
    },
    async confirm(key, { owner, nonce }) {
      await table.put({ ...key, owner, nonce }, { equal: { nonce } })
    },
    async release(key, { nonce }) {
      await table.remove(key, { equal: { nonce } })
    },
  }
}
