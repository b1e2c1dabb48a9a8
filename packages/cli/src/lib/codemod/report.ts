import { withAddresses } from '../documentation.ts'
import type { Terminal } from '../terminal.ts'
import type { Plan } from './plan.ts'
import type { Remark, RemarkKind } from './tree.ts'

/** Headings of the report, in order of harm. */
const HEADINGS: Readonly<Record<RemarkKind, string>> = {
  configuration: 'Without this nothing works',
  guard: 'Without this people are sent back to the sign-in page',
  mail: 'Without this no mail is sent',
  person: 'Without this some people cannot sign in',
  session: 'Sessions and cookies that are read in another way',
  import: 'Imports of next-auth that stay',
  type: 'Values that are something else',
  other: 'Other places',
}

const KINDS = Object.keys(HEADINGS)

const kindOf = ({ kind = 'import' }: Remark): RemarkKind => kind

/** Remarks in order of harm, and then of path and line. */
export const inOrder = (remarks: readonly Remark[]): readonly Remark[] =>
  remarks
    .map((one) => ({ ...one, kind: kindOf(one) }))
    .toSorted((one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind))

/** How many places of one reason are named. */
const PLACES = 5

function reasonLines(reason: string, places: readonly Remark[]): string {
  const named = places.map(({ path, line }) => `${path}:${line}`)
  const [only] = named
  if (named.length === 1) return `  ${only}  ${reason}\n`
  const more = named.length - PLACES
  const lines = named.slice(0, PLACES).map((one) => `    ${one}\n`)
  return `  ${reason}\n${lines.join('')}${more > 0 ? `    and ${more} more (--json names all)\n` : ''}`
}

/** Remarks by kind, and each reason once. */
function grouped(remarks: readonly Remark[]): string {
  return KINDS.flatMap((kind) => {
    const own = remarks.filter((one) => kindOf(one) === kind)
    if (own.length === 0) return []
    const reasons = [...new Set(own.map(({ reason }) => reason))]
    const text = reasons
      .map((reason) =>
        reasonLines(
          withAddresses(reason),
          own.filter((one) => one.reason === reason),
        ),
      )
      .join('')
    // Every kind is a key of the table.
    return [`\n ${HEADINGS[kind as RemarkKind]}:\n${text}`]
  }).join('')
}

/** Writes what was left, in order of harm, and what may behave otherwise. */
export function printRemarks({ left, look }: Plan, terminal: Terminal): void {
  if (left.length > 0) {
    terminal.out(
      `\n${terminal.paint('yellow', `For you to change (${left.length}):`)}${grouped(left)}`,
    )
  }
  if (look.length > 0) terminal.out(`\nLook at (${look.length}):${grouped(look)}`)
}
