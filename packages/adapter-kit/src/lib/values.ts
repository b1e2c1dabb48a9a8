/** Whether a value is an object or an array. */
export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null

/** Whether a value is an object that literals and JSON make, and not an instance of a class. */
export function isPlainObject(value: unknown): value is object {
  if (!isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Whether a value comes back from JSON as it was, but for members that are `undefined`. */
export function isJson(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isJson)
  if (!isPlainObject(value)) return false
  return Object.values(value).every((each) => each === undefined || isJson(each))
}
