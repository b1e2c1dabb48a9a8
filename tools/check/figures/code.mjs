/** Figures about code that the linter does not see. */
import { posix } from 'node:path'
import { isCode, lineAt, productionCode } from './sources.mjs'

/** @typedef {import('./sources.mjs').Sources} Sources */

/** What has one home each, by the names under which it was found. */
const SHARED = [
  /\b(?:function|const) (isUniqueViolation)\b/,
  /\b(?:function|const) (isObject|isPlainObject)\b/,
  /\b(?:function|const) (distance|editDistance|levenshtein)\b/,
]

/** Every definition beyond the first. @type {(sources: Sources) => readonly string[]} */
export const duplicateDefinitions = (sources) =>
  SHARED.flatMap((pattern) =>
    [...sources]
      .filter(([path]) => isCode(path))
      .flatMap(([path, text]) => {
        const found = pattern.exec(text)
        return found ? [`${path}:${lineAt(text, found.index)} ${found[1]}`] : []
      })
      .slice(1),
  )

/** @type {(sources: Sources) => readonly string[]} */
export const longFiles = (sources) =>
  productionCode(sources).flatMap(([path, text]) => {
    const lines = text.trimEnd().split('\n').length
    return lines > 300 ? [`${path} (${lines})`] : []
  })

/** Where the rows of errors are, of which tools/generate makes the classes. */
const ERRORS = /^packages\/core\/src\/lib\/errors\/[\w-]+-errors\.ts$/

/** Classes that are exported, but of which no code makes an instance or a subclass. @type {(sources: Sources) => readonly string[]} */
export function unusedErrors(sources) {
  const code = productionCode(sources)
    .map(([, text]) => text)
    .join('\n')
  const rows = [...sources].flatMap(([path, text]) =>
    ERRORS.test(path)
      ? [...text.matchAll(/^  (\w+): \{/gm)].map(
          ([, name = '']) => /** @type {const} */ ([path, name]),
        )
      : [],
  )
  return rows.flatMap(([path, name]) =>
    new RegExp(`\\b(?:(?:new|extends) |extends: ')${name}\\b`).test(code)
      ? []
      : [`${path} ${name}`],
  )
}

/** Reports of an API beside the first of their package. @type {(sources: Sources) => readonly string[]} */
export const surplusReports = (sources) =>
  [...sources.keys()]
    .filter((path) => path.endsWith('.api.md'))
    .filter(
      (path, index, all) =>
        all.findIndex((other) => posix.dirname(other) === posix.dirname(path)) < index,
    )

/** Pages that a command writes, and say so, with their size. @type {(sources: Sources) => readonly (readonly [path: string, bytes: number])[]} */
export const generatedPages = (sources) =>
  [...sources]
    .filter(([path]) => path.startsWith('docs/') && path.endsWith('.md'))
    .filter(([, text]) =>
      /(?:written|made)\sby (?:`(?:node|npm) |tools\/|npm run|that run)/i.test(text),
    )
    .map(([path, text]) => [path, Buffer.byteLength(text)])

/** Words of comments whose subject is a person. */
const IDIOM = /\b(?:whoever|nobody|somebody|anybody|told)\b/i

/** @type {(sources: Sources) => readonly string[]} */
export const idioms = (sources) =>
  productionCode(sources)
    .filter(([path]) => path.startsWith('packages/core/src/lib/'))
    .flatMap(([path, text]) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          IDIOM.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [],
        ),
    )

/** @type {(sources: Sources) => readonly string[]} */
export const retries = (sources) =>
  [...sources].flatMap(([path, text]) => {
    const runsTests = /(?:vitest|playwright)[\w.]*\.ts$|\.(?:test|spec)\.tsx?$/.test(path)
    const found = runsTests ? /\bretr(?:y|ies): [1-9]|--retr(?:y|ies)/.exec(text) : null
    return found ? [`${path}:${lineAt(text, found.index)} ${found[0]}`] : []
  })

/** What fetches a package by its name and installs or runs it, with the words after it. */
const FETCHED =
  /\b(?:npx|bunx|(?:npm|pnpm|yarn|bun|deno) (?:add|create|dlx|i|init|install|x)|npm exec)((?: +[\w@./:*+-]+)+)/g

/** Words of a name that is fetched: no option, path or file. @type {(word: string) => boolean} */
const isName = (word) =>
  word.includes('latchstring') &&
  word !== '@latchstring' &&
  !/^[-./]|\.tgz$|^latchstring-.*\*/.test(word)

/** The name of a package without its version. @type {(word: string) => string} */
const withoutVersion = (word) => word.replace(/(?<=.)@.*$/, '').replace(/[.:]+$/, '')

/** What `npm create NAME` fetches. @type {(name: string) => string} */
const createdBy = (name) => (name.startsWith('@') ? name : `create-${name}`)

/** @type {(sources: Sources) => ReadonlySet<string>} */
const ownPackages = (sources) =>
  new Set(
    [...sources.keys()].flatMap((path) => {
      const [, parent, name] =
        /^(packages|adapters|frameworks)\/([\w-]+)\/package\.json$/.exec(path) ?? []
      return parent === undefined
        ? []
        : [name ?? '', `@latchstring/${parent === 'adapters' ? 'adapter-' : ''}${name}`]
    }),
  )

/** Commands that fetch a package of our name which the repository does not have. @type {(sources: Sources) => readonly string[]} */
export function foreignCommands(sources) {
  const own = ownPackages(sources)
  return [...sources].flatMap(([path, text]) =>
    [...text.matchAll(FETCHED)]
      .filter(([command, words = '']) => {
        const names = words.trim().split(/ +/)
        // What is run has one name; the words behind are its own.
        const fetched = /^(?:npx|bunx|\w+ (?:dlx|x|exec|create|init))\b/.test(command)
          ? names.filter((word) => !word.startsWith('-')).slice(0, 1)
          : names
        const makes = /^\w+ (?:create|init)\b/.test(command)
        return fetched
          .filter(isName)
          .map(withoutVersion)
          .some((name) => !own.has(makes ? createdBy(name) : name))
      })
      .map((found) => `${path}:${lineAt(text, found.index)} ${found[0]}`),
  )
}
