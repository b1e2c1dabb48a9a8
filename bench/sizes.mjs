/** Compares the sizes of bundles and of an installation with their targets, which takes seconds: a part of `npm run check`. Needs a build. */
import { runMain } from '../tools/run.mjs'
import { figure as bundles } from './figures/p10.mjs'
import { figure as installation } from './figures/p12.mjs'

/** Sizes over their target, which may not grow: decision 044 says what they are made of. */
const UNTIL_THEN = new Map([
  ['entry', 36.1],
  ['all that a sign-in loads', 115.7],
  ['size on disk', 2.55],
  ['React client', 3.5],
  ['Vue client', 3.3],
  ['Svelte client', 3.3],
  ['Solid client', 3.3],
])

/** @type {import('./lib/row.d.ts').Run} */
const RUN = {
  smoke: true,
  grown: false,
  hour: false,
  against: undefined,
  progress: () => undefined,
}

/** @type {() => Promise<number>} */
async function main() {
  const parts = [...bundles.parts, ...installation.parts]
  const rows = (await Promise.all(parts.map((part) => part.run(RUN)))).flat()
  let isSmall = true
  for (const { what, configuration, unit, ours, target } of rows) {
    const most = UNTIL_THEN.get(what) ?? target?.most
    if (ours === undefined || most === undefined) continue
    const line = `${what} (${configuration}): ${ours.toFixed(2)} ${unit}, at most ${most}`
    if (ours <= most) console.log(line)
    else console.error(`Too large: ${line}`)
    isSmall &&= ours <= most
  }
  return isSmall ? 0 : 1
}

await runMain(main)
