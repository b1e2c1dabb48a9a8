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
export { dynamodbTable, type DynamodbTable } from './lib/table-definition.ts'
export { type AdapterMethods, isUniqueViolation } from '@latchstring/adapter-kit'
