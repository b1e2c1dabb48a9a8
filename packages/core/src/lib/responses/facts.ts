import { isObject } from '../json.ts'

/** What can be read of a failure without knowing where it was thrown. */
export interface Fact {
  /** Code of an OAuth error. */
  readonly error?: string
  /** Status with which a service responded. */
  readonly status?: number
  /** The service did not respond at all. */
  readonly silent?: boolean
  readonly command?: string
}

function readFact(cause: object): Fact {
  const read = (name: string): unknown => Reflect.get(cause, name)
  const [error, status, command] = [read('error'), read('status'), read('command')]
  const message = cause instanceof Error ? cause.message : ''
  const [, told] = /\(HTTP (\d{3})\)/.exec(message) ?? []
  const known = typeof status === 'number' ? status : Number(told ?? Number.NaN)
  return {
    ...(typeof error === 'string' ? { error } : {}),
    ...(Number.isNaN(known) ? {} : { status: known }),
    ...(typeof command === 'string' ? { command } : {}),
    silent: / (?:could not be reached|did not answer within \d+ s)\.$/.test(message),
  }
}

/** Causes of an error, outermost first. Another library may have made a circle of them. */
export function* listCauses(error: Error): Generator<object> {
  let cause: unknown = error.cause
  for (let depth = 0; depth < 8 && isObject(cause); depth += 1) {
    yield cause
    cause = Reflect.get(cause, 'err') ?? Reflect.get(cause, 'cause')
  }
}

/** What is known of a failure: of each fact the first that its causes have. */
export function readFacts(error: Error): Fact {
  const facts = [...listCauses(error)].map(readFact)
  return facts.reduceRight<Fact>(
    (known, { silent, ...fact }) => ({
      ...known,
      ...fact,
      silent: known.silent === true || silent === true,
    }),
    {},
  )
}

/** Whether a cause says something. */
export function says(error: Error, text: RegExp): boolean {
  return [...listCauses(error)].some((one) => one instanceof Error && text.test(one.message))
}
