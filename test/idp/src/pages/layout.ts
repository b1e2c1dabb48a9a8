import { hash } from 'node:crypto'
import { html, Html } from './html.ts'
import { STYLES } from './styles.ts'

/** One page of the provider, before it becomes a document. */
export interface Page {
  /** Text of the title bar. */
  readonly title: string
  /** What is in the card. */
  readonly content: Html
  /** Inline script, allowed by its hash. No page needs one to work. */
  readonly script?: string
}

const FOOTER =
  'Harbour ID is an identity provider for trying things out. Any password works here: never type a real one.'

const LOGO = html`<svg viewBox="0 0 32 32" aria-hidden="true">
  <rect width="32" height="32" rx="9" fill="#0b6477" />
  <path
    d="M16 5.5 11.8 12h8.4zM12.6 13.5h6.8l1.1 8.2c-1.5.5-3 1.3-4.5 1.3s-3-.8-4.5-1.3z"
    fill="#fff"
  />
  <path
    d="M5.5 25c3.5 0 3.5-1.7 7-1.7s3.5 1.7 7 1.7 3.5-1.7 7-1.7"
    fill="none"
    stroke="#8fe0ee"
    stroke-width="2.2"
    stroke-linecap="round"
  />
</svg>`

function source(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`
}

/**
 * Writes a page as a whole document.
 *
 * @param page - title, content and optional script
 * @returns the document
 */
export function renderDocument(page: Page): string {
  const script = page.script === undefined ? undefined : new Html(`<script>${page.script}</script>`)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${page.title} – Harbour ID</title>
        <link rel="icon" href="data:," />
        ${new Html(`<style>${STYLES}</style>`)}
      </head>
      <body>
        <main>
          <p class="brand">${LOGO} Harbour ID</p>
          ${page.content}
        </main>
        <footer>${FOOTER}</footer>
        ${script}
      </body>
    </html>`.markup
}

/**
 * The headers a page is sent with.
 *
 * `form-action` is left open: browsers apply it to the redirect that follows a form, and that one
 * leads to the client.
 *
 * @param page - the page that is sent
 * @returns header names in lower case, with their values
 */
export function documentHeaders(page: Page): Record<string, string> {
  const scripts = page.script === undefined ? '' : `script-src ${source(page.script)}; `
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src ${source(STYLES)}; ${scripts}img-src data:; base-uri 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
}
