import { type Browser, chromium } from 'playwright-core'
import { ensureChromium } from '../../../tools/chromium.mjs'

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Starts a Chromium that asks nobody but the pages it is shown. Close it.
 *
 * @param more - further arguments of its command line
 */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: await ensureChromium(), args: [...QUIET, ...more] })
}
