import type { DynamoDBDocument } from '@aws-sdk/lib-dynamodb'
import { createGate, type Stepper } from '../../../test/adapters/steps.ts'

/** Puts itself between a client and its server. */
export function holdCommands(client: DynamoDBDocument): Stepper {
  const gate = createGate()
  client.middlewareStack.add((next) => (args) => gate.pass(() => next(args)), {
    step: 'finalizeRequest',
    priority: 'low',
  })
  return gate
}
