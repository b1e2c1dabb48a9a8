import contract from '../lines.json' with { type: 'json' }

type Sections = (typeof contract)['sections']

/** Id of a line of the specification. */
export type LineId = { [S in keyof Sections]: keyof Sections[S] & string }[keyof Sections]

/** The lines of the specification that can be tested, by section. */
export const SECTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> =
  contract.sections

/** Lines of features that are being built. */
export const PENDING: readonly string[] = contract.pending
