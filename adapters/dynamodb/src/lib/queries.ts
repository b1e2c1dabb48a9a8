import { QueryCommand, ScanCommand, type ScanCommandOutput } from '@aws-sdk/lib-dynamodb'
import type { Item, Key, Target } from './batches.ts'

/** A condition with placeholders. */
export interface Test {
  readonly condition: string
  readonly names?: Readonly<Record<string, string>>
  readonly values?: Readonly<Record<string, unknown>>
}

/** Items of one partition whose sort keys begin with a text. */
export interface Part {
  readonly pk: string
  readonly prefix: string
}

/** How many of them, after which sort key. */
export interface Rest {
  readonly after?: string | undefined
  readonly limit: number
}

/** Some of them. */
export interface Some {
  readonly items: readonly Item[]
  readonly next: string | null
}

/** Which items of a partition. */
export interface PageRange {
  readonly from?: string
  readonly last?: boolean
  readonly limit: number
}

type Query = ConstructorParameters<typeof QueryCommand>[0]

/** All items that a query finds. */
export async function query({ client }: Target, input: Query): Promise<readonly Item[]> {
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

/** Items of a partition in the order of their sort keys, or from the end. */
export async function page(
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

/** Some items of a part of a partition. */
export async function pageOf(
  { client, TableName }: Target,
  { pk, prefix }: Part,
  { after, limit }: Rest,
): Promise<Some> {
  const { Items = [], LastEvaluatedKey } = await client.send(
    new QueryCommand({
      TableName,
      ConsistentRead: true,
      Limit: limit,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
      ExpressionAttributeValues: { ':pk': pk, ':sk': prefix },
      ...(after !== undefined && { ExclusiveStartKey: { pk, sk: after } }),
    }),
  )
  return { items: Items, next: LastEvaluatedKey ? String(LastEvaluatedKey['sk']) : null }
}

/** The names of a condition, as commands take them. */
export const toNames = ({ names }: Test): { ExpressionAttributeNames?: Record<string, string> } =>
  names ? { ExpressionAttributeNames: { ...names } } : {}

/** The values of a condition, as commands take them. */
export const toValues = ({
  values,
}: Test): { ExpressionAttributeValues?: Record<string, unknown> } =>
  values ? { ExpressionAttributeValues: { ...values } } : {}

/** Pages of the items in the whole table that meet a condition. */
export async function* scan(
  { client, TableName }: Target,
  attributes: string,
  test: Test,
): AsyncIterable<readonly (Item & Key)[]> {
  let ExclusiveStartKey: Record<string, unknown> | undefined
  do {
    const answer: ScanCommandOutput = await client.send(
      new ScanCommand({
        TableName,
        ConsistentRead: true,
        ProjectionExpression: attributes,
        FilterExpression: test.condition,
        ...toNames(test),
        ...toValues(test),
        ...(ExclusiveStartKey && { ExclusiveStartKey }),
      }),
    )
    const { Items = [] } = answer
    yield Items.map((item) => ({ ...item, pk: String(item['pk']), sk: String(item['sk']) }))
    ExclusiveStartKey = answer.LastEvaluatedKey
  } while (ExclusiveStartKey !== undefined)
}

const SORT_KEYS = {
  none: '',
  prefix: ' AND begins_with(sk, :from)',
  range: ' AND sk BETWEEN :from AND :to',
} as const

/** All items of a partition, or of a part of it. */
export function list(
  target: Target,
  pk: string,
  sk?: string | readonly [from: string, to: string],
): Promise<readonly Item[]> {
  const [from, to] = typeof sk === 'string' ? [sk] : (sk ?? [])
  const way = to === undefined ? 'prefix' : 'range'
  return query(target, {
    TableName: target.TableName,
    ConsistentRead: true,
    KeyConditionExpression: `pk = :pk${SORT_KEYS[from === undefined ? 'none' : way]}`,
    ExpressionAttributeValues: {
      ':pk': pk,
      ...(from !== undefined && { ':from': from }),
      ...(to !== undefined && { ':to': to }),
    },
  })
}
