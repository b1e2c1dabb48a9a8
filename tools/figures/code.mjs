/** Figures about code that the linter does not see. */
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

const ERRORS = 'packages/core/src/lib/errors/classes.ts'

/** Classes that are exported, but of which no code makes an instance or a subclass. @type {(sources: Sources) => readonly string[]} */
export function unusedErrors(sources) {
  const code = productionCode(sources)
    .map(([, text]) => text)
    .join('\n')
  const classes = [...(sources.get(ERRORS) ?? '').matchAll(/export class (\w+)/g)]
  return classes.flatMap(([, name]) =>
    new RegExp(`\\b(?:new|extends) ${name}\\b`).test(code) ? [] : [`${ERRORS} ${name}`],
  )
}

/** @type {(sources: Sources) => readonly string[]} */
export const retries = (sources) =>
  [...sources].flatMap(([path, text]) => {
    const runsTests = /(?:vitest|playwright)[\w.]*\.ts$|\.(?:test|spec)\.tsx?$/.test(path)
    const found = runsTests ? /\bretr(?:y|ies): [1-9]|--retr(?:y|ies)/.exec(text) : null
    return found ? [`${path}:${lineAt(text, found.index)} ${found[0]}`] : []
  })
