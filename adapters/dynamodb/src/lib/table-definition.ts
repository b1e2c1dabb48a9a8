import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb'

/** Names of a table. */
export interface TableNames {
  readonly tableName: string
  readonly indexName: string
}

/** The table as `CreateTableCommand` takes it. */
export type DynamodbTable = CreateTableCommandInput & { readonly TableName: string }

const attribute = (AttributeName: string): { AttributeName: string; AttributeType: 'S' } => ({
  AttributeName,
  AttributeType: 'S',
})

/**
 * The table that the adapter works on: keys `pk` and `sk`, and one global secondary index over `GSI1PK` and `GSI1SK`
 * that has every attribute. Billed per request; change what you like but keys and index.
 *
 * @param names - those the adapter is given; default: `next-auth` and `GSI1`
 *
 * @example
 * ```ts
 * import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
 * import { dynamodbTable } from '@latchstring/adapter-dynamodb'
 *
 * await new DynamoDBClient().send(new CreateTableCommand(dynamodbTable({ tableName: 'sign-in' })))
 * ```
 */
export function dynamodbTable({
  tableName = 'next-auth',
  indexName = 'GSI1',
}: Partial<TableNames> = {}): DynamodbTable {
  return {
    TableName: tableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['pk', 'sk', 'GSI1PK', 'GSI1SK'].map(attribute),
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: indexName,
        KeySchema: [
          { AttributeName: 'GSI1PK', KeyType: 'HASH' },
          { AttributeName: 'GSI1SK', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  }
}
