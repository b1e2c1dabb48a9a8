/** Builds and starts the demo: `npm run demo`, or `npm run demo -- --dev` with Next's dev server. */
import { join } from 'node:path'
import { buildDemo, buildPackages } from '../release/build.mjs'
import { installPackages, requireNode } from '../install.mjs'
import { root } from '../root.mjs'
import { createSteps, run, runMain, wasInterrupted } from '../run.mjs'

/** @type {() => Promise<number>} */
async function main() {
  const args = process.argv.slice(2)
  const dev = args.includes('--dev')
  const step = createSteps(dev ? 3 : 4)
  await step('Checking Node', requireNode)
  await step('Installing packages (about 40 s the first time)', installPackages)
  await step('Compiling the packages', buildPackages)
  if (!dev) await step('Building the demo (20 s to 2 min)', buildDemo)
  const cwd = join(root, 'apps/demo-next')
  const code = await run(process.execPath, ['start.mjs', ...args], { cwd })
  return wasInterrupted() ? 0 : code
}

await runMain(main)
