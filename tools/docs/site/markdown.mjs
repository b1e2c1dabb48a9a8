/** Markdown as far as the site changes it: comments, links and headings, outside code. */
import { posix } from 'node:path'

const FENCE = /^( *)(`{3,}|~{3,}).*\n(?:[^]*?\n)?\1\2`* *$/gm
/** A link, or code within a line, which may look like one. */
const LINK = /`[^`\n]+`|(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g

/**
 * Applies a change to all text outside fenced code.
 *
 * @param {string} text
 * @param {(prose: string) => string} change
 * @returns {string}
 */
function outsideFences(text, change) {
  const fences = [...text.matchAll(FENCE)]
  let end = 0
  let result = ''
  for (const { 0: fence, index } of fences) {
    result += change(text.slice(end, index)) + fence
    end = index + fence.length
  }
  return result + change(text.slice(end))
}

/** @type {(text: string) => string} without comments, and without the code that these hide */
export const withoutComments = (text) => {
  // A comment may hide a block of code, and a block may show a comment.
  const parts = /^( *)(`{3,}|~{3,}).*\n(?:[^]*?\n)?\1\2`* *$|<!--[^]*?-->\n*/gm
  return text.replaceAll(parts, (part) => (part.startsWith('<!--') ? '' : part))
}

/**
 * @callback ResolveLink
 * @param {string} target of a link to a file, as written, without its fragment
 * @returns {string | undefined} its new target; without one only the text of the link stays
 */

/**
 * Gives the links to files new targets. Those to other hosts, and within the page, stay.
 *
 * @param {string} text
 * @param {ResolveLink} resolve
 * @returns {string}
 */
export function mapLinks(text, resolve) {
  /** @type {(whole: string, mark?: string, label?: string, target?: string) => string} */
  const change = (whole, mark = '', label = '', target = '') => {
    if (whole.startsWith('`')) return whole
    if (/^(?:[a-z]+:|#|\/)/i.test(target)) return whole
    const [file = '', hash] = target.split('#')
    const found = resolve(file)
    if (found === undefined) return label
    return `${mark}[${label}](${found}${hash === undefined ? '' : `#${hash}`})`
  }
  return outsideFences(text, (prose) => prose.replaceAll(LINK, change))
}

/** @type {(text: string) => string} the text of its first heading */
export const heading = (text) => (/^# (.+)$/m.exec(text)?.[1] ?? '').replaceAll('`', '')

/** Code within a line, or emphasis around words. */
const EMPHASIS = /`[^`\n]+`|([*_]{1,2})(?=\S)((?:`[^`\n]+`|[^*_`])+)(?<=\S)\1/g

/** @type {(markdown: string) => string} */
const plain = (markdown) =>
  markdown
    .replaceAll(LINK, (whole, _mark, /** @type {string | undefined} */ label) => label ?? whole)
    .replaceAll(EMPHASIS, (whole, _mark, /** @type {string | undefined} */ words) => words ?? whole)
    .replaceAll(/\s+/g, ' ')

/** @type {(text: string) => string} the first sentence below the heading, without marks */
export function summary(text) {
  const paragraphs = text.replace(FENCE, '').split(/\n{2,}/)
  const first = paragraphs.map((part) => part.trim()).find((part) => /^[\p{L}\d`[_*]/u.test(part))
  const sentence = /^[^]*?[.:](?=\s|$)/.exec(plain(first ?? ''))?.[0] ?? plain(first ?? '')
  return sentence.replaceAll('`', '').replace(/:$/, '.').trim()
}

/** @type {(from: string, to: string) => string} the way from one page to another */
export function relativeLink(from, to) {
  const way = posix.relative(posix.dirname(from), to)
  return way.startsWith('.') ? way : `./${way}`
}
