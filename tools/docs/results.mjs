/** Writes what the last runs of tests found into artifacts/pages, where they have run: pages of the site that are not in git. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findTests, readBar } from '../check/security-bar/bar.mjs'
import { renderPage } from '../check/security-bar/page.mjs'
import { root } from '../root.mjs'
import { renderAdapters } from './results/adapters.mjs'
import { renderCertification, renderProviders } from './results/providers.mjs'
import { renderPublishedAdapters } from './results/published-adapters.mjs'

/** From the root of the repository. `npm run test:frameworks -- --write` writes one more page there. */
export const RESULT_PAGES = 'artifacts/pages'

/** @type {() => string} */
function renderBar() {
  const bar = readBar()
  return renderPage(bar, findTests(bar))
}

const PAGES = {
  adapters: renderAdapters,
  'published-adapters': renderPublishedAdapters,
  providers: renderProviders,
  certification: renderCertification,
  'security-bar-rules': renderBar,
}

/** @type {() => void} */
export function writeResults() {
  const folder = join(root, RESULT_PAGES)
  mkdirSync(folder, { recursive: true })
  for (const [name, render] of Object.entries(PAGES)) {
    const text = render()
    if (text !== undefined) writeFileSync(join(folder, `${name}.md`), text)
  }
}
