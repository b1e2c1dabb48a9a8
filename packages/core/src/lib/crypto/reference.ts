import { isReadable, randomReadable } from './random.ts'

/** Short enough to be read out, long enough to find one line among those of a day. */
const LENGTH = 8

/** A new reference of a failure, for the page and for the log line. */
export function newReference(): string {
  return randomReadable(LENGTH)
}

/** The text, if it has the form of a reference. Any other text would be foreign words on a page of the application. */
export function asReference(text: string | undefined): string | undefined {
  return text?.length === LENGTH && isReadable(text) ? text : undefined
}
