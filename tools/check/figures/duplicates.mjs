/** What is written twice: places in code that share lines. */
import { isCode } from './sources.mjs'

/** @typedef {import('./sources.mjs').Sources} Sources */
/** @typedef {{ readonly path: string, readonly lines: readonly { readonly text: string, readonly at: number }[] }} Code */
/** @typedef {readonly [code: Code, start: number]} Place */

/** Lines that two places share before they count. */
const LENGTH = 6

/** People copy these whole, and frameworks want the same routes in each version of an application. */
const COPIES = /^(?:examples|test\/frameworks)\//

/** Brackets alone, comments and lists of imports are alike in many files, and say nothing. */
const SAYS_NOTHING = /^(?:\/\/|\*|\/\*|import|export \*|\} from)|^\W*(?:\w{1,2}\W+)*$/

/** The names in such a list, each on a line of its own. */
const LIST = /^(?:import|export)(?: type)? \{\n[^}]*\} from /gm

/** @type {(path: string, text: string) => Code} */
function readCode(path, whole) {
  const text = whole.replace(LIST, (list) => list.replace(/[^\n]/g, ''))
  const lines = text.split('\n').map((line, index) => ({ text: line.trim(), at: index + 1 }))
  return { path, lines: lines.filter((line) => !SAYS_NOTHING.test(line.text)) }
}

/** By six lines, where they are. @type {(sources: Sources) => ReadonlyMap<string, readonly Place[]>} */
function findRuns(sources) {
  /** @type {Map<string, Place[]>} */
  const found = new Map()
  for (const [path, text] of sources) {
    if (!isCode(path) || COPIES.test(path)) continue
    const code = readCode(path, text)
    for (let start = 0; start + LENGTH <= code.lines.length; start += 1) {
      const run = code.lines.slice(start, start + LENGTH).map((line) => line.text)
      const key = run.join('\n')
      found.set(key, [...(found.get(key) ?? []), [code, start]])
    }
  }
  return found
}

/** @type {(one: Place, other: Place) => readonly string[]} */
function pair([code, start], [other, second]) {
  const overlaps = code === other && second - start < LENGTH
  // What precedes both is equal as well, so that they have been counted from there.
  const before = code.lines[start - 1]?.text
  const goesOn = before !== undefined && before === other.lines[second - 1]?.text
  if (overlaps || goesOn) return []
  return [`${code.path}:${code.lines[start]?.at} and ${other.path}:${other.lines[second]?.at}`]
}

/** Pairs of places that share six lines or more. @type {(sources: Sources) => readonly string[]} */
export const duplicates = (sources) =>
  [...findRuns(sources).values()].flatMap((places) =>
    places.flatMap((one, index) => places.slice(index + 1).flatMap((other) => pair(one, other))),
  )
