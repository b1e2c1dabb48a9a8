import { fileURLToPath } from 'node:url'
import { defineConfig, devices } from '@playwright/test'
import { ensureChromium, QUIET } from '../../tools/servers/chromium.mjs'
import type { WorkerOptions } from './src/test.ts'

const artifacts = fileURLToPath(new URL('../../artifacts', import.meta.url))

/** Sign-in and sign-out hold for every way to keep sessions; what does not depend on it runs once. */
const CORE = /@core/

/** How pages look, and what other tests prove more quickly: `tools/test.mjs` runs them with what takes long. */
const SLOW = /@slow/

const SQLITE = { store: 'SQLite', strategy: 'database' } as const

/** Playwright runs this file in its workers as well, which get what was found. */
const executablePath = process.env['LATCHSTRING_CHROMIUM'] || (await ensureChromium())
process.env['LATCHSTRING_CHROMIUM'] = executablePath

export default defineConfig<object, WorkerOptions>({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: `${artifacts}/e2e`,
  // Each worker has a demo of its own. A third would only wait for the processors.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args: QUIET },
  },
  projects: [
    { name: 'sqlite-database', grepInvert: SLOW, use: { setup: SQLITE } },
    { name: 'sqlite-jwt', grep: CORE, use: { setup: { store: 'SQLite', strategy: 'jwt' } } },
    { name: 'slow', grep: SLOW, use: { setup: SQLITE } },
    {
      name: 'postgres-database',
      grep: CORE,
      use: { setup: { store: 'PostgreSQL', strategy: 'database' } },
    },
  ],
})
