/**
 * Latchstring storage in Amazon DynamoDB.
 *
 * @packageDocumentation
 */
export {
  type DynamodbAdapter,
  type DynamodbAdapterOptions,
  dynamodbAdapter,
} from './lib/dynamodb-adapter.ts'
export type { AdapterMethods } from './lib/methods.ts'
export { dynamodbTable, type DynamodbTable } from './lib/table-definition.ts'
export { isUniqueViolation } from './lib/unique-violation.ts'
