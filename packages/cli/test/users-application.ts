import { openSqlAdapter } from '@latchstring/adapter-sql'
import { createAuth } from '@latchstring/core'
import { recordTables } from '@latchstring/core/adapters'
import { ENV } from '@latchstring/test-kit/app'
import { passwords } from '@latchstring/test-kit/people'
import { leaving, leavingRequests } from '../../leaving/src/index.ts'

/** What the tables of the application have done, and do. */
export const orders = { erased: new Array<string>(), fails: false }

export const adapter = openSqlAdapter(':memory:', { records: [...recordTables, leavingRequests] })

/** The feature, as an application names it. */
export const leave = leaving({
  days: 0,
  also: {
    export: ({ id }) => ({ orders: [id] }),
    erase({ id }) {
      if (orders.fails) throw new Error('The table of orders is locked.')
      orders.erased.push(id)
    },
  },
})

export const auth = createAuth(
  { providers: [passwords()], adapter, features: [leave], session: { strategy: 'database' } },
  { env: ENV },
)
