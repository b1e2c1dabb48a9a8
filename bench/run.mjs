/**
 * Measures the targets of speed and size: `npm run bench`. Needs a build.
 *
 * `--only P-02,P-08` some figures; `--smoke` in seconds, to see that everything runs; `--against FOLDER` another built checkout of
 * this repository as one more variant; `--grown` with a store of millions of sessions; `--hour` with an hour of load; `--write` writes docs/performance.md.
 * What `--grown` and `--hour` found is recorded, and is on the page until they are run again.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Failure, installed, mustRun, runMain } from '../tools/run.mjs'
import { judge } from './lib/judge.mjs'
import { MACHINE, renderPage, table } from './lib/page.mjs'
import { IDS, loadFigure, runFigure } from './lib/run-figure.mjs'

const PAGE = fileURLToPath(new URL('../docs/performance.md', import.meta.url))
const ARTIFACTS = new URL('../artifacts/', import.meta.url)

/** Packages whose versions are reported. */
const COMPARED = ['@auth/core', 'next-auth', 'next', 'oauth4webapi']

/** @type {() => Promise<ReadonlyMap<string, string>>} */
async function versions() {
  /** @type {Map<string, string>} */
  const found = new Map()
  for (const name of COMPARED) {
    const file = new URL(`../node_modules/${name}/package.json`, import.meta.url)
    // Of a published package.
    const { version } = /** @type {{ version: string }} */ (
      JSON.parse(await readFile(file, 'utf8'))
    )
    found.set(name, version)
  }
  return found
}

/** @type {(only: string | undefined) => readonly string[]} */
function chosen(only) {
  if (only === undefined) return IDS
  const wanted = only.toUpperCase().split(',')
  const unknown = wanted.find((id) => !IDS.includes(id))
  if (unknown !== undefined) {
    throw new Failure(`There is no figure "${unknown}". There are ${IDS.join(', ')}.`)
  }
  return IDS.filter((id) => wanted.includes(id))
}

/** @type {() => Promise<void>} */
async function main() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      smoke: { type: 'boolean', default: false },
      grown: { type: 'boolean', default: false },
      hour: { type: 'boolean', default: false },
      against: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  })
  const { only, smoke, grown, hour, write } = values
  // As seen from where the command was given.
  const against = values.against && resolve(process.env['INIT_CWD'] ?? '.', values.against)
  if (write && (smoke || only !== undefined || against !== undefined)) {
    throw new Failure(
      '`--write` is for a whole run. Leave out `--only`, `--smoke` and `--against`.',
    )
  }
  const start = performance.now()
  const results = []
  for (const id of chosen(only)) {
    const figure = await loadFigure(id)
    const rows = await runFigure(figure, { smoke, grown, hour, against })
    results.push({ figure, rows })
    if (!smoke) console.log(`\n${id}  ${figure.title}\n${table(rows)}\n`)
  }
  const compared = await versions()
  await mkdir(ARTIFACTS, { recursive: true })
  const rows = results.flatMap((result) =>
    result.rows.map((row) => Object.assign({}, row, judge(row))),
  )
  const report = { ...MACHINE, versions: Object.fromEntries(compared), smoke, rows }
  await writeFile(new URL('bench.json', ARTIFACTS), JSON.stringify(report, null, 2))
  if (write) {
    await writeFile(PAGE, renderPage(results, compared))
    await mustRun(installed('oxfmt'), [PAGE])
  }
  console.log(`Took ${((performance.now() - start) / 60_000).toFixed(1)} minutes.`)
}

await runMain(main)
