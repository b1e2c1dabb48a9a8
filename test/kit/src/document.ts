import { hash } from 'node:crypto'
import { html, Html, type Renderable } from './html.ts'

/** What a document is made of. */
export interface DocumentParts {
  /** Text of the title bar. */
  readonly title: string
  /** The style sheet. */
  readonly styles: string
  /** More elements of the head. */
  readonly head?: Renderable
  readonly body: Html
  /** Inline script, at the end of the body. */
  readonly script?: string | undefined
}

/** A line of an icon, with round ends. */
export const strokedPath = (d: string, width: number, colour = 'currentColor'): Html =>
  html`<path
    d="${d}"
    fill="none"
    stroke="${colour}"
    stroke-width="${width}"
    stroke-linecap="round"
    stroke-linejoin="round"
  />`

/**
 * Writes a page as a whole document.
 *
 * @param parts - title, style sheet, content and optional script
 * @returns the document
 */
export function writeDocument({ title, styles, head, body, script }: DocumentParts): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${head} ${new Html(`<style>${styles}</style>`)}
      </head>
      <body>
        ${body} ${script === undefined ? undefined : new Html(`<script>${script}</script>`)}
      </body>
    </html>`.markup
}

/**
 * Allows one inline style sheet or script by its hash (Content Security Policy Level 3, section 2.3.1).
 *
 * @param text - content of the element
 * @returns the source expression
 */
export function hashSource(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`
}

/** The headers of every page, in lower case; its Content-Security-Policy comes on top. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}
