/** Figures about names: those that only their authors understand. */
import { isCode, lineAt, productionCode } from './sources.mjs'

/** @typedef {import('./sources.mjs').Sources} Sources */

/** Functions whose name says of what the value is, but not what is done. @type {(sources: Sources) => readonly string[]} */
export const namesEndingInOf = (sources) =>
  productionCode(sources).flatMap(([path, text]) =>
    [...text.matchAll(/\b(?:function\*? |const )(\w+Of)\b\s*(?:<[^>]*>)?\s*[(=:]/g)].map(
      ({ index, 1: name }) => `${path}:${lineAt(text, index)} ${name}`,
    ),
  )

/** Words for which the specifications, or everybody, have another one. */
const PRIVATE = /settle|depart|appeared|kept-?back|one-?more-?step|entered|\btwin|harbour|scene/i

/** A response, a reply or a result, except where a person answers a question: the programs of the command line ask. */
const ANSWER = /answer/i
const ASKS = /^packages\/(?:cli|schema)\//

const DECLARED = /\b(?:function\*?|const|let|class|interface|type|enum) (\w+)/g

/** @type {(path: string, name: string) => boolean} */
const isPrivate = (path, name) =>
  PRIVATE.test(name) || (ANSWER.test(name) && path.startsWith('packages/') && !ASKS.test(path))

/** Private words in names of files and of what they declare. @type {(sources: Sources) => readonly string[]} */
export const privateNames = (sources) =>
  [...sources].flatMap(([path, text]) => {
    if (!isCode(path)) return []
    const declared = [...text.matchAll(DECLARED)].filter(({ 1: name = '' }) =>
      isPrivate(path, name),
    )
    const base = path.slice(path.lastIndexOf('/') + 1)
    return [
      ...(isPrivate(path, base) ? [path] : []),
      ...declared.map(({ index, 1: name }) => `${path}:${lineAt(text, index)} ${name}`),
    ]
  })
