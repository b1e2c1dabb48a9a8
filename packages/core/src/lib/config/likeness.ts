/** How alike two values are: down to their functions, but for functions, or not at all. */
export type Likeness = 'same' | 'otherFunctions' | 'different'

/** Deeper than any option; what goes on is not a value but something that has a state. */
const DEPTH = 10

/** The members of an object, by name. A map, because an object takes one of them for its prototype. */
export class Members extends Map<PropertyKey, unknown> {}

/** Whether a value is an object that literals make, and not an instance of a class. */
export function isPlain(value: unknown): value is Record<PropertyKey, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** What an instance of a class is like: itself, or nothing, because it may change and stay the same object. */
export type Instances = 'as it is' | 'like nothing'

/**
 * A copy of everything in a value that can be changed from outside and compared: objects, arrays and dates. Functions are what
 * they are.
 */
export function snapshot(
  value: unknown,
  instances: Instances = 'as it is',
  depth: number = DEPTH,
): unknown {
  if (typeof value !== 'object' || value === null || depth === 0) return value
  if (Array.isArray(value)) return value.map((member) => snapshot(member, instances, depth - 1))
  if (value instanceof Date) return new Date(value)
  if (!isPlain(value)) return instances === 'as it is' ? value : Symbol('an instance of a class')
  const members = new Members()
  for (const key of Reflect.ownKeys(value)) {
    members.set(key, snapshot(value[key], instances, depth - 1))
  }
  return members
}

function worse(one: Likeness, other: Likeness): Likeness {
  return one === 'same' ? other : one
}

/** Compares a member with the one of that name. */
export function compareMember(
  kept: Members,
  key: PropertyKey,
  value: unknown,
  depth: number = DEPTH,
): Likeness {
  const known = kept.get(key)
  // What is set to nothing is not the same as what is not there.
  if (known === undefined && !kept.has(key)) return 'different'
  return compare(known, value, depth)
}

function compareMembers(
  kept: Members,
  value: Readonly<Record<PropertyKey, unknown>>,
  depth: number,
): Likeness {
  // Also those that are not enumerable: whoever reads a member by its name finds them. One list of both takes much longer.
  const names = Object.getOwnPropertyNames(value)
  const symbols = Object.getOwnPropertySymbols(value)
  if (kept.size !== names.length + symbols.length) return 'different'
  let result: Likeness = 'same'
  for (const key of symbols.length > 0 ? [...names, ...symbols] : names) {
    const likeness = compareMember(kept, key, value[key], depth - 1)
    if (likeness === 'different') return likeness
    result = worse(result, likeness)
  }
  return result
}

function compareLists(kept: readonly unknown[], list: readonly unknown[], depth: number): Likeness {
  if (kept.length !== list.length) return 'different'
  let result: Likeness = 'same'
  for (let index = 0; index < list.length; index++) {
    const likeness = compare(kept[index], list[index], depth - 1)
    if (likeness === 'different') return likeness
    result = worse(result, likeness)
  }
  return result
}

/** Numbers and texts, times, and what has a state: instances of classes are alike only when they are one and the same. */
function compareSimple(kept: unknown, value: unknown): Likeness {
  const alike =
    value instanceof Date && kept instanceof Date
      ? kept.getTime() === value.getTime()
      : Object.is(kept, value)
  return alike ? 'same' : 'different'
}

function compareFunctions(kept: unknown, value: unknown): Likeness {
  if (kept === value) return 'same'
  return typeof kept === 'function' ? 'otherFunctions' : 'different'
}

/**
 * Compares a value with the {@link snapshot} of another. Objects and arrays are alike when their members are, in any order of
 * names.
 */
export function compare(kept: unknown, value: unknown, depth: number = DEPTH): Likeness {
  if (typeof value === 'function') return compareFunctions(kept, value)
  if (typeof value !== 'object' || value === null) return compareSimple(kept, value)
  if (Array.isArray(value)) {
    return depth > 0 && Array.isArray(kept) ? compareLists(kept, value, depth) : 'different'
  }
  if (!isPlain(value)) return compareSimple(kept, value)
  return depth > 0 && kept instanceof Members ? compareMembers(kept, value, depth) : 'different'
}
