import { InvalidRequest } from '../../errors/classes.ts'

/** The longest name of a passkey, in UTF-16 code units, by which browsers count. */
export const LONGEST_NAME = 64

/** What shows nothing, or changes how the text around it is shown. What joins letters in some scripts is not among it. */
const FORBIDDEN = /[\p{Cc}\p{Co}\p{Cs}\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F]/u

/** Some letters are made to fill a place, and show nothing, as the sign for no dots does in Braille. */
const VISIBLE = /(?![\p{DI}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * A name that a person gives a passkey, in one spelling.
 *
 * @returns `null` for an empty text, which takes the name away
 * @throws InvalidRequest when it cannot be a name
 */
export function readPasskeyName(given: unknown): string | null {
  const name =
    typeof given === 'string' ? given.normalize().replaceAll(/\s+/g, ' ').trim() : undefined
  if (name === '') return null
  if (
    name !== undefined &&
    name.length <= LONGEST_NAME &&
    !FORBIDDEN.test(name) &&
    VISIBLE.test(name)
  ) {
    return name
  }
  throw new InvalidRequest(
    `The name of the passkey cannot be used. Send \`label\` with up to ${LONGEST_NAME} UTF-16 code units, at least one of them visible, or an empty one for no name.`,
  )
}
