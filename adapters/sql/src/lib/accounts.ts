import type { AdapterAccount } from '@latchstring/core/adapters'
import type { Row } from './records.ts'
import type { AccountMethods } from '@latchstring/adapter-kit'
import type { Store } from './store.ts'

/** What turns one row into the other; a member that was removed leaves NULL. */
function difference(before: Row, after: Row): Row {
  const columns = new Set([...Object.keys(before), ...Object.keys(after)])
  const different = [...columns].filter((column) => before[column] !== after[column])
  return Object.fromEntries(different.map((column) => [column, after[column] ?? null]))
}

function changed(before: AdapterAccount, changes: Partial<AdapterAccount>): AdapterAccount {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  const members = Object.entries({ ...before, ...Object.fromEntries(given) })
  const present = members.filter(([member, value]) => value !== null || !(member in changes))
  // Only what was given as null is left out, and an account cannot do without none of its keys.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return Object.fromEntries(present) as AdapterAccount
}

/** Methods on the table of accounts. */
export function accountMethods({ rows, records, rowsOn, atomic }: Store): AccountMethods {
  const { accounts } = rows
  const codec = records.accounts
  return {
    linkAccount: (account) => accounts.insert(account),
    unlinkAccount: ({ provider, providerAccountId }) =>
      accounts.delete({ provider, providerAccountId }),
    getAccount: (providerAccountId, provider) => accounts.find({ provider, providerAccountId }),
    listAccountsByUserId: (userId) => accounts.list({ userId }),
    updateAccount({ provider, providerAccountId, ...changes }) {
      const key = { provider, providerAccountId }
      return atomic(async (db) => {
        const mine = rowsOn(db).accounts
        // Members without a column share one, so that what stays has to be known.
        const before = await mine.find(key, 'lock')
        if (before === null) return null
        const after = changed(before, changes)
        const columns = difference(codec.toRow(before), codec.toRow(after))
        return mine.update(key, columns)
      })
    },
  }
}
