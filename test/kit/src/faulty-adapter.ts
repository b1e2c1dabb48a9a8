import type { Adapter } from '@latchstring/core/adapters'

// The suite is published and cannot depend on this; so that there is one, this is its own.
export {
  createFaultyAdapter,
  type Fault,
  type FaultyAdapter,
} from '../../../packages/adapter-conformance/src/lib/core/faulty-adapter.ts'

/** The same store without tables that are data, as adapters published for Auth.js have it. */
export function withoutRecords({ records: _records, ...adapter }: Adapter): Adapter {
  return { ...adapter, capabilities: { ...adapter.capabilities, records: false } }
}

/** The same store, for an application whose adapter knows no transactions. */
export function withoutTransactions(adapter: Adapter): Adapter {
  const methods = Object.entries(adapter).filter(([name]) => name !== 'transaction')
  const capabilities = { ...adapter.capabilities, transactions: false }
  return { ...Object.fromEntries(methods), capabilities }
}
