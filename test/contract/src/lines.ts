import contract from '../lines.json' with { type: 'json' }
import type { Lines } from './table.mjs'

type Sections = (typeof contract)['sections']

/** Id of a line of the specification. */
export type LineId = { [S in keyof Sections]: keyof Sections[S] & string }[keyof Sections]

/** The lines of the specification that can be tested, by section; those of features being built are pending. */
export const LINES: Lines = contract
