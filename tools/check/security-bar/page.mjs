/** @typedef {{ readonly id: string, readonly statement: string, readonly open?: string, readonly elsewhere?: string }} Rule `open` says why nothing proves it yet, `elsewhere` what proves it that is not a test with a title */
/** @typedef {{ readonly title: string, readonly rules: readonly Rule[] }} Section */
/** @typedef {{ readonly sections: readonly Section[] }} Bar */
/** @typedef {{ readonly file: string, readonly title: string }} Proof */

const HEAD = `# The security bar, rule by rule

What has to hold, with the tests that prove it. A test names the rule in its title; the titles of the blocks around it say on
which path it runs. References in brackets are requirements of OWASP ASVS 5.0. [The summary](../../docs/security-bar.md) says which
techniques were used.
`

/** @type {(id: string) => (proof: Proof) => boolean} */
const names = (id) => {
  const pattern = new RegExp(`\\b${id}\\b`)
  return ({ title }) => pattern.test(title)
}

/**
 * Rules that neither a test, a command nor a reason stands for, and reasons that no longer hold.
 *
 * @param {Bar} bar
 * @param {readonly Proof[]} tests
 * @returns {readonly string[]}
 */
export function findProblems(bar, tests) {
  const rules = bar.sections.flatMap((section) => section.rules)
  return rules.flatMap(({ id, statement, open, elsewhere }) => {
    const tested = tests.some(names(id))
    if (tested && open !== undefined) {
      return [
        `${id} has a test and is said to be open: take \`open\` out of test/security-bar/bar.json.`,
      ]
    }
    if (tested || open !== undefined || elsewhere !== undefined) return []
    return [`No test names ${id}: ${statement}`]
  })
}

/** @type {(section: Section) => string} */
const listOpen = ({ rules }) =>
  rules
    .filter(({ open }) => open !== undefined)
    .map(({ id }) => id)
    .join(', ') || '–'

/** Code that is the path of a file or a folder. */
const PATH = /`((?:adapters|bench|docs|frameworks|packages|test|tools)(?:\/[^`\s]*)?)`/g

/**
 * Sections that the summary lacks, or says other things of, and paths in it that do not exist.
 *
 * @param {Bar} bar
 * @param {string} summary
 * @param {(path: string) => boolean} exists
 * @returns {readonly string[]}
 */
export function findPageProblems({ sections }, summary, exists) {
  const rows = summary.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  return [
    ...sections.flatMap((section) => {
      const { title, rules } = section
      const [, , , count, , open] = rows.find(([, first]) => first === title) ?? []
      if (count === String(rules.length) && open === listOpen(section)) return []
      return [
        `docs/security-bar.md: "${title}" has ${rules.length} rules, open: ${listOpen(section)}`,
      ]
    }),
    ...[...summary.matchAll(PATH)]
      .map(([, path = '']) => path)
      .filter((path) => !exists(path))
      .map((path) => `docs/security-bar.md names ${path}, which does not exist.`),
  ]
}

/** Control characters would make the page a binary file. @type {(text: string) => string} */
const visible = (text) =>
  text.replaceAll(/\p{Cc}/gu, (one) => `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`)

/** Titles have what Markdown would take for its own. @type {(text: string) => string} */
function code(title) {
  const text = visible(title)
  const fence = text.includes('`') ? '``' : '`'
  return fence === '`' ? `\`${text}\`` : `\`\` ${text} \`\``
}

/** @type {(rule: Rule, tests: readonly Proof[]) => string} */
function renderRule({ id, statement, open, elsewhere }, tests) {
  const own = tests.filter(names(id))
  const files = [...new Set(own.map(({ file }) => file))]
  const lines = files.flatMap((file) => [
    `- ${file}`,
    ...own.filter((proof) => proof.file === file).map(({ title }) => `  - ${code(title)}`),
  ])
  if (elsewhere !== undefined) lines.push(`- ${elsewhere}`)
  if (open !== undefined) lines.push(`- **Open:** ${open}`)
  return [`### ${id}`, '', statement, '', ...lines, ''].join('\n')
}

/**
 * Every rule with its tests.
 *
 * @param {Bar} bar
 * @param {readonly Proof[]} tests
 * @returns {string}
 */
export function renderPage(bar, tests) {
  const sections = bar.sections.flatMap(({ title, rules }) => [
    `## ${title}`,
    '',
    ...rules.map((rule) => renderRule(rule, tests)),
  ])
  return [HEAD, ...sections].join('\n')
}
