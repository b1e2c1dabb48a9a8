import type { AccountTexts as ServerTexts } from '@latchstring/core/types'

/** The texts of the components for an account. The server sends them in the language of the browser. */
export interface AccountTexts extends ServerTexts {
  /** Text before the first answer of the server. */
  readonly loading: string
}

/** What can be shown without an answer of the server. */
const BEFORE = { loading: '…', failed: 'That didn’t work. Try again.' }

/** The texts of the server, with those of the application in their place. */
export function selectTexts(
  known: ServerTexts | null,
  own: Partial<AccountTexts> | undefined,
): AccountTexts {
  // The lists are shown after an answer, which has all of them.
  return { ...BEFORE, ...known, ...own } as AccountTexts
}

/** Puts values into the `{placeholders}` of a text. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
