import {
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  test as base,
} from '@playwright/test'
import { type Demo, type Setup, startDemo } from './demo.ts'
import { createWatch, type Watch } from './watch.ts'

/** Options of a project. */
export interface WorkerOptions {
  /** How the demo is started. */
  setup: Setup
}

interface WorkerFixtures extends WorkerOptions {
  /** The demo; one for all tests of a project. */
  demo: Demo
}

interface TestFixtures {
  /** Watches every browser of the test, which fails when something unannounced was seen. */
  watch: Watch
  /** Opens another browser, with cookies of its own. */
  newBrowser: (options?: BrowserContextOptions) => Promise<BrowserContext>
}

/** The test function of this suite. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  setup: [
    { store: 'SQLite', strategy: 'database' },
    { option: true, scope: 'worker' },
  ],

  demo: [
    async ({ setup }, use) => {
      const demo = await startDemo(setup)
      await use(demo)
      await demo.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  baseURL: async ({ demo }, use) => {
    await use(demo.appUrl)
  },

  watch: async ({ demo }, use, info) => {
    demo.takeLog()
    const watch = createWatch([demo.appUrl, demo.mailboxUrl, demo.issuer])
    await use(watch)
    if (info.status !== info.expectedStatus) {
      await info.attach('server.log', { body: demo.takeLog(), contentType: 'text/plain' })
    }
    expect(watch.problems(), 'what the browser complained about').toEqual([])
  },

  context: async ({ context, watch }, use) => {
    watch.attach(context)
    await use(context)
  },

  newBrowser: async ({ browser, watch }, use) => {
    const opened: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext(options)
      watch.attach(context)
      opened.push(context)
      return context
    })
    for (const context of opened) await context.close()
  },
})

export { expect }
