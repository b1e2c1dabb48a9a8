/**
 * What the documentation comment of a provider factory says.
 *
 * @typedef {object} FactoryDoc
 * @property {string} summary the first paragraph, Markdown
 * @property {readonly string[]} notes the paragraphs after it, without the one about the environment
 * @property {readonly string[]} variables of the environment
 * @property {string} options what `@param options` says
 * @property {readonly string[]} see addresses
 * @property {string} example TypeScript
 */

/** @type {(source: string) => string} the comment before the default export, without its stars */
function findComment(source) {
  const [before = '', declaration] = source.split(/^export default function /m)
  const start = before.lastIndexOf('/**')
  if (declaration === undefined || start === -1) return ''
  return before
    .slice(start + 3, before.lastIndexOf('*/'))
    .replaceAll(/^ *\* ?/gm, '')
    .trim()
}

/** @type {(text: string) => string} a link to a symbol becomes its name */
const withoutLinks = (text) => text.replaceAll(/\{@link ([^}|]+?)(?:\s*\|[^}]*)?\}/g, '`$1`')

/** @type {(text: string) => string} */
const onOneLine = (text) => withoutLinks(text.replaceAll(/\s+/g, ' ').trim())

/** @type {(text: string) => string} lists and code keep their lines */
const paragraph = (text) =>
  /^(?:[-*] |```)/m.test(text) ? withoutLinks(text.trim()) : onOneLine(text)

/** @type {(text: string) => readonly string[]} at empty lines, but not at those of code */
const split = (text) => text.match(/(?:```[^]*?```|(?!\n\s*\n)[^])+/g) ?? []

/** @type {(text: string) => boolean} */
const isEnvironment = (text) => text.startsWith('Environment:')

/** @type {(source: string) => FactoryDoc} */
export function factoryDoc(source) {
  // A block tag starts a line; one inside an example has a comment before it.
  const [description = '', ...tags] = findComment(source).split(/^(?=@[a-z])/m)
  const tagValues = (/** @type {string} */ name) =>
    tags
      .filter((tag) => tag.startsWith(`@${name} `) || tag.startsWith(`@${name}\n`))
      .map((tag) => tag.slice(name.length + 1).trim())
  const [summary = '', ...rest] = split(description).map(paragraph).filter(Boolean)
  return {
    summary,
    notes: rest.filter((text) => !isEnvironment(text)),
    variables: rest.filter(isEnvironment).flatMap((text) => text.match(/AUTH_[A-Z\d_]+/g) ?? []),
    options: onOneLine((tagValues('param')[0] ?? '').replace(/^options\s+-\s+/, '')),
    see: tagValues('see').map(onOneLine),
    example: /```tsx?\n([^]*?)\n```/.exec(tagValues('example')[0] ?? '')?.[1] ?? '',
  }
}
