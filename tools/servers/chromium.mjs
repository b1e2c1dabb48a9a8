import { createRequire } from 'node:module'
import { join } from 'node:path'
import { installDebianPackages } from './debian.mjs'
import { findProgram, isProgram } from './programs.mjs'
import { root } from '../root.mjs'
import { Failure, run } from '../run.mjs'

/** What Chromium is started with, so that it asks nobody but the pages it is shown. */
export const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const MISSING = `No Chromium was found for the end-to-end tests. Do one of these:
  - install one: "apt-get install chromium", "brew install --cask chromium", or Google Chrome;
  - let Playwright fetch one: "npx playwright install chromium";
  - set LATCHSTRING_CHROMIUM to the path of the program.
Or leave the browser out: "npm test -- --only unit".`

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const PLACES = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** @type {() => string | undefined} */
function findPlaywrightsOwn() {
  const require = createRequire(join(root, 'test/e2e/package.json'))
  try {
    const { chromium } = /** @type {typeof import('@playwright/test')} */ (
      require('@playwright/test')
    )
    return [chromium.executablePath()].find(isProgram)
  } catch {
    // Playwright throws on a platform it has no browser for.
    return undefined
  }
}

/** @type {() => string | undefined} */
function findChromium() {
  const named = process.env['LATCHSTRING_CHROMIUM']
  if (named !== undefined && named !== '') {
    if (isProgram(named)) return named
    throw new Failure(
      `LATCHSTRING_CHROMIUM is ${named}, which is not a program. Correct or unset it.`,
    )
  }
  const installed = NAMES.map(findProgram).find((file) => file !== undefined)
  return installed ?? PLACES.find(isProgram) ?? findPlaywrightsOwn()
}

const installWithApt = () => installDebianPackages(['chromium'])

/** What Debian has to bring before {@link ensureChromium}. @type {() => readonly string[]} */
export const missingChromium = () => (findChromium() === undefined ? ['chromium'] : [])

/** @type {() => Promise<void>} */
async function installWithPlaywright() {
  console.log('Asking Playwright for a Chromium …')
  await run('npx', ['--no-install', 'playwright', 'install', 'chromium'], { quiet: true })
}

/**
 * Finds a Chromium, installing one where this machine lets us.
 *
 * @returns {Promise<string>} the path of the program
 * @throws {Failure} when there is none and none can be installed
 */
export async function ensureChromium() {
  for (const install of [undefined, installWithApt, installWithPlaywright]) {
    await install?.()
    const chromium = findChromium()
    if (chromium !== undefined) return chromium
  }
  throw new Failure(MISSING)
}
