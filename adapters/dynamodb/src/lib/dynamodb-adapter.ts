import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { AdapterCapabilities } from '@latchstring/core/adapters'
import { accountMethods } from './accounts.ts'
import { authenticatorMethods } from './authenticators.ts'
import { controlMethods } from './control.ts'
import type { AdapterMethods, ControlMethods, RecordVerbs } from '@latchstring/adapter-kit'
import { recordVerbs } from './records.ts'
import { sessionMethods } from './sessions.ts'
import { createStore } from './store.ts'
import { openTable } from './table.ts'
import { userMethods } from './users.ts'
import { verificationTokenMethods } from './verification-tokens.ts'

/** Options of {@link dynamodbAdapter}. */
export interface DynamodbAdapterOptions {
  /** Name of the table. Default: `next-auth`. */
  readonly tableName?: string
  /** Name of the global secondary index. Default: `GSI1`. */
  readonly indexName?: string
  /** Attribute with the seconds since the epoch at which a session or a token expires. Default: `expires`. */
  readonly ttlAttribute?: string
}

/** Every method of the adapter interface but `transaction`. */
export interface DynamodbAdapter extends AdapterMethods, ControlMethods {
  /** Capabilities beyond the established interface. */
  readonly capabilities: AdapterCapabilities
  /** The verbs on tables that are data; none has to be declared to the adapter. */
  readonly records: RecordVerbs
}

const CAPABILITIES: AdapterCapabilities = Object.freeze({
  atomicConsume: true,
  transactions: false,
  uniqueConstraints: true,
  uniqueTokens: true,
  tokenReads: true,
  compareAndSet: true,
  // Deletion of expired items depends on a setting of the table, and can take days.
  ttl: false,
  revocation: true,
  accountUpdates: true,
  authenticatorUse: true,
  authenticatorDeletion: true,
  revocationFeed: true,
  counters: true,
  records: true,
})

/**
 * A storage adapter over a table of DynamoDB, in the layout that the adapter published for Auth.js documents.
 *
 * The adapter neither creates the table (see {@link dynamodbTable}) nor closes the client.
 *
 * @param client - a document client
 * @param options - names of table, index and TTL attribute
 *
 * @example
 * ```ts
 * import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
 * import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb'
 * import { dynamodbAdapter } from '@latchstring/adapter-dynamodb'
 *
 * const client = DynamoDBDocument.from(new DynamoDBClient())
 *
 * export const adapter = dynamodbAdapter(client, { tableName: 'sign-in' })
 * ```
 */
export function dynamodbAdapter(
  client: DynamoDBDocumentClient,
  {
    tableName = 'next-auth',
    indexName = 'GSI1',
    ttlAttribute = 'expires',
  }: DynamodbAdapterOptions = {},
): DynamodbAdapter {
  const store = createStore(openTable(client, { tableName, indexName }), ttlAttribute)
  return Object.freeze({
    capabilities: CAPABILITIES,
    ...userMethods(store),
    ...accountMethods(store),
    ...sessionMethods(store),
    ...verificationTokenMethods(store),
    ...authenticatorMethods(store),
    ...controlMethods(store),
    records: Object.freeze(recordVerbs(store)),
  })
}
