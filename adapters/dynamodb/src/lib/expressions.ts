/** The condition of a write. */
export interface Condition {
  /** Whether there is an item. */
  readonly exists?: boolean
  /** Attributes and their values; `undefined` for one that is not there. */
  readonly equal?: Readonly<Record<string, unknown>>
}

/** The changes of an update. */
export interface Changes {
  readonly set?: Readonly<Record<string, unknown>>
  readonly remove?: readonly string[]
}

/** Expressions with names and values, as commands take them. */
export interface Expressions {
  readonly ConditionExpression?: string
  readonly UpdateExpression?: string
  readonly ExpressionAttributeNames?: Record<string, string>
  readonly ExpressionAttributeValues?: Record<string, unknown>
}

/** Creates placeholders, because many words are reserved in expressions. */
interface Placeholders {
  readonly names: Map<string, string>
  readonly values: unknown[]
  name(attribute: string): string
  value(value: unknown): string
}

function createPlaceholders(): Placeholders {
  const names = new Map<string, string>()
  const values: unknown[] = []
  return {
    names,
    values,
    name(attribute) {
      const placeholder = names.get(attribute) ?? `#n${names.size}`
      names.set(attribute, placeholder)
      return placeholder
    },
    value: (value) => `:v${values.push(value) - 1}`,
  }
}

function condition({ exists, equal = {} }: Condition, to: Placeholders): string {
  const terms = Object.entries(equal).map(([attribute, value]) =>
    value === undefined
      ? `attribute_not_exists(${to.name(attribute)})`
      : `${to.name(attribute)} = ${to.value(value)}`,
  )
  if (exists === true) terms.push(`attribute_exists(${to.name('pk')})`)
  if (exists === false) terms.push(`attribute_not_exists(${to.name('pk')})`)
  return terms.join(' AND ')
}

function update({ set = {}, remove = [] }: Changes, to: Placeholders): string {
  const assignments = Object.entries(set).map(
    ([attribute, value]) => `${to.name(attribute)} = ${to.value(value)}`,
  )
  const clauses = [
    ['SET', assignments],
    ['REMOVE', remove.map((attribute) => to.name(attribute))],
  ] as const
  return clauses
    .filter(([, terms]) => terms.length > 0)
    .map(([word, terms]) => `${word} ${terms.join(', ')}`)
    .join(' ')
}

/** Creates the expressions of condition and changes. */
export function expressionsFor(required: Condition = {}, changes: Changes = {}): Expressions {
  const to = createPlaceholders()
  const [ConditionExpression, UpdateExpression] = [condition(required, to), update(changes, to)]
  const names = [...to.names].map(([attribute, placeholder]) => [placeholder, attribute] as const)
  const values = to.values.map((value, index) => [`:v${index}`, value] as const)
  return {
    ...(ConditionExpression !== '' && { ConditionExpression }),
    ...(UpdateExpression !== '' && { UpdateExpression }),
    ...(names.length > 0 && { ExpressionAttributeNames: Object.fromEntries(names) }),
    ...(values.length > 0 && { ExpressionAttributeValues: Object.fromEntries(values) }),
  }
}
