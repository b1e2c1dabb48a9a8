import type { Application } from '../doctor/application.ts'
import { child, children, nameText, type SyntaxNode, walk } from '../doctor/syntax.ts'
import { isObject } from '../values.ts'

/** Groups of functions in a configuration, with what stands before the names of their members in reports. */
const GROUPS: Readonly<Record<string, string>> = { callbacks: '', events: 'event ', jwt: 'jwt.' }

function readLine({ loc }: SyntaxNode): number | undefined {
  const start = isObject(loc) ? loc['start'] : undefined
  const line = isObject(start) ? start['line'] : undefined
  return typeof line === 'number' ? line : undefined
}

/** The members of a group, by the names that reports have for them. */
function readGroup(property: SyntaxNode, file: string): readonly (readonly [string, string])[] {
  const prefix = GROUPS[nameText(child(property, 'key')) ?? '']
  const members = children(child(property, 'value'), 'properties')
  if (prefix === undefined) return []
  return members.flatMap((member) => {
    const name = nameText(child(member, 'key'))
    const line = readLine(member)
    return name === undefined || line === undefined
      ? []
      : [[prefix + name, `${file}:${line}`] as const]
  })
}

/** Where the functions of a configuration are written, such as `auth.ts:12`, as far as its text says. */
export function findPlaces({ modules, configured }: Application): Readonly<Record<string, string>> {
  // What the configuration imports may be anywhere, and its own file says more.
  const ordered = [...modules.values()].toSorted(
    (one, other) => Number(one.file === configured?.file) - Number(other.file === configured?.file),
  )
  const found = ordered.flatMap(({ program, file }) =>
    [...walk(program)]
      .filter(({ type }) => type === 'Property')
      .flatMap((property) => readGroup(property, file)),
  )
  return Object.fromEntries(found)
}
