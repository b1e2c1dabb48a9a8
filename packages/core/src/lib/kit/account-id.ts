/** Texts that JavaScript makes of values that are no ids. */
const MISTAKE = /^(?:undefined|null|NaN|-?Infinity|\[object [^\]]*\])$/

/** A visible character: spaces, control characters and joiners alone do not distinguish two users. */
const VISIBLE = /[^\p{C}\p{Z}]/u

/**
 * The text of an id, when it identifies one user: text, or a whole number that a JavaScript number holds exactly. Larger
 * numbers are rounded when JSON is parsed, and two users would become one. So would all users whose id is missing, where the
 * application converts it to text.
 *
 * @param value - the id as a service or a store returned it
 */
export function usableId(value: unknown): string | undefined {
  if (Number.isSafeInteger(value)) return String(value)
  if (typeof value !== 'string' || !VISIBLE.test(value) || MISTAKE.test(value.trim())) {
    return undefined
  }
  return value
}

/**
 * The problem of an id that is not usable, for an error. A text that a service chose is not quoted.
 *
 * @param value - an id for which {@link usableId} returned `undefined`
 */
export function idProblem(value: unknown): string {
  if (value === undefined || value === null) return 'is missing'
  if (typeof value === 'number') return 'is a number that JavaScript does not hold exactly'
  if (typeof value !== 'string') return `is a value of the type ${typeof value}, not text`
  if (!VISIBLE.test(value)) return 'is empty'
  return `is the text "${value.trim()}", which stands for a value that was missing`
}

/**
 * Whether two ids belong to the same stored user. Some adapters return numbers, against their types, where a token or the
 * application has the number as text.
 *
 * @param left - an id, or `undefined` for none
 * @param right - the same
 */
export function sameId(left: string | undefined, right: string | undefined): boolean {
  return left !== undefined && right !== undefined && String(left) === String(right)
}
