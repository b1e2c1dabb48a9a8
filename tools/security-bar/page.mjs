/** @typedef {{ readonly id: string, readonly statement: string, readonly open?: string, readonly elsewhere?: string }} Rule `open` says why nothing proves it yet, `elsewhere` what proves it that is not a test with a title */
/** @typedef {{ readonly title: string, readonly rules: readonly Rule[] }} Section */
/** @typedef {{ readonly name: string, readonly ran: string, readonly where: readonly string[], readonly command?: string, readonly open?: string }} Technique `where` are files and folders; `open` says what of it is not done, and why */
/** @typedef {{ readonly sections: readonly Section[], readonly techniques?: readonly Technique[] }} Bar */
/** @typedef {{ readonly file: string, readonly title: string }} Proof */

const HEAD = `# The security bar

What has to hold, with the tests that prove it. A test names the rule in its title; the titles of the blocks around it say on
which path it runs.
References in brackets are requirements of OWASP ASVS 5.0. This page is written by \`node tools/security-bar.mjs\`.
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
  const proofs = tests.filter(names(id))
  const files = [...new Set(proofs.map(({ file }) => file))]
  const lines = files.flatMap((file) => [
    `- ${file}`,
    ...proofs.filter((proof) => proof.file === file).map(({ title }) => `  - ${code(title)}`),
  ])
  if (elsewhere !== undefined) lines.push(`- ${elsewhere}`)
  if (files.length === 0 && open === undefined && elsewhere === undefined) {
    lines.push('- **No test names this rule.**')
  }
  if (open !== undefined) lines.push(`- **Open:** ${open}`)
  return [`### ${id}`, '', statement, '', ...lines, ''].join('\n')
}

/** @type {(section: Section, tests: readonly Proof[]) => string} */
function summaryRow({ title, rules }, tests) {
  const open = rules.filter((rule) => rule.open !== undefined).length
  const titles = tests.filter((proof) => rules.some(({ id }) => names(id)(proof))).length
  return `| ${title} | ${rules.length} | ${titles} | ${open} |`
}

/**
 * Places that techniques name and that do not exist.
 *
 * @param {Bar} bar
 * @param {(place: string) => boolean} exists
 * @returns {readonly string[]}
 */
export function missingPlaces({ techniques = [] }, exists) {
  return techniques.flatMap(({ name, where }) =>
    where
      .filter((place) => !exists(place))
      .map((place) => `The technique "${name}" names ${place}, which does not exist.`),
  )
}

/** @type {(technique: Technique) => string} */
function techniqueRow({ name, ran, where, command, open }) {
  const places = where.map((place) => code(place)).join(', ')
  const how = command === undefined ? '' : `; ${code(command)}`
  return `| ${name} | ${places}${how} | ${ran} | ${open ?? ''} |`
}

/** @type {(bar: Bar) => readonly string[]} */
function renderTechniques({ techniques = [] }) {
  if (techniques.length === 0) return []
  return [
    '## Techniques',
    '',
    '| Technique | Where | What it ran | What is open, and why |',
    '| --- | --- | --- | --- |',
    ...techniques.map(techniqueRow),
    '',
  ]
}

/**
 * The page.
 *
 * @param {Bar} bar
 * @param {readonly Proof[]} tests
 * @returns {string}
 */
export function renderPage(bar, tests) {
  const summary = [
    '| Section | Rules | Titles of tests | Open |',
    '| --- | --- | --- | --- |',
    ...bar.sections.map((section) => summaryRow(section, tests)),
    '',
  ]
  const sections = bar.sections.flatMap((section) => [
    `## ${section.title}`,
    '',
    ...section.rules.map((rule) => renderRule(rule, tests)),
  ])
  return [HEAD, ...summary, ...renderTechniques(bar), ...sections].join('\n')
}
