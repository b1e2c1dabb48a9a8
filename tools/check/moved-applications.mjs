/**
 * `npm run moved-applications`: moves applications of next-auth by the codemod and shows that everybody stays signed in, from a fresh
 * clone on. What follows the command is for test/moved-applications/run.mjs.
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
  return step('Moving each application', () =>
    run(process.execPath, ['test/moved-applications/run.mjs', ...process.argv.slice(2)]),
  )
}

await runMain(main)
