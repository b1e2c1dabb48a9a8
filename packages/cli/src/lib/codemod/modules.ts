import type { AppFile } from './files.ts'
import { readMentions, readNames } from './mentions.ts'
import { findDeclaration } from './options.ts'
import type { Resolver } from './resolver.ts'
import { type Node, type Source, inner, items, nameIn, readSource } from './tree.ts'

/** The modules of an application. */
export interface Modules {
  readonly resolver: Resolver
  /** Reads a module, also one that names nothing of next-auth; nothing where its syntax is not understood. */
  readonly find: (path: string | undefined) => Source | undefined
}

/** @param sources - modules that have been read already */
export function createModules(
  files: readonly AppFile[],
  sources: readonly Source[],
  resolver: Resolver,
): Modules {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const known = new Map<string, Source | undefined>(sources.map((one) => [one.path, one]))
  const read = (path: string): Source | undefined => {
    const text = texts.get(path)
    try {
      return text === undefined ? undefined : readSource(path, text)
    } catch {
      return undefined
    }
  }
  return {
    resolver,
    find(path) {
      if (path === undefined) return undefined
      if (!known.has(path)) known.set(path, read(path))
      return known.get(path)
    },
  }
}

/** Where something that a module exports is declared. */
export interface Exported {
  readonly there: Source
  /** Its name in that module; nothing for an expression that is exported as `default`. */
  readonly local: string | undefined
  /** Its declaration, or that expression. */
  readonly declared: Node
}

/** How many modules may export a thing that another one has. */
const DEPTH = 8

/** What a name of a module is imported as. */
function importOf(source: Source, name: string): { module: string; imported: string } | undefined {
  for (const { node, source: module } of readMentions(source)) {
    const named = readNames(node).find(({ local }) => local === name)
    if (node.type === 'ImportDeclaration' && named !== undefined) {
      return { module, imported: named.imported }
    }
  }
  return undefined
}

/** What is asked for: what a module, imported by another one, exports under a name. */
export interface Wanted {
  /** The module that imports it. */
  readonly from: string
  readonly module: string
  readonly name: string
}

/** A search, and how many modules it may still go through. */
interface Search {
  readonly modules: Modules
  readonly depth: number
}

const deeper = ({ modules, depth }: Search): Search => ({ modules, depth: depth - 1 })

/** A name in a module, followed through its imports. */
function findName(source: Source, name: string, search: Search): Exported | undefined {
  const declared = findDeclaration(source, name)
  if (declared !== undefined) return { there: source, local: name, declared }
  const found = importOf(source, name)
  if (found === undefined) return undefined
  const { module, imported } = found
  return follow({ from: source.path, module, name: imported }, deeper(search))
}

/** What a statement exports under a name. */
function exportedBy(
  source: Source,
  node: Node,
  name: string,
  search: Search,
): Exported | undefined {
  const module = nameIn(inner(node, 'source'))
  const from = source.path
  if (node.type === 'ExportAllDeclaration') {
    const isPlain = inner(node, 'exported') === undefined && name !== 'default'
    return isPlain && module !== undefined
      ? follow({ from, module, name }, deeper(search))
      : undefined
  }
  if (node.type !== 'ExportNamedDeclaration') return undefined
  const declaration = inner(node, 'declaration')
  const own = [declaration, ...items(declaration, 'declarations')]
  if (own.some((one) => nameIn(inner(one, 'id')) === name)) return findName(source, name, search)
  const found = readNames(node).find(({ local }) => local === name)
  if (found === undefined) return undefined
  return module === undefined
    ? findName(source, found.imported, search)
    : follow({ from, module, name: found.imported }, deeper(search))
}

function follow({ from, module, name }: Wanted, search: Search): Exported | undefined {
  const { modules, depth } = search
  const source = modules.find(modules.resolver.resolve(module, from))
  if (source === undefined || depth === 0) return undefined
  if (name === 'default') {
    const exported = source.body.find(({ type }) => type === 'ExportDefaultDeclaration')
    const value = inner(exported, 'declaration')
    const local = value?.type === 'Identifier' ? nameIn(value) : undefined
    if (local !== undefined) return findName(source, local, search)
    if (value !== undefined) return { there: source, local: undefined, declared: value }
  }
  return source.body
    .map((node) => exportedBy(source, node, name, search))
    .find((found) => found !== undefined)
}

/** Finds where something that a module exports is declared, through the modules that export it again. */
export const findExport = (wanted: Wanted, modules: Modules): Exported | undefined =>
  follow(wanted, { modules, depth: DEPTH })

/** What a name that a module uses stands for, declared there or imported. */
export const findUsed = (source: Source, name: string, modules: Modules): Exported | undefined =>
  findName(source, name, { modules, depth: DEPTH })
