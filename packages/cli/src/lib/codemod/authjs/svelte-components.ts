import type { Dirent } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppFile } from '../files.ts'
import { type Remark, applyEdits, lineAt } from '../tree.ts'
import { type TextEdit, formEdits } from './svelte-forms.ts'
import { clientText } from './sveltekit.ts'

/** Components that have to be looked at. */
const NAMED = /@auth\/(?:sveltekit|core)\b|locals\.getSession/

const SKIPPED = /^(?:node_modules|build|dist|coverage|\..*)$/

const isComponent = (entry: Dirent): boolean => entry.isFile() && entry.name.endsWith('.svelte')

/** Components of Svelte that name the package. */
export async function readComponents(folder: string, below = ''): Promise<readonly AppFile[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true })
  const found = await Promise.all(
    entries
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .map(async (entry) => {
        const path = below === '' ? entry.name : `${below}/${entry.name}`
        if (entry.isDirectory()) return SKIPPED.test(entry.name) ? [] : readComponents(folder, path)
        if (!isComponent(entry)) return []
        const text = await readFile(join(folder, path), 'utf8')
        return NAMED.test(text) ? [{ path, text }] : []
      }),
  )
  return found.flat()
}

/** A component after the move, or why it is left. */
export interface ChangedComponent {
  readonly text: string
  readonly left: readonly Remark[]
}

const IMPORT =
  /([ \t]*)import\s*(type\s+)?\{([^}]*)\}\s*from\s*(["'])@auth\/(?:sveltekit|core)(?:\/([\w/-]+))?\4;?[ \t]*(\r?\n)?/g

/** An import of the package in a component. */
interface Statement {
  readonly start: number
  readonly end: number
  readonly indent: string
  readonly isType: boolean
  readonly list: string
  readonly quote: string
  readonly entry: string
  readonly lineEnd: string
}

const readStatements = (text: string): readonly Statement[] =>
  [...text.matchAll(IMPORT)].map((match) => {
    const [whole, indent = '', type, list = '', quote = "'", entry = '', lineEnd = ''] = match
    const { index: start } = match
    const end = start + whole.length
    return { start, end, indent, isType: type !== undefined, list, quote, entry, lineEnd }
  })

/** Names that an import takes, with those that they have here. */
const readList = (text: string): readonly { readonly imported: string; readonly local: string }[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => {
      const [imported = '', local = imported] = one.split(/\s+as\s+/)
      return { imported, local }
    })

/** Forms in the place of the components that a statement imports, without the statement. */
function componentEdits(
  text: string,
  { start, end, list }: Statement,
): readonly TextEdit[] | string {
  const edits: TextEdit[] = [{ start, end, text: '' }]
  for (const { imported, local } of readList(list)) {
    const isForm = (imported === 'SignIn' || imported === 'SignOut') && local === imported
    const forms = isForm ? formEdits(text, imported) : undefined
    if (forms === undefined) {
      const action = imported === 'SignOut' ? 'signout' : 'signin'
      return `Write a form in the place of <${local}>: \`<form method="POST" action="/${action}">\` with the field \`provider\` and a button.`
    }
    edits.push(...forms)
  }
  return edits
}

/** The edits of a statement, or why it is left. */
function statementEdits(
  text: string,
  statement: Statement,
  basePath: string,
): readonly TextEdit[] | string {
  const { start, end, indent, isType, list, quote, entry, lineEnd } = statement
  if (entry === 'components') return componentEdits(text, statement)
  if (entry === 'client') {
    const made = clientText({ text }, readList(list), basePath).replaceAll(/^(?=.)/gm, indent)
    return [{ start, end, text: made + lineEnd }]
  }
  if (isType && (entry === '' || entry === 'types')) {
    const made = `${indent}import type {${list}} from ${quote}@latchstring/core/types${quote}${lineEnd}`
    return [{ start, end, text: made }]
  }
  return 'It has no counterpart for a component: write this import yourself.'
}

/** Forms in the place of the components `SignIn` and `SignOut`, and a client in that of functions of the browser. */
export function changeComponent({ path, text = '' }: AppFile, basePath: string): ChangedComponent {
  const done = readStatements(text).map((statement) => ({
    statement,
    edits: statementEdits(text, statement, basePath),
  }))
  const left = done.flatMap(({ statement, edits }) =>
    typeof edits === 'string' ? [{ path, line: lineAt(text, statement.start), reason: edits }] : [],
  )
  const edits = done.flatMap((one) => (typeof one.edits === 'string' ? [] : one.edits))
  const after = applyEdits(text, edits).replaceAll(/\blocals\.getSession\b/g, 'locals.auth')
  return { text: left.length > 0 ? text : after, left }
}
