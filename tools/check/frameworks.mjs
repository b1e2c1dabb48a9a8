/**
 * `npm run test:frameworks`: starts each framework as a production server and tries it, from a fresh clone on. What follows the
 * command is for test/frameworks/run.mjs.
 */
import { buildPackages } from '../release/build.mjs'
import { installPackages, requireNode } from '../install.mjs'
import { createSteps, run, runMain } from '../run.mjs'

/** @type {() => Promise<number>} */
async function main() {
  requireNode()
  const step = createSteps(3)
  await step('Installing packages (about 40 s the first time)', installPackages)
  await step('Building the packages', buildPackages)
  return step('Starting each framework and trying it', () =>
    run(process.execPath, ['test/frameworks/run.mjs', ...process.argv.slice(2)]),
  )
}

await runMain(main)
