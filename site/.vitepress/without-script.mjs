/** What the default theme does by script, as style for browsers that run none: the dark colours, and the navigation below the page. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const THEME = import.meta.resolve('vitepress/theme-without-fonts')
const STYLES = [new URL('./styles/vars.css', THEME), new URL('./theme/style.css', import.meta.url)]

/** The custom properties of the dark theme. */
const dark = STYLES.flatMap((url) => [
  ...readFileSync(fileURLToPath(url), 'utf8').matchAll(/^\.dark \{([^}]*)\}/gm),
]).map(([, properties]) => properties)

const NEEDS_SCRIPT =
  '.VPNavBarSearch, .VPNavBarAppearance, .VPNavBarHamburger, .VPNavBarExtra, .VPLocalNav, .VPDocAsideOutline, .vp-code-group .tabs'

export const withoutScript = `<style>
${NEEDS_SCRIPT}, button.copy { display: none !important }
@media (prefers-color-scheme: dark) {
  :root { color-scheme: dark; ${dark.join('')} }
  html:not(.dark) .vp-code span { color: var(--shiki-dark) !important }
}
@media (max-width: 959px) {
  .Layout { display: flex; flex-direction: column }
  .VPContent { order: 1; padding-top: 0 !important }
  .VPSidebar {
    order: 2;
    position: static !important;
    width: auto !important;
    max-width: none !important;
    opacity: 1 !important;
    visibility: visible !important;
    transform: none !important;
    box-shadow: none !important;
  }
}
</style>`
