/** Cycles of imports. The linter finds those of code; this one follows imports of types as well. */
import { posix } from 'node:path'
import { isCode } from './sources.mjs'

/** @typedef {import('./sources.mjs').Sources} Sources */

/** `import … from`, `export … from`, `import('…')` in code and in comments, and imports for their effect. */
const SPECIFIER = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g

/** @type {(sources: Sources) => ReadonlyMap<string, ReadonlySet<string>>} */
function importGraph(sources) {
  const graph = new Map()
  for (const [path, text] of sources) {
    if (!isCode(path)) continue
    const targets = [...text.matchAll(SPECIFIER)].map(([, specifier = '']) =>
      posix.join(posix.dirname(path), specifier),
    )
    graph.set(path, new Set(targets.filter((target) => target !== path && sources.has(target))))
  }
  return graph
}

/** The groups of files that import each other, by Tarjan's algorithm. @type {(sources: Sources) => readonly string[]} */
export function typeCycles(sources) {
  const graph = importGraph(sources)
  /** @type {Map<string, number>} */
  const order = new Map()
  /** @type {Map<string, number>} */
  const lowest = new Map()
  /** @type {string[]} */
  const stack = []
  /** @type {string[]} */
  const cycles = []
  /** @type {(file: string) => number} */
  const visit = (file) => {
    const index = order.size
    order.set(file, index)
    stack.push(file)
    let low = index
    for (const target of graph.get(file) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target))
      else if (stack.includes(target)) low = Math.min(low, order.get(target) ?? low)
    }
    lowest.set(file, low)
    if (low === index) {
      const group = stack.splice(stack.indexOf(file))
      if (group.length > 1) cycles.push(group.sort().join(', '))
    }
    return low
  }
  for (const file of graph.keys()) if (!order.has(file)) visit(file)
  return cycles
}
