import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { ensureChromium, QUIET } from '../../../tools/chromium.mjs'

/**
 * Starts a Chromium that asks nobody but the pages it is shown. Close it.
 *
 * @param more - further arguments of its command line
 */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: await ensureChromium(), args: [...QUIET, ...more] })
}

/** A Chromium with a profile of its own. */
export interface OpenProfile {
  readonly context: BrowserContext
  close(): Promise<void>
}

/** Some builds withhold every cookie from frames of other sites, and so do private windows, which contexts of browsers are. */
const THIRD_PARTY_COOKIES = { profile: { cookie_controls_mode: 0 } }

/**
 * Starts a Chromium as somebody has it who has not blocked third-party cookies: what does not reach a frame was withheld for what
 * the cookie says.
 *
 * @param baseURL - what addresses without an origin belong to
 */
export async function openProfile(baseURL: string): Promise<OpenProfile> {
  const folder = await mkdtemp(join(tmpdir(), 'latchstring-chromium-'))
  await mkdir(join(folder, 'Default'))
  await writeFile(join(folder, 'Default/Preferences'), JSON.stringify(THIRD_PARTY_COOKIES))
  const options = { executablePath: await ensureChromium(), args: QUIET, baseURL, locale: 'en' }
  const context = await chromium.launchPersistentContext(folder, options)
  return {
    context,
    async close() {
      await context.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
