/**
 * The rules of this repository that no published rule expresses.
 *
 * - `no-ambient-clock`: code that runs anywhere and is testable is handed its clock.
 * - `cast-needs-reason`: a cast states what the compiler cannot know, so the reader is told why.
 * - `layers`: who may import whom is in one table (layers.mjs).
 */
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProblem } from './layers.mjs'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * The part of a syntax tree node these rules look at.
 * @typedef {object} Node
 * @property {string} type
 * @property {{ start: { line: number }, end: { line: number } }} loc
 * @property {string} [name]
 * @property {Node} [object]
 * @property {Node} [property]
 * @property {Node} [callee]
 * @property {readonly Node[]} [arguments]
 * @property {Node} [typeAnnotation]
 * @property {Node} [typeName]
 * @property {Node | null} [source]
 * @property {unknown} [value]
 * @property {'type' | 'value'} [importKind]
 * @property {'type' | 'value'} [exportKind]
 * @property {readonly Node[]} [specifiers]
 */

/**
 * @typedef {object} RuleContext
 * @property {(problem: { node: Node, message: string }) => void} report
 * @property {{ getAllComments(): readonly Node[] }} sourceCode
 * @property {string} filename
 */

/** @type {(node: Node | undefined, name: string) => boolean} */
const isName = (node, name) => node?.type === 'Identifier' && node.name === name

/** @type {(node: Node) => boolean} */
const isNow = ({ object, property }) =>
  isName(property, 'now') && (isName(object, 'Date') || isName(object, 'performance'))

const noAmbientClock = {
  /** @param {RuleContext} context */
  create(context) {
    /** @param {Node} node */
    const report = (node) =>
      context.report({ node, message: 'Take the time from the injected clock instead.' })
    return {
      /** @param {Node} node */
      MemberExpression(node) {
        if (isNow(node)) report(node)
      },
      /** @param {Node} node */
      NewExpression(node) {
        if (isName(node.callee, 'Date') && node.arguments?.length === 0) report(node)
      },
      /** @param {Node} node */
      CallExpression(node) {
        if (isName(node.callee, 'Date')) report(node)
      },
    }
  },
}

/** @type {(comments: readonly Node[]) => Set<number>} */
function lastLines(comments) {
  /** @type {Set<number>} */
  const lines = new Set()
  for (const { loc } of comments) {
    for (let line = loc.start.line; line <= loc.end.line; line += 1) lines.add(line)
  }
  return lines
}

const castNeedsReason = {
  /** @param {RuleContext} context */
  create(context) {
    /** @type {Set<number> | undefined} */
    let commented
    return {
      /** @param {Node} node */
      TSAsExpression(node) {
        if (isName(node.typeAnnotation?.typeName, 'const')) return
        commented ??= lastLines(context.sourceCode.getAllComments())
        const { start, end } = node.loc
        if ([start.line - 1, start.line, end.line].some((line) => commented?.has(line))) return
        context.report({
          node,
          message: 'Say why this cast holds in a comment on its line or the line above.',
        })
      },
    }
  },
}

/** Whether nothing of an import or export is left after compilation. @type {(node: Node) => boolean} */
function isTypeOnly({ importKind, exportKind, specifiers = [] }) {
  if (importKind === 'type' || exportKind === 'type') return true
  return (
    specifiers.length > 0 &&
    specifiers.every((one) => one.importKind === 'type' || one.exportKind === 'type')
  )
}

const layers = {
  /** @param {RuleContext} context */
  create(context) {
    const file = relative(ROOT, context.filename).split(sep).join('/')
    /** @param {Node} node */
    const look = (node) => {
      const specifier = node.source?.value
      if (typeof specifier !== 'string') return
      const message = findProblem(file, specifier, isTypeOnly(node))
      if (message !== undefined) context.report({ node, message })
    }
    return {
      ImportDeclaration: look,
      ExportNamedDeclaration: look,
      ExportAllDeclaration: look,
      ImportExpression: look,
    }
  },
}

export default {
  meta: { name: 'latchstring' },
  rules: {
    'no-ambient-clock': noAmbientClock,
    'cast-needs-reason': castNeedsReason,
    layers,
  },
}
