import { hashSource, PAGE_HEADERS, writeDocument } from '@latchstring/test-kit/document'
import { html, type Html } from '@latchstring/test-kit/html'
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

/**
 * Writes a page as a whole document.
 *
 * @param page - title, content and optional script
 * @returns the document
 */
export function renderDocument({ title, content, script }: Page): string {
  const body = html`<main>
      <p class="brand">${LOGO} Harbour ID</p>
      ${content}
    </main>
    <footer>${FOOTER}</footer>`
  return writeDocument({ title: `${title} – Harbour ID`, styles: STYLES, body, script })
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
export function documentHeaders({ script }: Page): Record<string, string> {
  const scripts = script === undefined ? '' : `script-src ${hashSource(script)}; `
  return {
    ...PAGE_HEADERS,
    'content-security-policy': `default-src 'none'; style-src ${hashSource(STYLES)}; ${scripts}img-src data:; base-uri 'none'; frame-ancestors 'none'`,
  }
}
