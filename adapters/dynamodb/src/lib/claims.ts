import type { Item, Key, Table } from './table.ts'

/** What became of a claim. */
export type Claimed = 'new' | 'own' | 'taken'

/** How often a claim is looked at again because somebody else changed it meanwhile. */
const TRIES = 10

interface Claim {
  readonly owner: string
  /** Another one for every time it was claimed. */
  readonly nonce: string
}

function read(item: Item | null): Claim | null {
  if (item === null) return null
  const [owner, nonce] = [item['owner'], item['nonce']]
  if (typeof owner === 'string' && typeof nonce === 'string') return { owner, nonce }
  throw new Error('A claim in DynamoDB is damaged: it has no owner.')
}

/**
 * Items that make a key unique: whoever puts the item has the key. Conditional writes cover one item only, so a claim
 * may be left over from a call that did not end. It counts only while what it leads to is there, and whoever finds one
 * that does not count takes it over.
 */
export interface Claims {
  readonly read: (key: Key) => Promise<Claim | null>
  /** Takes the key for an owner unless `counts` says that the owner of the claim has it. */
  readonly claim: (
    key: Key,
    owner: string,
    counts: (owner: string) => Promise<boolean>,
  ) => Promise<Claimed>
  /** Gives the key back unless it was claimed since. */
  readonly release: (key: Key, claim: Claim) => Promise<void>
}

/** The claims of a table. */
export function openClaims(table: Table): Claims {
  const look = async (key: Key): Promise<Claim | null> => read(await table.get(key))

  /** One attempt; `null` when somebody else was faster. */
  async function attempt(
    key: Key,
    owner: string,
    counts: (owner: string) => Promise<boolean>,
  ): Promise<Claimed | null> {
    const item = { ...key, owner, nonce: crypto.randomUUID() }
    if (await table.put(item, { exists: false })) return 'new'
    const claim = await look(key)
    if (claim === null) return null
    const own = claim.owner === owner
    if (!own && (await counts(claim.owner))) return 'taken'
    if (!(await table.put(item, { equal: { nonce: claim.nonce } }))) return null
    return own ? 'own' : 'new'
  }

  return {
    read: look,
    async claim(key, owner, counts) {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const outcome = await attempt(key, owner, counts)
        if (outcome !== null) return outcome
      }
      throw new Error('Too many calls want the same key in DynamoDB at the same time. Try again.')
    },
    async release(key, { nonce }) {
      await table.remove(key, { equal: { nonce } })
    },
  }
}
