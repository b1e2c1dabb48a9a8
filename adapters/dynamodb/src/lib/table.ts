import {
  BatchGetCommand,
  type BatchGetCommandOutput,
  BatchWriteCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  type ScanCommandOutput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { type Changes, type Condition, expressionsFor } from './expressions.ts'
import type { TableNames } from './table-definition.ts'

/** Key of an item. */
export interface Key {
  readonly pk: string
  readonly sk: string
}

/** An item as the document client gives it. */
export type Item = Readonly<Record<string, unknown>>

/** What the keys of items start with. */
export interface Starts {
  readonly pk: string
  readonly sk: readonly [string, string]
  /** That of the index. */
  readonly index: string
}

/** The table, with one call of the client for every method but those that page. */
export interface Table {
  readonly get: (key: Key) => Promise<Item | null>
  /** Two items, read together. */
  readonly getBoth: (first: Key, second: Key) => Promise<readonly [Item | null, Item | null]>
  /** Whether the condition held. */
  readonly put: (item: Item & Key, condition?: Condition) => Promise<boolean>
  /** The item as it is afterwards, or `null` when the condition did not hold. */
  readonly update: (key: Key, changes: Changes, condition: Condition) => Promise<Item | null>
  /** The item that was there, or `null`. */
  readonly remove: (key: Key, condition?: Condition) => Promise<Item | null>
  /** The item as it is afterwards, or `null` when the condition did not hold. */
  readonly evaluate: (key: Key, expressions: Evaluation) => Promise<Item | null>
  /** Items under a partition key from a sort key on, or the last ones, at most so many. */
  readonly page: (pk: string, range: PageRange) => Promise<readonly Item[]>
  readonly putAll: (items: readonly (Item & Key)[]) => Promise<void>
  readonly removeAll: (keys: readonly Key[]) => Promise<void>
  /** All items under a partition key whose sort key starts so. */
  readonly list: (pk: string, prefix?: string) => Promise<readonly Item[]>
  /** Pages of the keys in the whole table whose texts start so, that of the sort key in one of two ways. */
  readonly scanKeys: (starts: Starts) => AsyncIterable<readonly Key[]>
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

/** Which items of a partition. */
export interface PageRange {
  readonly from?: string
  readonly last?: boolean
  readonly limit: number
}

/** Most writes that one batch takes. */
const BATCH = 25

/** Number of attempts for unprocessed items. */
const TRIES = 8

const pause = (attempt: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 20 * 2 ** attempt)
  })

/** Converts a failed condition to a result; other errors are thrown. */
async function ifConditionHolds<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return null
    throw error
  }
}

const overloaded = (what: string): Error =>
  new Error(`DynamoDB did not ${what} after ${TRIES} attempts: the table is short of capacity.`)

interface Target {
  readonly client: DynamoDBDocumentClient
  readonly TableName: string
}

async function getBoth({ client, TableName }: Target, keys: readonly [Key, Key]): Promise<Item[]> {
  const items: Item[] = []
  let Keys: Record<string, unknown>[] | undefined = keys.map(({ pk, sk }) => ({ pk, sk }))
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const request = { RequestItems: { [TableName]: { Keys, ConsistentRead: true } } }
    const answer: BatchGetCommandOutput = await client.send(new BatchGetCommand(request))
    items.push(...(answer.Responses?.[TableName] ?? []))
    Keys = answer.UnprocessedKeys?.[TableName]?.Keys
    if (Keys === undefined || Keys.length === 0) return items
    await pause(attempt)
  }
  throw overloaded('give all items')
}

type Requests = NonNullable<ConstructorParameters<typeof BatchWriteCommand>[0]['RequestItems']>

async function writeBatch(
  { client, TableName }: Target,
  requests: Requests[string],
): Promise<void> {
  let RequestItems: Requests = { [TableName]: requests }
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const { UnprocessedItems } = await client.send(new BatchWriteCommand({ RequestItems }))
    if (UnprocessedItems === undefined || Object.keys(UnprocessedItems).length === 0) return
    RequestItems = UnprocessedItems
    await pause(attempt)
  }
  throw overloaded('write all items')
}

async function writeAll(target: Target, requests: Requests[string]): Promise<void> {
  for (let at = 0; at < requests.length; at += BATCH) {
    await writeBatch(target, requests.slice(at, at + BATCH))
  }
}

type Query = ConstructorParameters<typeof QueryCommand>[0]

async function query({ client }: Target, input: Query): Promise<readonly Item[]> {
  const items: Item[] = []
  let start: Record<string, unknown> | undefined
  do {
    const { Items, LastEvaluatedKey } = await client.send(
      new QueryCommand({ ...input, ...(start && { ExclusiveStartKey: start }) }),
    )
    items.push(...(Items ?? []))
    start = LastEvaluatedKey
  } while (start !== undefined)
  return items
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

async function page(
  { client, TableName }: Target,
  pk: string,
  { from, last = false, limit }: PageRange,
): Promise<readonly Item[]> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName,
      ConsistentRead: true,
      ScanIndexForward: !last,
      Limit: limit,
      KeyConditionExpression: `pk = :pk${from === undefined ? '' : ' AND sk >= :sk'}`,
      ExpressionAttributeValues: { ':pk': pk, ...(from !== undefined && { ':sk': from }) },
    }),
  )
  return Items
}

async function* scanKeys(
  { client, TableName }: Target,
  { pk, sk: [first, second], index }: Starts,
): AsyncIterable<readonly Key[]> {
  let ExclusiveStartKey: Record<string, unknown> | undefined
  do {
    const answer: ScanCommandOutput = await client.send(
      new ScanCommand({
        TableName,
        ConsistentRead: true,
        ProjectionExpression: 'pk, sk',
        FilterExpression:
          'begins_with(pk, :pk) AND begins_with(GSI1PK, :index) AND (begins_with(sk, :first) OR begins_with(sk, :second))',
        ExpressionAttributeValues: {
          ':pk': pk,
          ':index': index,
          ':first': first,
          ':second': second,
        },
        ...(ExclusiveStartKey && { ExclusiveStartKey }),
      }),
    )
    yield (answer.Items ?? []).map((item) => ({ pk: String(item['pk']), sk: String(item['sk']) }))
    ExclusiveStartKey = answer.LastEvaluatedKey
  } while (ExclusiveStartKey !== undefined)
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
      const items = await getBoth(target, [first, second])
      const one = ({ pk, sk }: Key): Item | null =>
        items.find((item) => item['pk'] === pk && item['sk'] === sk) ?? null
      return [one(first), one(second)]
    },
    async put(item, condition) {
      const command = new PutCommand({ TableName, Item: item, ...expressionsFor(condition) })
      return (await ifConditionHolds(client.send(command))) !== null
    },
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
    list: (pk, prefix) =>
      query(target, {
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: `pk = :pk${prefix === undefined ? '' : ' AND begins_with(sk, :sk)'}`,
        ExpressionAttributeValues: { ':pk': pk, ...(prefix !== undefined && { ':sk': prefix }) },
      }),
    scanKeys: (starts) => scanKeys(target, starts),
    find: (partition, sort) =>
      query(target, {
        TableName,
        IndexName,
        KeyConditionExpression: `GSI1PK = :pk${sort === undefined ? '' : ' AND GSI1SK = :sk'}`,
        ExpressionAttributeValues: { ':pk': partition, ...(sort !== undefined && { ':sk': sort }) },
      }),
  }
}
