import { chromium } from 'playwright-core'
import { ensureChromium, QUIET } from '../../../tools/servers/chromium.mjs'

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('playwright-core').BrowserContext} BrowserContext */
/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('@latchstring/framework-conformance').Server} Server */
/** @typedef {import('../types.d.ts').Tab} Tab */
/** @typedef {import('../types.d.ts').Visit} Visit */

/** Where the services of the configuration are. Chromium sends nothing to this port unless its settings say so. */
const SERVICES = 'http://127.0.0.1:9/'

const START_TIMEOUT_MS = 20_000

/** Runs in each page, before its own scripts: keeps every status that the page has shown, from the server's markup on. */
function keepStatuses() {
  /** @type {string[]} */
  const seen = []
  Object.assign(window, { seenStatuses: seen })
  new MutationObserver(() => {
    const text = document.querySelector('#status')?.textContent?.trim()
    if (text && text !== seen.at(-1)) seen.push(text)
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

/** @type {(page: Page, server: Server) => Tab} */
function watch(page, { origin, basePath }) {
  /** @type {string[]} */
  const problems = []
  let asked = 0
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().startsWith(`${origin}${basePath}/session`)) {
      asked += 1
    }
  })
  return {
    page,
    problems,
    asked: () => asked,
    async open(path) {
      const response = await page.goto(origin + path)
      return (await response?.text()) ?? ''
    },
    shows: (selector, text) =>
      page
        .locator(selector, { hasText: new RegExp(`^\\s*${text}\\s*$`) })
        .waitFor({ timeout: START_TIMEOUT_MS }),
    async statuses() {
      // By what each page has run before its scripts.
      const seen = await page.evaluate(() => JSON.stringify(Reflect.get(window, 'seenStatuses')))
      return /** @type {readonly string[]} */ (JSON.parse(seen))
    },
    isTouched: () => page.evaluate(() => Reflect.get(window, 'touched') === true),
    touch: () => page.evaluate(() => void Reflect.set(window, 'touched', true)),
  }
}

/** The Chromium of a host, started when the first row asks for it. */
export class Browsers {
  /** @type {Promise<Browser> | undefined} */
  #browser
  /** @type {BrowserContext[]} */
  #contexts = []

  async #launch() {
    return chromium.launch({
      executablePath: await ensureChromium(),
      args: [...QUIET, '--explicitly-allowed-ports=9'],
    })
  }

  /**
   * A browser without cookies but those of the jar.
   *
   * @param {Server} server
   * @param {Readonly<Record<string, string>>} headers every request has them
   * @param {import('../types.d.ts').Visitor} [visitor]
   * @returns {Promise<Visit>}
   */
  async visit(server, headers, { jar, hasScripts = true } = {}) {
    this.#browser ??= this.#launch()
    const context = await (
      await this.#browser
    ).newContext({ extraHTTPHeaders: headers, javaScriptEnabled: hasScripts })
    this.#contexts.push(context)
    context.setDefaultTimeout(START_TIMEOUT_MS)
    await context.addInitScript(keepStatuses)
    await context.route(`${SERVICES}**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p id="service">service</p>' }),
    )
    const cookies = jar?.entries() ?? []
    await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: server.origin })))
    return { tab: async () => watch(await context.newPage(), server) }
  }

  /** Ends what a row has opened. */
  async closeVisits() {
    const contexts = this.#contexts
    this.#contexts = []
    await Promise.all(contexts.map((context) => context.close()))
  }

  async close() {
    await (await this.#browser)?.close()
  }
}
