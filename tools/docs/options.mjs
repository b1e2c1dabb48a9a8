/**
 * Writes docs/options.md from the types of the options and the comments above them: `node tools/docs/options.mjs`, or with
 * `--check` compares it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSource, readDoc, slice } from '../generate/source.mjs'
import { root } from '../root.mjs'
import { Failure, runMain } from '../run.mjs'
import { GROUPS, INTRODUCTION } from './options-groups.mjs'

const PAGE = join(root, 'docs/options.md')
const CORE = 'packages/core/src/lib'

/** @typedef {import('../generate/source.mjs').Source} Source */
/** @typedef {import('./options-groups.mjs').Group} Group */
/** @typedef {import('rolldown/utils').ESTree.TSSignature} Signature */
/**
 * @typedef {object} Option
 * @property {string} name
 * @property {string} type
 * @property {string} fallback what it is without a value
 * @property {string} text
 */

/** @type {(source: Source, name: string) => readonly Signature[]} the members that an interface declares itself */
function findMembers({ path, program }, name) {
  for (const statement of program.body) {
    const declaration =
      statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type === 'TSInterfaceDeclaration' && declaration.id.name === name) {
      return declaration.body.body
    }
  }
  throw new Failure(`${path} has no interface ${name}, of which docs/options.md is made.`)
}

/** @type {(comment: string) => string} its text without tags, in one line */
function toText(comment) {
  const lines = comment.slice('/**'.length, -'*/'.length).replaceAll(/^ *\*/gm, '')
  const [before = ''] = lines.split(/^\s*@/m)
  return before
    .replaceAll(/\{@link (?:\w+\.)?(\w+)\}/g, '`$1`')
    .replaceAll(/ \(docs\/[\w-]+\.md\)/g, '')
    .replaceAll(/\bdocs\/([\w-]+)\.md/g, '[$1]($1.md)')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** @type {(text: string) => readonly string[]} */
const toSentences = (text) => text.split(/(?<=[.!?]) (?=[A-Z`{])/)

/** @type {(sentence: string) => boolean} */
const isDefault = (sentence) => sentence.startsWith('Default: ')

/** @type {(sentence: string) => string} */
const toFallback = (sentence) => sentence.replace(/^Default: /, '').replace(/\.$/, '')

/** @type {(source: Source, member: Signature) => string} */
function toType(source, member) {
  if (member.type !== 'TSPropertySignature' || !member.typeAnnotation) return 'function'
  const type = slice(source, member.typeAnnotation.typeAnnotation).replaceAll(/\s+/g, ' ').trim()
  const short = type.replace(/^\| /, '').replaceAll(/\breadonly /g, '')
  if (/^\(.*\) => /.test(short) && !short.includes(' | (')) return 'function'
  if (/^\w+Callback<\w+>$/.test(short)) return 'function'
  return `\`${short}\``
}

/** @type {(group: Group, optional: boolean) => string} what an option is that states no default */
const withoutDefault = ({ partial = false }, optional) => (partial || optional ? '–' : 'required')

/**
 * The parts of a comment that the table has: the first sentence, and the default.
 *
 * @type {(source: Source, name: string, comment: string) => { readonly first: string, readonly stated: string | undefined }}
 */
function readComment({ path }, name, comment) {
  const sentences = toSentences(toText(comment))
  const first = sentences.find((sentence) => !isDefault(sentence))
  if (!first)
    throw new Failure(`${path}: the option ${name} needs a comment that says what it does.`)
  const deprecated = comment.includes('@deprecated') ? 'Deprecated. ' : ''
  return { first: `${deprecated}${first}`, stated: sentences.find(isDefault) }
}

/** @type {(source: Source, group: Group, member: Signature) => readonly Option[]} */
function toOptions(source, group, member) {
  const { without = [], more = {} } = group
  if (member.type !== 'TSPropertySignature' && member.type !== 'TSMethodSignature') return []
  const name = slice(source, member.key)
  if (member.computed || without.includes(name)) return []
  const { first, stated } = readComment(source, name, readDoc(source, member))
  const fallback = stated ? toFallback(stated) : withoutDefault(group, member.optional)
  const text = more[name] === undefined ? first : `${first} [More](${more[name]})`
  return [{ name, type: toType(source, member), fallback, text }]
}

/** @type {(group: Group) => Promise<string>} */
async function renderGroup(group) {
  const { title, prefix = '', text, guides, from } = group
  const options = await Promise.all(
    from.map(async ([file, type]) => {
      const source = await parseSource(`${CORE}/${file}.ts`)
      return findMembers(source, type).flatMap((member) => toOptions(source, group, member))
    }),
  )
  const rows = options
    .flat()
    .map(({ name, type, fallback, text: description }) =>
      [`\`${prefix}${name}\``, type, fallback, description].map((cell) =>
        cell.replaceAll(/(?<!\\)\|/g, '\\|'),
      ),
    )
  const see = guides.map(([name, page]) => `[${name}](${page})`).join(', ')
  return [
    `## ${title}`,
    ...(text === undefined ? [] : [text]),
    renderTable([['Option', 'Type', 'Default', 'What it does'], ...rows]),
    `See also: ${see}.`,
  ].join('\n\n')
}

/** @type {(rows: readonly (readonly string[])[]) => string} aligned as the formatter does it, the head first */
function renderTable(rows) {
  const [head = [], ...others] = rows
  const widths = head.map((_, at) => Math.max(3, ...rows.map((row) => row[at]?.length ?? 0)))
  const dashes = widths.map((width) => '-'.repeat(width))
  return [head, dashes, ...others]
    .map((row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`)
    .join('\n')
}

/** @type {() => Promise<number>} */
async function main() {
  const groups = await Promise.all(GROUPS.map(renderGroup))
  const text = `${[INTRODUCTION.trimEnd(), ...groups].join('\n\n')}\n`
  if (!process.argv.includes('--check')) {
    writeFileSync(PAGE, text)
    console.log('docs/options.md is written.')
    return 0
  }
  if (readFileSync(PAGE, 'utf8') === text) return 0
  throw new Failure('docs/options.md is out of date. Run: node tools/docs/options.mjs')
}

await runMain(main)
