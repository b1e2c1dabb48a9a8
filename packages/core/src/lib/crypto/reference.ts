import { isReadable, randomReadable } from './random.ts'

/** Short enough to be read out, long enough to find one line among those of a day. */
const LENGTH = 8

/** A new reference: what a person sees of a failure, and what is in its log line. */
export function newReference(): string {
  return randomReadable(LENGTH)
}

/** The text, if it has the form of a reference. Anything else would put the words of a stranger on a page of ours. */
export function asReference(text: string | undefined): string | undefined {
  return text?.length === LENGTH && isReadable(text) ? text : undefined
}
