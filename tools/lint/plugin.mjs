/**
 * The two rules of this repository that no published rule expresses.
 *
 * - `no-ambient-clock`: code that runs anywhere and is testable is handed its clock.
 * - `cast-needs-reason`: a cast states what the compiler cannot know, so the reader is told why.
 */

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
 */

/**
 * @typedef {object} RuleContext
 * @property {(problem: { node: Node, message: string }) => void} report
 * @property {{ getAllComments(): readonly Node[] }} sourceCode
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
function linesOf(comments) {
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
        commented ??= linesOf(context.sourceCode.getAllComments())
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

export default {
  meta: { name: 'latchstring' },
  rules: { 'no-ambient-clock': noAmbientClock, 'cast-needs-reason': castNeedsReason },
}
