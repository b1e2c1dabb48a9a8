import { listCauses } from '../errors/store-failure.ts'
import { OutboundError } from '../http/outbound.ts'

/** Facts of a failed request to a service, read from the causes of an error. */
export interface Fact {
  /** Code of an OAuth error. */
  readonly error?: string
  /** What the service says of it. */
  readonly description?: string
  /** Status with which a service responded. */
  readonly status?: number
  /** Origin of a service that did not respond at all. */
  readonly silent?: string
  /** Whether the request was for the discovery document. */
  readonly discovery?: boolean
  readonly command?: string
}

function readFact(cause: object): Fact {
  if (cause instanceof OutboundError) return cause.facts
  const read = (name: string): unknown => Reflect.get(cause, name)
  const [error, description] = [read('error'), read('description')]
  const [status, command] = [read('status'), read('command')]
  return {
    ...(typeof error === 'string' ? { error } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    ...(typeof status === 'number' ? { status } : {}),
    ...(typeof command === 'string' ? { command } : {}),
  }
}

/** The facts of an error: each from the first cause that has it. */
export function readFacts(error: Error): Fact {
  const facts = [...listCauses(error)].map(readFact)
  return facts.reduceRight<Fact>((known, fact) => ({ ...known, ...fact }), {})
}
