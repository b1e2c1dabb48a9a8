import { addMembers } from '../options.ts'
import {
  applyEdits,
  findProperty,
  inner,
  items,
  nameIn,
  preferredQuote,
  readSource,
  unwrap,
} from '../tree.ts'

const CONFIG_FILE = /^(?:app|vite)\.config\.[cm]?[jt]s$/

/** The configuration of SolidStart, which names the middleware. */
export function configureMiddleware(
  middleware: string,
  texts: ReadonlyMap<string, string>,
): readonly [string, string] | undefined {
  for (const [path, text] of texts) {
    if (!CONFIG_FILE.test(path)) continue
    const source = readSource(path, text)
    const call = source.nodes.find(
      (node) =>
        node.type === 'CallExpression' &&
        nameIn(inner(node, 'callee')) === (path.startsWith('app') ? 'defineConfig' : 'solidStart'),
    )
    if (call === undefined) continue
    const quote = preferredQuote(text)
    const member = `middleware: ${quote}./${middleware}${quote}`
    const object = unwrap(items(call, 'arguments')[0])
    if (object === undefined) {
      const at = call.end - 1
      return [path, applyEdits(text, [{ start: at, end: at, text: `{ ${member} }` }])]
    }
    if (object.type !== 'ObjectExpression' || findProperty(object, 'middleware') !== undefined)
      return undefined
    return [path, applyEdits(text, addMembers(source, object, [member]))]
  }
  return undefined
}
