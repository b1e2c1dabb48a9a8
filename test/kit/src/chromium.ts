import { type Browser, chromium } from 'playwright-core'
import { ensureChromium, QUIET } from '../../../tools/chromium.mjs'

/**
 * Starts a Chromium that asks nobody but the pages it is shown. Close it.
 *
 * @param more - further arguments of its command line
 */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: await ensureChromium(), args: [...QUIET, ...more] })
}
