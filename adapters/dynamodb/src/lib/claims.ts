import type { Item, Key, Table } from './table.ts'

/** What became of a claim. */
export type Claimed = 'new' | 'own' | 'taken'

/** How often a claim is looked at again because somebody else changed it meanwhile. */
const TRIES = 10

/** Who has a key, or is about to have it. */
export interface Claim {
  readonly owner: string
  /** Another one for every call. */
  readonly nonce: string
  /** The owner is about to have the key. */
  readonly pending?: boolean
}

/** A claim that nobody has made yet. */
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
 * Items that make a key unique: whoever puts the item has the key. Conditional writes cover one item only, so a claim
 * may be left over from a call that did not end. It counts only while what it leads to is there, and whoever finds one
 * that does not count takes it over.
 */
export interface Claims {
  readonly read: (key: Key) => Promise<Claim | null>
  /** Takes the key unless `counts` says that another claim is good. */
  readonly claim: (
    key: Key,
    claim: Claim,
    counts: (other: Claim) => Promise<boolean>,
  ) => Promise<Claimed>
  /** Says that the owner has the key now, unless it was claimed since. */
  readonly confirm: (key: Key, claim: Claim) => Promise<void>
  /** Gives the key back unless it was claimed since. */
  readonly release: (key: Key, claim: Claim) => Promise<void>
}

/** The claims of a table. */
export function openClaims(table: Table): Claims {
  const look = async (key: Key): Promise<Claim | null> => read(await table.get(key))

  /** One attempt; `null` when somebody else was faster. */
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
