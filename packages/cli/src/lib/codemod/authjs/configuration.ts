import { cookieMembers } from '../cookie-names.ts'
import { addMembers, configObject, lacks, migrateMember } from '../options.ts'
import {
  type Edit,
  type Node,
  type Source,
  applyEdits,
  findProperty,
  inner,
  preferredQuote,
} from '../tree.ts'
import type { Application } from './application.ts'

/** What a configuration gets beside `migrate`. */
export interface Members {
  /** The path of the actions, where it is not that of the package. */
  readonly basePath?: string | undefined
  /** Whether the other package put a path of its own in the place of that option. */
  readonly ignoresPath?: boolean
}

/** The option for the path, which would count now: providers have the callback URLs of the path that there was. */
function pathEdits({ text }: Source, object: Node): readonly Edit[] {
  const property = findProperty(object, 'basePath')
  if (property === undefined) return []
  const rest = /^\s*,\s*/.exec(text.slice(property.end))?.[0] ?? ''
  return [{ start: property.start, end: property.end + rest.length, text: '' }]
}

/** What a configuration needs to know of its application. */
type Moving = Pick<Application, 'cookies' | 'until'>

/** The name of the session cookie, where code of the application has it. */
export const keptName = (source: Source, { cookies }: Moving): readonly string[] =>
  cookieMembers(cookies.kept?.replaceAll("'", preferredQuote(source.text)))

/** Members that a configuration lacks. */
function missing(source: Source, object: Node, app: Moving, { basePath }: Members) {
  const quote = preferredQuote(source.text)
  return [
    ...(basePath !== undefined && lacks(object, 'basePath')
      ? [`basePath: ${quote}${basePath}${quote}`]
      : []),
    ...(lacks(object, 'migrate') ? [migrateMember(source, app.until, object)] : []),
    ...(lacks(object, 'cookies') ? keptName(source, app) : []),
  ]
}

/** A type that an object is compared with, so that its texts keep theirs. */
const isTyped = (source: Source, object: Node): boolean =>
  source.nodes.some(
    (node) =>
      (node.type === 'VariableDeclarator' &&
        inner(node, 'init')?.start === object.start &&
        inner(inner(node, 'id'), 'typeAnnotation') !== undefined) ||
      (/^TS(?:Satisfies|As)Expression$/.test(node.type) &&
        inner(node, 'expression')?.start === object.start),
  )

/** The text of an option that is one of several, in an object that nothing gives a type. */
export function withConst(source: Source, object: Node, text: string, isInCall: boolean): string {
  const isScript = !/\.[cm]?tsx?$/.test(source.path)
  if (isScript || isInCall || isTyped(source, object)) return text
  return text.replace(/(from: (["'])next-auth\2)(?! as const)/, '$1 as const')
}

/**
 * What makes a configuration take sessions over; nothing where it does not show what the configuration is.
 *
 * @param value - the argument of the initializer, or what is declared
 * @param isInCall - whether the object is in the call, which gives it a type
 */
export function configurationEdits(
  source: Source,
  value: Node,
  app: Moving,
  members: Members = {},
): readonly Edit[] | undefined {
  const object = configObject(source, value)
  if (object === undefined) return undefined
  const texts = missing(source, object, app, members).map((text) =>
    withConst(source, object, text, object.start === value.start),
  )
  const dropped = members.ignoresPath === true ? pathEdits(source, object) : []
  return [...addMembers(source, object, texts), ...dropped]
}

/** A piece of a text after the edits in it. */
export function editedText({ text }: Source, { start, end }: Node, edits: readonly Edit[]): string {
  const own = edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }))
  return applyEdits(text.slice(start, end), own)
}
