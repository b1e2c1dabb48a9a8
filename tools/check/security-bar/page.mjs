import { groupBy } from '../../mutants/group.mjs'

/** @typedef {{ readonly id: string, readonly statement: string, readonly open?: string, readonly elsewhere?: string }} Rule `open` says why nothing proves it yet, `elsewhere` what proves it that is not a test with a title */
/** @typedef {{ readonly title: string, readonly rules: readonly Rule[] }} Section */
/** @typedef {{ readonly name: string, readonly ran: string, readonly where: readonly string[], readonly command?: string, readonly open?: string }} Technique `where` are files and folders; `open` says what of it is not done, and why */
/** @typedef {{ readonly sections: readonly Section[], readonly techniques?: readonly Technique[] }} Bar */
/** @typedef {{ readonly file: string, readonly title: string }} Proof */
/** @typedef {import('../../../test/mutants/row.d.ts').Row & { readonly subject: string }} Mutant */
/** @typedef {{ readonly tests: readonly Proof[], readonly mutants: readonly Mutant[] }} Facts */

const HEAD = `# The security bar

What has to hold, with the tests that prove it. A test names the rule in its title; the titles of the blocks around it say on
which path it runs. The bugs are those of [docs/mutation.md](mutation.md#bugs-made-on-purpose): each is a weakness that a test has to notice.
References in brackets are requirements of OWASP ASVS 5.0. This page is written by \`node tools/check/security-bar.mjs\`.
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
 * @param {Facts} facts
 * @returns {readonly string[]}
 */
export function findProblems(bar, { tests }) {
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

/** @type {(mutants: readonly Mutant[]) => string} */
function countBugs(mutants) {
  const paths = [...new Set(mutants.flatMap(({ path }) => path ?? []))].toSorted()
  const on = paths.length === 0 ? '' : `, on ${paths.join(', ')}`
  return `- ${mutants.length} ${mutants.length === 1 ? 'bug' : 'bugs'} made on purpose${on}`
}

/** @type {(rule: Rule, facts: Facts) => string} */
function renderRule({ id, statement, open, elsewhere }, { tests, mutants }) {
  const files = groupBy(tests.filter(names(id)), ({ file }) => file)
  const bugs = mutants.filter(({ rule }) => rule === id)
  const lines = [...files].flatMap(([file, proofs]) => [
    `- ${file}`,
    ...proofs.map(({ title }) => `  - ${code(title)}`),
  ])
  if (elsewhere !== undefined) lines.push(`- ${elsewhere}`)
  if (files.size === 0 && open === undefined && elsewhere === undefined) {
    lines.push('- **No test names this rule.**')
  }
  if (open !== undefined) lines.push(`- **Open:** ${open}`)
  if (bugs.length > 0) lines.push(countBugs(bugs))
  return [`### ${id}`, '', statement, '', ...lines, ''].join('\n')
}

/** @type {(section: Section, facts: Facts) => string} */
function summaryRow({ title, rules }, { tests, mutants }) {
  const open = rules.filter((rule) => rule.open !== undefined).length
  const titles = tests.filter((proof) => rules.some(({ id }) => names(id)(proof))).length
  const bugs = mutants.filter(({ rule }) => rules.some(({ id }) => id === rule)).length
  return `| ${title} | ${rules.length} | ${titles} | ${bugs} | ${open} |`
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

/** @type {(technique: Technique, facts: Facts) => string} */
function techniqueRow({ name, ran, where, command, open }, { mutants }) {
  const places = where.map((place) => code(place)).join(', ')
  const how = command === undefined ? '' : `; ${code(command)}`
  const did = ran.replace('{bugs}', String(mutants.length))
  return `| ${name} | ${places}${how} | ${did} | ${open ?? ''} |`
}

/** @type {(bar: Bar, facts: Facts) => readonly string[]} */
function renderTechniques({ techniques = [] }, facts) {
  if (techniques.length === 0) return []
  return [
    '## Techniques',
    '',
    '| Technique | Where | What it ran | What is open, and why |',
    '| --- | --- | --- | --- |',
    ...techniques.map((technique) => techniqueRow(technique, facts)),
    '',
  ]
}

/**
 * The page.
 *
 * @param {Bar} bar
 * @param {Facts} facts
 * @returns {string}
 */
export function renderPage(bar, facts) {
  const summary = [
    '| Section | Rules | Titles of tests | Bugs | Open |',
    '| --- | --- | --- | --- | --- |',
    ...bar.sections.map((section) => summaryRow(section, facts)),
    '',
  ]
  const sections = bar.sections.flatMap((section) => [
    `## ${section.title}`,
    '',
    ...section.rules.map((rule) => renderRule(rule, facts)),
  ])
  return [HEAD, ...summary, ...renderTechniques(bar, facts), ...sections].join('\n')
}
