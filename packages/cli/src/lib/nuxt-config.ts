import { lineEnd } from './env-file.ts'
import { type Node, findProperty, nameIn, readTree, resolve, toNode, toNodes } from './syntax.ts'

/** The object of `export default defineNuxtConfig({ … })`, where the file is written so. */
function findObject(text: string, path: string): Node | undefined {
  const tree = readTree(text, path)
  const exported = tree?.body.find(({ type }) => type === 'ExportDefaultDeclaration')
  if (tree === undefined || exported === undefined) return undefined
  const value = resolve(tree, exported['declaration'])
  const isCall = value?.type === 'CallExpression' && nameIn(value['callee']) === 'defineNuxtConfig'
  const object = isCall ? resolve(tree, toNodes(value['arguments'])[0]) : value
  return object?.type === 'ObjectExpression' ? object : undefined
}

/** Puts a module in front of those that a list has. */
function insertFirst(text: string, list: Node, name: string): string {
  const [first] = toNodes(list['elements'])
  const at = first?.start ?? list.start + 1
  // Without a comment in front of it, which would be there twice.
  const [line] = /\r?\n[ \t]*$/.exec(text.slice(list.start + 1, at)) ?? []
  const gap = line === undefined ? ', ' : `,${line}`
  return `${text.slice(0, at)}${name}${first === undefined ? '' : gap}${text.slice(at)}`
}

/**
 * Adds a module to the configuration of Nuxt.
 *
 * @param path - the name of the file
 * @returns nothing where the text is not understood, so that it should be left alone
 */
export function addNuxtModule(text: string, path: string, module: string): string | undefined {
  const object = findObject(text, path)
  if (object === undefined) return undefined
  const quote = /import[^\n]*"|: "/.test(text) ? '"' : "'"
  const name = `${quote}${module}${quote}`
  const property = findProperty(object, 'modules')
  if (property !== undefined) {
    const list = toNode(property['value'])
    return list?.type === 'ArrayExpression' ? insertFirst(text, list, name) : undefined
  }
  // One that is spread may bring a list, which ours would replace.
  if (toNodes(object['properties']).some(({ type }) => type === 'SpreadElement')) return undefined
  const at = object.start + 1
  const rest = text.slice(at)
  const end = lineEnd(text)
  const follows = /^[ \t]*\r?\n/.test(rest) ? '' : `${end}${/^\s*\}/.test(rest) ? '' : '  '}`
  return `${text.slice(0, at)}${end}  modules: [${name}],${follows}${rest.replace(/^[ \t]+(?=\S)/, '')}`
}
