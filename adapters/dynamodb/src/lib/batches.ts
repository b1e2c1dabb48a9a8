import {
  BatchGetCommand,
  type BatchGetCommandOutput,
  BatchWriteCommand,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb'

/** Key of an item. */
export interface Key {
  readonly pk: string
  readonly sk: string
}

/** An item as the document client gives it. */
export type Item = Readonly<Record<string, unknown>>

/** The table through a client. */
export interface Target {
  readonly client: DynamoDBDocumentClient
  readonly TableName: string
}

/** Most items that one batch reads. */
const READS = 100

/** Most writes that one batch takes. */
const WRITES = 25

/** Number of attempts for unprocessed items. */
const TRIES = 8

const pause = (attempt: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 20 * 2 ** attempt)
  })

const overloaded = (what: string): Error =>
  new Error(`DynamoDB did not ${what} after ${TRIES} attempts: the table is short of capacity.`)

async function getBatch({ client, TableName }: Target, keys: readonly Key[]): Promise<Item[]> {
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

/** Those items that are there, in any order. No key may be named twice. */
export async function getAll(target: Target, keys: readonly Key[]): Promise<readonly Item[]> {
  const items: Item[] = []
  for (let at = 0; at < keys.length; at += READS) {
    items.push(...(await getBatch(target, keys.slice(at, at + READS))))
  }
  return items
}

type Requests = NonNullable<ConstructorParameters<typeof BatchWriteCommand>[0]['RequestItems']>

/** A write without a condition. */
export type Write = Requests[string][number]

async function writeBatch({ client, TableName }: Target, writes: Write[]): Promise<void> {
  let RequestItems: Requests = { [TableName]: writes }
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const { UnprocessedItems } = await client.send(new BatchWriteCommand({ RequestItems }))
    if (UnprocessedItems === undefined || Object.keys(UnprocessedItems).length === 0) return
    RequestItems = UnprocessedItems
    await pause(attempt)
  }
  throw overloaded('write all items')
}

/** Carries out all writes, in any order. No key may be named twice. */
export async function writeAll(target: Target, writes: readonly Write[]): Promise<void> {
  for (let at = 0; at < writes.length; at += WRITES) {
    await writeBatch(target, writes.slice(at, at + WRITES))
  }
}
