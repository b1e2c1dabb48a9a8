import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { getAll, type Item, type Key, type Target, writeAll } from './batches.ts'
import { type Changes, type Condition, expressionsFor } from './expressions.ts'
import {
  list,
  page,
  type PageRange,
  pageOf,
  type Part,
  query,
  type Rest,
  scan,
  type Some,
  type Test,
  toNames,
  toValues,
} from './queries.ts'
import type { TableNames } from './table-definition.ts'

/** The table, with one call of the client for every method but those that page. */
export interface Table {
  readonly get: (key: Key) => Promise<Item | null>
  /** Two items, read together. */
  readonly getBoth: (first: Key, second: Key) => Promise<readonly [Item | null, Item | null]>
  /** Those items that are there. No key may be named twice. */
  readonly getAll: (keys: readonly Key[]) => Promise<readonly Item[]>
  /** Whether the condition held. */
  readonly put: (item: Item & Key, condition?: Condition) => Promise<boolean>
  /** Whether the condition held, and the item that was replaced. */
  readonly replace: (
    item: Item & Key,
    test: Test,
  ) => Promise<{ readonly held: boolean; readonly before?: Item | undefined }>
  /** The item as it is afterwards, or `null` when the condition did not hold. */
  readonly update: (key: Key, changes: Changes, condition: Condition) => Promise<Item | null>
  /** The item that was there, or `null`. */
  readonly remove: (key: Key, condition?: Condition) => Promise<Item | null>
  /** The item as it is afterwards, or `null` when the condition did not hold. */
  readonly evaluate: (key: Key, expressions: Evaluation) => Promise<Item | null>
  /** Items under a partition key from a sort key on, or the last ones, at most so many. */
  readonly page: (pk: string, range: PageRange) => Promise<readonly Item[]>
  /** Some items of a part of a partition, and the sort key after which there may be more. */
  readonly pageOf: (part: Part, rest: Rest) => Promise<Some>
  readonly putAll: (items: readonly (Item & Key)[]) => Promise<void>
  readonly removeAll: (keys: readonly Key[]) => Promise<void>
  /** All items under a partition key whose sort key starts so, or is between two texts. */
  readonly list: (
    pk: string,
    sk?: string | readonly [from: string, to: string],
  ) => Promise<readonly Item[]>
  /** Pages of the items in the whole table that meet a condition, with some of their attributes. */
  readonly scan: (attributes: string, test: Test) => AsyncIterable<readonly (Item & Key)[]>
  /** Items by their keys in the index, which may be behind; without the second one all of the first. */
  readonly find: (partition: string, sort?: string) => Promise<readonly Item[]>
}

/** Expressions that compute, with placeholders that begin with a colon; `#ttl` is the attribute of expiry. */
export interface Evaluation {
  readonly update: string
  readonly condition?: string
  readonly names?: Readonly<Record<string, string>>
  readonly values: Readonly<Record<string, unknown>>
}

/** Converts a failed condition to a result; other errors are thrown. */
async function ifConditionHolds<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return null
    throw error
  }
}

async function evaluate(
  { client, TableName }: Target,
  { pk, sk }: Key,
  { update, condition, names, values }: Evaluation,
): Promise<Item | null> {
  const command = new UpdateCommand({
    TableName,
    Key: { pk, sk },
    ReturnValues: 'ALL_NEW',
    UpdateExpression: update,
    ...(condition !== undefined && { ConditionExpression: condition }),
    ...(names && { ExpressionAttributeNames: { ...names } }),
    ExpressionAttributeValues: { ...values },
  })
  return (await ifConditionHolds(client.send(command)))?.Attributes ?? null
}

async function replace({ client, TableName }: Target, Item: Item & Key, test: Test) {
  const command = new PutCommand({
    TableName,
    Item,
    ReturnValues: 'ALL_OLD',
    ConditionExpression: test.condition,
    ...toNames(test),
    ...toValues(test),
  })
  const answer = await ifConditionHolds(client.send(command))
  return { held: answer !== null, before: answer?.Attributes }
}

/** The table through a client. All reads but those of the index see every write that was answered. */
export function openTable(
  client: DynamoDBDocumentClient,
  { tableName: TableName, indexName: IndexName }: TableNames,
): Table {
  const target = { client, TableName }
  return {
    async get({ pk, sk }) {
      const input = { TableName, Key: { pk, sk }, ConsistentRead: true }
      return (await client.send(new GetCommand(input))).Item ?? null
    },
    async getBoth(first, second) {
      const items = await getAll(target, [first, second])
      const one = ({ pk, sk }: Key): Item | null =>
        items.find((item) => item['pk'] === pk && item['sk'] === sk) ?? null
      return [one(first), one(second)]
    },
    getAll: (keys) => getAll(target, keys),
    async put(item, condition) {
      const command = new PutCommand({ TableName, Item: item, ...expressionsFor(condition) })
      return (await ifConditionHolds(client.send(command))) !== null
    },
    replace: (item, test) => replace(target, item, test),
    async update({ pk, sk }, changes, condition) {
      const input = { TableName, Key: { pk, sk }, ReturnValues: 'ALL_NEW' } as const
      const command = new UpdateCommand({ ...input, ...expressionsFor(condition, changes) })
      return (await ifConditionHolds(client.send(command)))?.Attributes ?? null
    },
    async remove({ pk, sk }, condition = { exists: true }) {
      const input = { TableName, Key: { pk, sk }, ReturnValues: 'ALL_OLD' } as const
      const command = new DeleteCommand({ ...input, ...expressionsFor(condition) })
      return (await ifConditionHolds(client.send(command)))?.Attributes ?? null
    },
    evaluate: (key, evaluation) => evaluate(target, key, evaluation),
    page: (pk, range) => page(target, pk, range),
    pageOf: (part, rest) => pageOf(target, part, rest),
    putAll: (items) =>
      writeAll(
        target,
        items.map((Item) => ({ PutRequest: { Item } })),
      ),
    removeAll: (keys) =>
      writeAll(
        target,
        keys.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
      ),
    list: (pk, sk) => list(target, pk, sk),
    scan: (attributes, test) => scan(target, attributes, test),
    find: (partition, sort) =>
      query(target, {
        TableName,
        IndexName,
        KeyConditionExpression: `GSI1PK = :pk${sort === undefined ? '' : ' AND GSI1SK = :sk'}`,
        ExpressionAttributeValues: { ':pk': partition, ...(sort !== undefined && { ':sk': sort }) },
      }),
  }
}
