import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
} from 'playwright-core'
import { ensureChromium, QUIET } from '../../../tools/servers/chromium.mjs'

/**
 * Starts a Chromium that sends requests to the opened pages alone. Close it.
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
 * Starts a Chromium that does not block third-party cookies: a cookie that does not reach a frame was withheld because of its
 * attributes.
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

/**
 * Puts an authenticator into a page that confirms everything by itself.
 *
 * @param more - what the authenticator says of its credentials
 * @returns its id
 */
export async function addVirtualAuthenticator(
  cdp: CDPSession,
  more: { readonly defaultBackupEligibility?: boolean; readonly defaultBackupState?: boolean } = {},
): Promise<string> {
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      ...more,
    },
  })
  return authenticatorId
}

/**
 * Notes what a page complains of in its console from now on, and errors of its scripts.
 *
 * @param complaints - where, if other pages have had some before
 */
export function noteComplaints(page: Page, complaints: string[] = []): string[] {
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}
