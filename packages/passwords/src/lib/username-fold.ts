import { keyOf } from '@latchstring/core/features'
import type { UsernameFault } from './operations.ts'

const SHORTEST = 3
const LONGEST = 30

/** Letters and digits, with dots, dashes and underscores between them. */
const SHAPE = /^[\p{L}0-9](?:[\p{L}\p{M}0-9._-]*[\p{L}\p{M}0-9])?$/u
/** Marks on marks, and separators in a row, look like other names. */
const STACKED = /\p{M}{3,}|[._-]{2,}/u

/** Scripts that are written together; a name has letters of one line alone (Unicode UTS 39, "highly restrictive"). */
const SCRIPTS: readonly RegExp[] = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Armenian',
  'Georgian',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
  'Ethiopic',
  'Hangul',
].map((script) => new RegExp(`^\\p{Script_Extensions=${script}}*$`, 'u'))
const EAST_ASIAN =
  /^[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}]*$/u

/** Marks belong to letters of these scripts; in others letters with marks are characters of their own. */
const WITHOUT_MARKS = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}]/u

/** Small letters and digits that look like a Latin letter, in most fonts. */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  [
    ['0', 'o'],
    ['1', 'l'],
    // Cyrillic
    ['а', 'a'],
    ['в', 'b'],
    ['г', 'r'],
    ['ԁ', 'd'],
    ['е', 'e'],
    ['ё', 'ë'],
    ['һ', 'h'],
    ['і', 'i'],
    ['ї', 'ï'],
    ['ј', 'j'],
    ['к', 'k'],
    ['ӏ', 'l'],
    ['м', 'm'],
    ['н', 'h'],
    ['п', 'n'],
    ['о', 'o'],
    ['р', 'p'],
    ['с', 'c'],
    ['ԛ', 'q'],
    ['ѕ', 's'],
    ['т', 't'],
    ['ц', 'u'],
    ['ѵ', 'v'],
    ['ԝ', 'w'],
    ['х', 'x'],
    ['у', 'y'],
    ['ү', 'y'],
    // Greek
    ['α', 'a'],
    ['β', 'b'],
    ['γ', 'y'],
    ['ε', 'e'],
    ['η', 'n'],
    ['ι', 'i'],
    ['κ', 'k'],
    ['ν', 'v'],
    ['ο', 'o'],
    ['ρ', 'p'],
    ['σ', 'o'],
    ['τ', 't'],
    ['υ', 'u'],
    ['χ', 'x'],
    ['ω', 'w'],
    // Armenian
    ['օ', 'o'],
    ['ս', 'u'],
    ['ո', 'n'],
    ['հ', 'h'],
    ['ց', 'g'],
    ['զ', 'q'],
    // Latin
    ['ɑ', 'a'],
    ['ɡ', 'g'],
    ['ɩ', 'i'],
    ['ʏ', 'y'],
    ['ꞌ', 'l'],
    ['ǀ', 'l'],
  ].map(([one = '', other = '']) => [one, other]),
)

/** Names that people take for the application itself. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'abuse account accounts admin administrator anonymous api app auth billing contact everyone ftp guest help hostmaster info login logout ' +
    'mail me moderator news no-reply noreply null official owner password postmaster register root security signin signup staff support ' +
    'system team undefined user webmaster www'
  )
    .split(' ')
    .map((name) => skeleton(name)),
)

/** One form for every spelling in other cases and widths. */
const foldCase = (text: string): string => text.toUpperCase().toLowerCase().normalize('NFKC')

/** One form for all names that look alike. */
function skeleton(folded: string): string {
  const letters = Array.from(folded, (letter) => LOOK_ALIKES.get(letter) ?? letter).join('')
  return letters.replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll(/[._-]/g, '')
}

/** A username that may be taken. */
export interface FoldedName {
  /** As it is shown: in small letters. */
  readonly name: string
  /** The same for all names that look alike. */
  readonly key: string
}

function isOfOneScript(name: string): boolean {
  const letters = name.replaceAll(/[0-9._-]/g, '')
  if (/\p{M}/u.test(letters) && WITHOUT_MARKS.test(letters)) return false
  return [...SCRIPTS, EAST_ASIAN].some((script) => script.test(letters))
}

/** What was typed as a username, in the spelling of one. */
export const shownName = (typed: string): string => typed.trim().normalize('NFKC').toLowerCase()

/** The key of what was typed to sign in, whether it is a username or not. */
export const keyOfName = async (typed: string): Promise<string> =>
  keyOf(skeleton(foldCase(shownName(typed))))

/** Reads a username, or says why it cannot be one. */
export async function foldName(
  typed: string,
): Promise<FoldedName | { readonly refused: UsernameFault }> {
  const name = typed.length > 4 * LONGEST ? '' : shownName(typed)
  const { length } = Array.from(name)
  const isName = SHAPE.test(name) && !STACKED.test(name) && isOfOneScript(name)
  if (!isName || length < SHORTEST || length > LONGEST) return { refused: 'username-form' }
  const folded = foldCase(name)
  // A digit stands for either letter that it looks like.
  const isReserved = [folded, folded.replaceAll('1', 'i')].some((one) =>
    RESERVED.has(skeleton(one)),
  )
  return isReserved ? { refused: 'username-taken' } : { name, key: await keyOf(skeleton(folded)) }
}
