// tools/generate copies this module into packages that need it as well and import nothing but types of the core.

/** Whether a value has members: an object, and neither `null` nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const isNonEmptyText = (value: unknown): value is string =>
  typeof value === 'string' && value !== ''

/** Whether a value is an object that literals and JSON make, and not an instance of a class. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Whether a value is the same after it was written as JSON; members that are `undefined` do not count. */
export function isJson(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isJson)
  if (!isPlainObject(value)) return false
  return Object.values(value).every((member) => member === undefined || isJson(member))
}
