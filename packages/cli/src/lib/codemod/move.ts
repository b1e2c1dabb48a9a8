import type { AuthModule } from './auth-module.ts'
import type { Modules } from './modules.ts'
import { findExport } from './modules.ts'
import type { Additions } from './option-edits.ts'
import { configObject } from './options.ts'
import { isFree } from './statements.ts'
import type { Edit, Node, Remark, Source } from './tree.ts'
import { NotUnderstood, findProperty, inner, items, literalText, nameIn } from './tree.ts'

/** How the configuration and the handler of version 4 move. */
export interface Move {
  readonly home: AuthModule
  /** Edits by the path that a file has before. */
  readonly edits: ReadonlyMap<string, readonly Edit[]>
  /** Import statements that these edits change. */
  readonly skipped: ReadonlyMap<string, ReadonlySet<number>>
  /** Files that are made. */
  readonly created: ReadonlyMap<string, string>
  readonly removed: ReadonlySet<string>
  /** What was taken out, and may have to be looked at. */
  readonly look?: readonly Remark[]
}

/** What a move needs to know. */
export interface MoveContext extends Additions {
  readonly files: ReadonlySet<string>
  /** Functions of the sign-in page that the configuration gives beside `auth`. */
  readonly operations: readonly string[]
  readonly modules: Modules
}

/** How the result of the initializer begins. */
export const declaredBy = ({ operations }: Pick<MoveContext, 'operations'>): string =>
  `export const { ${['handlers', 'auth', ...operations].join(', ')} } = `

/** A module that exports what the initializer gives, and that keeps its path. */
export const homeAt = (
  source: Source,
  local: string | undefined,
  argument: Node,
  modules: Modules,
): Omit<AuthModule, 'helpers' | 'members'> => ({
  before: source.path,
  after: source.path,
  local,
  exported: local === undefined ? undefined : exportedAs(source, local),
  isOptions: optionsTest(source.path, local, modules),
  signIn: readSignInPage(source, argument),
})

/** The sign-in page of a configuration. */
export function readSignInPage(source: Source, argument: Node): string | undefined {
  const object = configObject(source, argument)
  const pages = inner(object && findProperty(object, 'pages'), 'value')
  return literalText(inner(pages && findProperty(pages, 'signIn'), 'value'))
}

/** The name under which a module exports one of its constants or functions. */
export function exportedAs({ body }: Source, local: string): string | undefined {
  for (const node of body) {
    if (node.type === 'ExportDefaultDeclaration') {
      if (nameIn(inner(node, 'declaration')) === local) return 'default'
      continue
    }
    if (node.type !== 'ExportNamedDeclaration' || inner(node, 'source') !== undefined) continue
    const declaration = inner(node, 'declaration')
    const declared = [declaration, ...items(declaration, 'declarations')]
    if (declared.some((one) => nameIn(inner(one, 'id')) === local)) return local
    const found = items(node, 'specifiers').find((one) => nameIn(inner(one, 'local')) === local)
    if (found !== undefined) return nameIn(inner(found, 'exported'))
  }
  return undefined
}

/** @throws NotUnderstood where a module has other things of the names that it is to export */
export function requireNames(
  source: Source,
  at: number,
  { operations }: Pick<MoveContext, 'operations'>,
  given: readonly string[] = [],
): void {
  const names = ['auth', 'handlers', ...operations]
  const taken = names.find((name) => !given.includes(name) && !isFree(source, name))
  if (taken === undefined) return
  throw new NotUnderstood(at, `\`${taken}\` is the name of something else here: rename that first.`)
}

/** Tells imports of the options from others. */
export const optionsTest =
  (path: string, local: string | undefined, modules: Modules): AuthModule['isOptions'] =>
  (from, module, imported) => {
    if (local === undefined) return false
    const found = findExport({ from, module, name: imported }, modules)
    return found?.there.path === path && found.local === local
  }
