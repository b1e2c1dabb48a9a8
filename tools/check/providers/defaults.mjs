/**
 * What must not be in a provider that was made without options: it would go into every application.
 *
 * @typedef {import('./subject.mjs').Problems} Problems
 * @typedef {import('./subject.mjs').Subject} Subject
 */

/** Members that only an application knows. */
const SECRETS = ['clientId', 'clientSecret', 'apiKey', 'server']

/** Scopes that let an application change something, or go on without the person. */
const WIDE =
  /(?:^|[\s,:._-])(?:write|delete|manage|admin|offline(?:_access)?|full|modify|edit)(?:$|[\s,:._-])/i

/** All texts in a value, with where they stand. @type {(value: unknown, path?: string) => readonly (readonly [string, string])[]} */
function collectTexts(value, path = '') {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    collectTexts(member, path === '' ? name : `${path}.${name}`),
  )
}

/** @type {(text: string) => string | undefined} what gives a text away as one that belongs to somebody */
function leak(text) {
  if (text.startsWith('http:')) return 'is an http address'
  if (/\blocalhost\b|\b127\.0\.0\.1\b|\.local\b|\.test\b/.test(text))
    return 'is an address of a test'
  if (/\bexample\.(?:com|org|net)\b/.test(text)) return 'is an example'
  if (/^[\w-]{24,}$/.test(text) && /\d/.test(text)) return 'looks like a secret'
  return undefined
}

/** A wide scope is one that the TSDoc has to name. @type {(text: string, doc: string) => boolean} */
const isUnexplained = (text, doc) =>
  text.split(/[\s,]+/).some((scope) => WIDE.test(scope) && !doc.includes(scope))

/** @type {(subject: Subject) => Problems} */
export function defaultProblems({ provider, doc }) {
  const { style: _, options: _options, ...defaults } = provider
  const texts = collectTexts(defaults)
  return [
    ...SECRETS.filter((name) => name in defaults).map((name) => `has a default for \`${name}\``),
    ...texts.flatMap(([path, text]) => {
      const what = leak(text)
      return what === undefined ? [] : [`\`${path}\` ${what}: ${text}`]
    }),
    ...texts
      .filter(([path, text]) => path.endsWith('scope') && isUnexplained(text, doc))
      .map(
        ([path, text]) =>
          `\`${path}\` asks for more than a sign-in needs, and the TSDoc does not say why: ${text}`,
      ),
  ]
}
