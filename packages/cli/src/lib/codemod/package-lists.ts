import { isNextAuth } from './names.ts'
import {
  type Edit,
  type Node,
  type Remark,
  type Source,
  findProperty,
  inner,
  items,
  literalText,
  nameIn,
  remarkAt,
  unwrap,
} from './tree.ts'

/** Options of Next.js that list packages, which it needs for next-auth and not for this library. */
const LISTS = /^(?:transpilePackages|serverExternalPackages|optimizePackageImports)$/

const CONFIGURATION = /(?:^|\/)next\.config\.\w+$/

/** What takes a member of an object out, with its comma, and with its line where nothing else is there. */
export function withoutMember({ text }: Source, { start, end }: Node): Edit {
  const before = text.slice(0, start)
  const [comma = ''] = /^\s*,/.exec(text.slice(end)) ?? []
  const after = text.slice(end + comma.length)
  const [line] = /^[ \t]*\r?\n/.exec(after) ?? []
  const [indent] = /(?<=\n)[ \t]*$/.exec(before) ?? []
  if (line !== undefined && indent !== undefined) {
    return { start: start - indent.length, end: end + comma.length + line.length, text: '' }
  }
  if (comma === '') {
    // The last one takes the comma of the one before it along.
    const [previous = ''] = /,\s*$/.exec(before) ?? []
    return { start: start - previous.length, end, text: '' }
  }
  const [space = ''] = /^[ \t]*/.exec(after) ?? []
  return { start, end: end + comma.length + space.length, text: '' }
}

/** Takes next-auth out of the lists of packages in the configuration of Next.js. */
export function packageListEdits(source: Source): readonly Edit[] {
  if (!CONFIGURATION.test(source.path)) return []
  return source.nodes.flatMap((node) => {
    const value = inner(node, 'value')
    const isList = node.type === 'Property' && LISTS.test(nameIn(inner(node, 'key')) ?? '')
    if (!isList || value?.type !== 'ArrayExpression') return []
    const elements = items(value, 'elements')
    const kept = elements.filter((element) => !isNextAuth(literalText(element) ?? ''))
    if (kept.length === elements.length) return []
    if (kept.length === 0) return [withoutMember(source, node)]
    const texts = kept.map(({ start, end }) => source.text.slice(start, end))
    return [{ start: value.start, end: value.end, text: `[${texts.join(', ')}]` }]
  })
}

/** What a replaced module is named by: a text, or a pattern as `^next-auth$` or `/^next-auth/`. */
export const ALIAS: RegExp = /^["'`/]*\^?(?:next-auth|@auth\\?\/core)(?![\w-])/

/** Why such a name is listed. */
export const ALIASED =
  'This replaces a module of next-auth: name the one that the code imports now, as `@latchstring/next/react`, or the module of the configuration for `auth`.'

/** Modules of next-auth that a test runner or bundler replaces: an import of another name is not replaced. */
export const aliasFindings = (source: Source): readonly Remark[] =>
  source.nodes
    .filter(
      (node) =>
        node.type === 'Property' &&
        /^(?:moduleNameMapper|alias)$/.test(nameIn(inner(node, 'key')) ?? ''),
    )
    .flatMap((node) => {
      const value = unwrap(inner(node, 'value'))
      const keys = [
        ...items(value, 'properties').map((one) => inner(one, 'key')),
        ...items(value, 'elements').map((one) => inner(findProperty(one, 'find'), 'value')),
      ]
      return keys.flatMap((key) =>
        key && ALIAS.test(source.text.slice(key.start, key.end)) ? [key] : [],
      )
    })
    .map((key) => remarkAt(source, key.start, ALIASED))
