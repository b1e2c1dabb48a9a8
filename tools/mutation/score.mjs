/** Counts what came of mutants, and sets those aside that no test can notice. */

/** @typedef {import('./stryker.mjs').Report} Report */
/** @typedef {import('./stryker.mjs').Mutant} Mutant */
/** @typedef {import('../../test/mutation/types.d.ts').Equivalent} Equivalent */

/** @typedef {{ readonly file: string, readonly line: string, readonly original: string, readonly mutant: Mutant }} Placed a mutant with the text around it */
/**
 * @typedef {object} Counts
 * @property {number} mutants
 * @property {number} killed those that hang included
 * @property {number} survived
 * @property {number} uncovered by any test
 * @property {number} equivalent
 * @property {number} score how many of a hundred are killed, without equivalent ones
 */
/**
 * @typedef {object} Score
 * @property {Counts} counts
 * @property {readonly Placed[]} missed
 * @property {readonly Placed[]} late whose tests did not end in time, which on a busy machine need not be their doing
 * @property {readonly string[]} stale
 */

/** @type {(lines: readonly string[], location: Mutant['location']) => string} the first line of it */
function textAt(lines, { start, end }) {
  const line = lines[start.line - 1] ?? ''
  return line.slice(start.column - 1, start.line === end.line ? end.column - 1 : undefined)
}

/**
 * A mutant with the text around it.
 *
 * @template {Pick<Mutant, 'location'>} M
 * @param {string} file
 * @param {readonly string[]} lines of the file
 * @param {M} mutant
 */
const describe = (file, lines, mutant) => ({
  file,
  line: (lines[mutant.location.start.line - 1] ?? '').trim(),
  original: textAt(lines, mutant.location),
  mutant,
})

/** @type {(report: Report) => readonly Placed[]} */
const placed = ({ files }) =>
  Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n')
    return mutants.map((mutant) => describe(file, lines, mutant))
  })

/** @typedef {Omit<Placed, 'mutant'> & { readonly mutant: Pick<Mutant, 'replacement'> }} Described */

/** @type {(row: Equivalent) => (place: Described) => boolean} */
const means = (row) => (place) =>
  row.file === place.file &&
  row.line === place.line &&
  row.original === place.original &&
  (row.replacement === undefined || row.replacement === place.mutant.replacement)

/**
 * Whether a mutant is listed as one that no test can notice.
 *
 * @param {readonly Equivalent[]} equivalent
 * @param {string} file
 * @param {string} source
 * @param {Pick<Mutant, 'location' | 'replacement'>} mutant
 * @returns {boolean}
 */
export function isListed(equivalent, file, source, mutant) {
  const described = describe(file, source.split('\n'), mutant)
  return equivalent.some((row) => means(row)(described))
}

/** One whose tests could not be judged was not noticed by them. @type {ReadonlySet<Mutant['status']>} */
const MISSED = new Set(['Survived', 'NoCoverage', 'RuntimeError', 'CompileError'])

/** @type {(place: Placed) => boolean} */
const isMissed = ({ mutant }) => MISSED.has(mutant.status)

/** @type {(place: Placed) => boolean} */
const isKilled = ({ mutant }) => mutant.status === 'Killed' || mutant.status === 'Timeout'

/** One that is reached too often is stopped with a reason. @type {(place: Placed) => boolean} */
const isLate = ({ mutant }) => mutant.status === 'Timeout' && mutant.statusReason === undefined

/** @type {(row: Equivalent, all: readonly Placed[]) => readonly string[]} */
function findProblems(row, all) {
  if (all.some((place) => means(row)(place) && isMissed(place))) return []
  const what = all.some(means(row)) ? 'is noticed by a test' : 'does not exist any more'
  return [
    `test/mutation/equivalent.mjs: the mutant of \`${row.original}\` in \`${row.line}\` (${row.file}) ${what}. Take the row out.`,
  ]
}

/**
 * @param {Report} report
 * @param {readonly Equivalent[]} equivalent rows about files of this and other reports
 * @returns {Score}
 */
export function judgeReport(report, equivalent) {
  const all = placed(report)
  const rows = equivalent.filter(({ file }) => file in report.files)
  const missed = all.filter((place) => isMissed(place) && !rows.some((row) => means(row)(place)))
  const killed = all.filter(isKilled).length
  const aside = all.filter(isMissed).length - missed.length
  const uncovered = missed.filter(({ mutant }) => mutant.status === 'NoCoverage').length
  return {
    counts: {
      mutants: killed + missed.length + aside,
      killed,
      survived: missed.length - uncovered,
      uncovered,
      equivalent: aside,
      // Of changes that cannot be mutated, such as types, nothing is missed.
      score: missed.length === 0 ? 100 : (100 * killed) / (killed + missed.length),
    },
    missed,
    late: all.filter(isLate),
    stale: rows.flatMap((row) => findProblems(row, all)),
  }
}

/** @type {(text: string) => string} */
const code = (text) => `\`\` ${text.replaceAll(/\s+/g, ' ').slice(0, 160)} \`\``

/** @type {Readonly<Partial<Record<Mutant['status'], string>>>} */
const REMARKS = {
  NoCoverage: 'no test gets here: ',
  RuntimeError: 'could not be judged: ',
  CompileError: 'could not be judged: ',
}

/** @type {(place: Placed) => string} */
function survivor({ line, original, mutant }) {
  const { start } = mutant.location
  const reached = REMARKS[mutant.status] ?? ''
  return `- ${start.line}:${start.column} ${reached}${mutant.mutatorName}: ${code(original)} → ${code(mutant.replacement ?? '')}\n  in ${code(line)}`
}

/** @type {(places: readonly Placed[]) => readonly string[]} */
const renderFiles = (places) =>
  [...new Set(places.map(({ file }) => file))].map((file) => {
    const sorted = places
      .filter((place) => place.file === file)
      .toSorted((one, other) => one.mutant.location.start.line - other.mutant.location.start.line)
    return [`## ${file}`, '', ...sorted.map(survivor), ''].join('\n')
  })

/**
 * The list of survivors of a module, for whoever writes the tests that are missing, and of those to look at because their
 * tests ran out of time.
 *
 * @param {string} name
 * @param {Score} score
 * @returns {string}
 */
export function renderSurvivors(name, { counts, missed, late }) {
  const head = `# ${name}: ${counts.score.toFixed(1)} % of ${counts.mutants} mutants\n`
  const slow = late.length > 0 ? ['# Counted as killed: their tests did not end in time\n'] : []
  return [head, ...renderFiles(missed), ...slow, ...renderFiles(late)].join('\n')
}
