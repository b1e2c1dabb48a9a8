/** What JavaScript writes when something that is not an id is made text. */
const MISTAKE = /^(?:undefined|null|NaN|-?Infinity|\[object [^\]]*\])$/

/** Something a person can see: a space, a control character or a joiner alone tells nobody apart. */
const VISIBLE = /[^\p{C}\p{Z}]/u

/**
 * The text of an id, when it is one that tells people apart: text, or a whole number that a JavaScript number holds
 * exactly. Larger numbers are rounded when JSON is read, and two people would become one. So would everybody whose id is
 * missing, where the application makes it text itself.
 *
 * @param value - whatever is said to be an id
 */
export function usableId(value: unknown): string | undefined {
  if (Number.isSafeInteger(value)) return String(value)
  if (typeof value !== 'string' || !VISIBLE.test(value) || MISTAKE.test(value.trim())) {
    return undefined
  }
  return value
}

/**
 * What is wrong with an id that is not usable, for an error. Nothing of it is shown that a service made up.
 *
 * @param value - what {@link usableId} made nothing of
 */
export function idProblem(value: unknown): string {
  if (value === undefined || value === null) return 'is missing'
  if (typeof value === 'number') return 'is a number that JavaScript does not hold exactly'
  if (typeof value !== 'string') return `is a value of the type ${typeof value}, not text`
  if (!VISIBLE.test(value)) return 'is empty'
  return `is the text "${value.trim()}", which stands for a value that was missing`
}

/**
 * Whether two ids of stored users are one. Some adapters give numbers, whatever their types say, where a token or the
 * application has the text of it.
 *
 * @param left - an id, or `undefined` for nobody
 * @param right - the same
 */
export function sameId(left: string | undefined, right: string | undefined): boolean {
  return left !== undefined && right !== undefined && String(left) === String(right)
}
