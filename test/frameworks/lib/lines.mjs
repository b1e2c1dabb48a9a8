import ts from 'typescript-6.0'

/** @typedef {import('typescript-6.0').Node} Node */
/** @typedef {import('typescript-6.0').SourceFile} SourceFile */

const { SyntaxKind } = ts

/** @type {(node: Node) => boolean} an overload, or a method of an abstract class: the body is elsewhere */
const hasNoBody = (node) =>
  (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) && node.body === undefined

/** @type {(node: Node) => boolean} `import type`, `export type`, and `type` before one of several names */
const isOfTypes = (node) =>
  (ts.isImportDeclaration(node) && node.importClause?.phaseModifier === SyntaxKind.TypeKeyword) ||
  ((ts.isExportDeclaration(node) || ts.isImportSpecifier(node) || ts.isExportSpecifier(node)) &&
    node.isTypeOnly)

/** @type {(node: Node) => boolean} `declare …` */
const isDeclared = (node) =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node) ?? []).some(({ kind }) => kind === SyntaxKind.DeclareKeyword)

/** @type {(node: Node) => boolean} whether nothing of it is left when the types are taken off */
const isType = (node) =>
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  isOfTypes(node) ||
  isDeclared(node) ||
  hasNoBody(node)

/**
 * Counts lines of code: those with a token of something that is there at run time. Not counted are blank lines, comments, and
 * declarations of types.
 *
 * @param {string} name - of a file in TypeScript
 * @param {string} text - of the file
 * @returns {number}
 */
export function countLines(name, text) {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
  /** @type {Set<number>} */
  const lines = new Set()
  /** @type {(position: number) => number} */
  const lineOf = (position) => file.getLineAndCharacterOfPosition(position).line

  /** @type {(node: Node) => void} */
  function visit(node) {
    if (isType(node) || ts.isJSDoc(node)) return
    const children = node.getChildren(file)
    for (const child of children) visit(child)
    if (children.length > 0 || node.getWidth(file) === 0) return
    const last = lineOf(node.getEnd())
    // A template literal has several lines.
    for (let line = lineOf(node.getStart(file)); line <= last; line += 1) lines.add(line)
  }

  visit(file)
  return lines.size
}
