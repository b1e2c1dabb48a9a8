import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'
import { Failure } from '../run.mjs'
import { parseSource, readDoc, slice } from './source.mjs'

const FOLDER = 'packages/core/src/lib/errors'
const CLASSES = `${FOLDER}/classes.ts`
const UNION = 'packages/core/src/lib/types/error-type.ts'
const EXPLAINED = 'packages/cli/src/lib/error-codes.ts'

/** The class of all, which is written by hand. */
const BASE = 'AuthError'

/**
 * @typedef {import('./source.mjs').Source} Source
 *
 * @typedef {object} Property one of an object literal
 * @property {string} name
 * @property {string} doc the comment above it, empty without one
 * @property {import('rolldown/utils').ESTree.Expression} value
 *
 * @typedef {object} Member what instances of a class have besides
 * @property {string} name
 * @property {string} doc
 * @property {string} type
 * @property {string} value
 * @property {readonly string[]} imports lines that the type needs
 *
 * @typedef {object} ErrorCode
 * @property {string} name
 * @property {string} doc
 * @property {string} parent the class that its class extends
 * @property {string} fix what to do about it
 * @property {readonly Member[]} members
 */

/** @type {() => Promise<readonly Source[]>} */
async function readSources() {
  const names = readdirSync(join(root, FOLDER)).filter((name) => name.endsWith('-errors.ts'))
  return Promise.all(names.map((name) => parseSource(`${FOLDER}/${name}`)))
}

/** @type {(source: Source, object: Property['value']) => readonly Property[]} */
const readProperties = (source, object) =>
  object.type !== 'ObjectExpression'
    ? []
    : object.properties.flatMap((property) =>
        property.type === 'Property'
          ? [
              {
                name: slice(source, property.key),
                doc: readDoc(source, property),
                value: property.value,
              },
            ]
          : [],
      )

/** @type {(source: Source, type: string) => readonly string[]} */
const importsFor = ({ program }, type) =>
  program.body.flatMap((statement) =>
    statement.type === 'ImportDeclaration'
      ? statement.specifiers
          .map(({ local }) => local.name)
          .filter((name) => new RegExp(`\\b${name}\\b`).test(type))
          .map((name) => `import type { ${name} } from ${statement.source.raw}`)
      : [],
  )

/** @type {(source: Source, property: Property) => Member} */
function readMember(source, { name, doc, value }) {
  if (value.type !== 'ArrowFunctionExpression' || !value.returnType || doc === '') {
    throw new Failure(
      `${source.path}: write the member ${name} as a function with the type that it returns, and a comment above it.`,
    )
  }
  const type = slice(source, value.returnType.typeAnnotation)
  return { name, doc, type, value: slice(source, value.body), imports: importsFor(source, type) }
}

/** @type {(source: Source, property: Property) => ErrorCode} */
function readCode(source, { name, doc, value }) {
  if (!/^[A-Z]\w+$/.test(name) || doc === '') {
    throw new Failure(
      `${source.path}: the row ${name} needs the name of a class, and a comment above it that says when it is thrown.`,
    )
  }
  const fields = readProperties(source, value)
  const parent = fields.find((field) => field.name === 'extends')?.value
  const members = fields.find((field) => field.name === 'members')?.value
  const fix = fields.find((field) => field.name === 'fix')?.value
  if (fix?.type !== 'Literal') {
    throw new Failure(`${source.path}: the row ${name} needs a \`fix\`, as one text.`)
  }
  return {
    name,
    doc,
    parent: parent?.type === 'Literal' ? String(parent.value) : BASE,
    fix: String(fix.value),
    members: members
      ? readProperties(source, members).map((field) => readMember(source, field))
      : [],
  }
}

/** @type {(source: Source) => readonly ErrorCode[]} of the tables that a file exports */
const readCodes = (source) =>
  source.program.body.flatMap((statement) =>
    statement.type === 'ExportNamedDeclaration' &&
    statement.declaration?.type === 'VariableDeclaration'
      ? statement.declaration.declarations.flatMap(({ init }) =>
          init ? readProperties(source, init).map((row) => readCode(source, row)) : [],
        )
      : [],
  )

/**
 * The codes of all failures, in the order of their names.
 *
 * @returns {Promise<readonly ErrorCode[]>}
 * @throws {Failure} when a row has no comment, two have one name, or one extends what does not exist
 */
export async function readErrorCodes() {
  const codes = (await readSources()).flatMap(readCodes)
  const names = codes.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) throw new Failure(`${FOLDER}: two rows have the name ${twice}.`)
  const orphan = codes.find(({ parent }) => !names.includes(parent))
  if (orphan)
    throw new Failure(`${FOLDER}: ${orphan.name} extends ${orphan.parent}, which has no row.`)
  return codes.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** @type {(member: Member) => string} */
const renderMember = ({ name, doc, type, value }) =>
  `\n  ${doc.replaceAll('\n', '\n  ')}\n  ${name}: ${type} = ${value}\n`

/** @type {(code: ErrorCode) => string} */
const renderClass = ({ name, doc, parent, members }) => `${doc}
export class ${name} extends ${parent} {
  /** Code of the class. */
  static override type: string = '${name}'
${members.map(renderMember).join('')}}
`

/** @type {(codes: readonly ErrorCode[], parent: string) => readonly ErrorCode[]} each class after the one that it extends */
function sortByParent(codes, parent) {
  const children = codes.filter((code) => code.parent === parent)
  return [...children, ...children.flatMap(({ name }) => sortByParent(codes, name))]
}

/** @type {(codes: readonly ErrorCode[]) => string} */
function renderClasses(codes) {
  const classes = sortByParent(
    codes.filter(({ name }) => name !== BASE),
    BASE,
  )
  const imports = new Set(
    codes.flatMap(({ members }) => members.flatMap((member) => member.imports)),
  )
  return `// Written by tools/generate from the rows beside it.
${[...imports, `import { ${BASE} } from './auth-error.ts'`].join('\n')}

${classes.map(renderClass).join('\n')}`
}

/** @type {(codes: readonly ErrorCode[]) => string} */
const renderUnion = (codes) => `// Written by tools/generate from the rows of the errors.

/** Stable code of a failure: in logs, in JSON answers and as \`type\` of the error. */
export type ErrorType =
${codes.map(({ name }) => `  | '${name}'`).join('\n')}
`

/** @type {(doc: string) => string} a comment as one line */
const plainDoc = (doc) =>
  doc.slice('/**'.length, -'*/'.length).replaceAll(/^ *\*/gm, '').replaceAll(/\s+/g, ' ').trim()

/** @type {(codes: readonly ErrorCode[]) => string} */
const renderExplained = (codes) => `// Written by tools/generate from the rows of the errors.

/** When each code is thrown, and what to do about it. */
export const ERROR_CODES: Readonly<
  Record<string, { readonly cause: string; readonly fix: string }>
> = {
${codes
  .map(({ name, doc, fix }) => {
    const row = { cause: plainDoc(doc), fix }
    return `  ${name}: ${JSON.stringify(row)},`
  })
  .join('\n')}
}
`

/**
 * The classes of errors and the union of their codes, from the rows that say everything about them.
 *
 * @returns {Promise<import('./modules.mjs').Files>}
 */
export async function generateErrors() {
  const codes = await readErrorCodes()
  return new Map([
    [CLASSES, renderClasses(codes)],
    [UNION, renderUnion(codes)],
    [EXPLAINED, renderExplained(codes)],
  ])
}
