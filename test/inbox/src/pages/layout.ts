import { hash } from 'node:crypto'
import { html, Html } from './html.ts'
import { STYLES } from './styles.ts'

/** One page of the inbox, before it becomes a document. */
export interface Page {
  /** Text of the title bar. */
  readonly title: string
  /** The whole body. */
  readonly content: Html
  /** Inline script, allowed by its hash. No page needs one to work. */
  readonly script?: string
  /** Seconds after which a browser without script loads the page again. */
  readonly reloadAfter?: number
}

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
  const reload =
    page.reloadAfter !== undefined &&
    html`<noscript><meta http-equiv="refresh" content="${page.reloadAfter}" /></noscript>`
  const script = page.script === undefined ? undefined : new Html(`<script>${page.script}</script>`)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${page.title}</title>
        <link rel="icon" href="data:," />
        ${reload} ${new Html(`<style>${STYLES}</style>`)}
      </head>
      <body>
        <div class="page">${page.content}</div>
        ${script}
      </body>
    </html>`.markup
}

const COMMON: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/**
 * The headers a page is sent with.
 *
 * @param page - the page that is sent
 * @returns header names in lower case, with their values
 */
export function documentHeaders(page: Page): Record<string, string> {
  const scripts =
    page.script === undefined ? '' : `script-src ${source(page.script)}; connect-src 'self'; `
  return {
    ...COMMON,
    'content-security-policy': `default-src 'none'; style-src ${source(STYLES)}; ${scripts}frame-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  }
}

/**
 * The headers the HTML of a mail is sent with: it may show itself, and its links may leave.
 *
 * @returns header names in lower case, with their values
 */
export function mailHeaders(): Record<string, string> {
  return {
    ...COMMON,
    'content-security-policy':
      "sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
  }
}
