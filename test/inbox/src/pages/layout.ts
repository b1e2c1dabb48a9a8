import { hashSource, PAGE_HEADERS, writeDocument } from '@latchstring/test-kit/document'
import { html, type Html } from '@latchstring/test-kit/html'
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

/**
 * Writes a page as a whole document.
 *
 * @param page - title, content and optional script
 * @returns the document
 */
export function renderDocument({ title, content, script, reloadAfter }: Page): string {
  const head =
    reloadAfter !== undefined &&
    html`<noscript><meta http-equiv="refresh" content="${reloadAfter}" /></noscript>`
  const body = html`<div class="page">${content}</div>`
  return writeDocument({ title, styles: STYLES, head, body, script })
}

/**
 * The headers a page is sent with.
 *
 * @param page - the page that is sent
 * @returns header names in lower case, with their values
 */
export function documentHeaders(page: Page): Record<string, string> {
  const scripts =
    page.script === undefined ? '' : `script-src ${hashSource(page.script)}; connect-src 'self'; `
  return {
    ...PAGE_HEADERS,
    'content-security-policy': `default-src 'none'; style-src ${hashSource(STYLES)}; ${scripts}frame-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  }
}

/**
 * The headers the HTML of a mail is sent with: it may show itself, and its links may leave.
 *
 * @returns header names in lower case, with their values
 */
export function mailHeaders(): Record<string, string> {
  return {
    ...PAGE_HEADERS,
    'content-security-policy':
      "sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
  }
}
