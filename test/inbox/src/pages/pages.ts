import type { Message } from '../message.ts'
import { strokedPath } from '@latchstring/test-kit/document'
import { html, type Html, type Renderable } from '@latchstring/test-kit/html'
import type { Page } from './layout.ts'
import { COPY_SCRIPT, REFRESH_SCRIPT } from './scripts.ts'

const LOGO = html`<svg viewBox="0 0 34 34" aria-hidden="true">
  <rect width="34" height="34" rx="10" fill="#4f3fc4" />
  <rect x="7.5" y="10" width="19" height="14" rx="2.5" fill="#fff" />
  ${strokedPath('m9 12.5 8 6 8-6', 1.9, '#4f3fc4')}
</svg>`

const TRAY = html`<svg viewBox="0 0 48 48" fill="none" stroke="currentColor" aria-hidden="true">
  <g stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round">
    <path d="M6 27 12 11h24l6 16v10a3 3 0 0 1-3 3H9a3 3 0 0 1-3-3z" />
    <path d="M6 27h10l3 5h10l3-5h10" />
  </g>
</svg>`

const ARROW = html`<svg viewBox="0 0 16 16" aria-hidden="true">
  ${strokedPath('M10 3 5 8l5 5', 1.8)}
</svg>`

const MAX_SNIPPET = 120

function when(date: Date): Html {
  const [day, time = ''] = date.toISOString().split('T')
  return html`<time datetime="${date.toISOString()}" title="${day} UTC">${time.slice(0, 8)}</time>`
}

function subjectOf(message: Message): string {
  return message.subject === '' ? '(no subject)' : message.subject
}

function recipients(message: Message): string {
  return message.envelope.to.join(', ')
}

function snippet(message: Message): string {
  const text = message.text
    .replace(/https?:\/\/\S+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return text.length > MAX_SNIPPET ? `${text.slice(0, MAX_SNIPPET).trimEnd()}…` : text
}

function row(message: Message): Html {
  const address = recipients(message)
  return html`<li>
    <a class="mail" href="/mails/${message.id}">
      <span class="dot" aria-hidden="true">${address.charAt(0).toUpperCase()}</span>
      <span class="subject">${subjectOf(message)}</span>
      ${when(message.receivedAt)}
      <span class="about">To ${address}${snippet(message) !== '' && ` · ${snippet(message)}`}</span>
    </a>
  </li>`
}

function list(messages: readonly Message[]): Html {
  if (messages.length > 0) {
    return html`<ul class="mails">
      ${messages.map(row)}
    </ul>`
  }
  return html`<div class="empty">
    ${TRAY}
    <h2>No mail yet</h2>
    <p>What the app sends shows up here by itself.</p>
  </div>`
}

/**
 * The list of all mails.
 *
 * @param messages - newest first
 * @param smtpUrl - where mail is taken
 * @returns the page; it keeps itself up to date
 */
export function inboxPage(messages: readonly Message[], smtpUrl: string): Page {
  const count = messages.length
  const content = html`<header>
      <h1 class="brand">
        ${LOGO} Inbox
        <span class="count"
          ><span id="count" aria-live="polite"
            >${count === 1 ? '1 mail' : `${count} mails`}</span
          ></span
        >
      </h1>
      <div class="tools">
        <a class="button" href="/">Refresh</a>
        <form method="post" action="/clear"><button class="button">Empty inbox</button></form>
      </div>
    </header>
    <main class="card" id="list" data-newest="${messages[0]?.id ?? 0}">${list(messages)}</main>
    <footer>
      A mailbox for trying things out. Mail to any address at <code>${smtpUrl}</code> ends here.
    </footer>`
  return {
    title: count === 0 ? 'Inbox' : `(${count}) Inbox`,
    content,
    script: REFRESH_SCRIPT,
    reloadAfter: 5,
  }
}

function linkTile(link: string): Html {
  return html`<section class="tile">
    <h2>Link in this mail</h2>
    <a class="button main" href="${link}" rel="noreferrer">Open the link</a>
    <span class="url">${link}</span>
  </section>`
}

function codeTile(code: string): Html {
  return html`<section class="tile">
    <h2>Code to type</h2>
    <div class="code">
      <output id="code" aria-label="Code">${code}</output>
      <button class="button" id="copy" hidden>Copy</button>
    </div>
  </section>`
}

function parts(message: Message): Renderable {
  const text =
    message.text !== '' &&
    html`<details ${message.html === '' && 'open'}>
      <summary>Text part</summary>
      <pre>${message.text}</pre>
    </details>`
  const links =
    message.links.length > 1 &&
    html`<details>
      <summary>All ${message.links.length} links</summary>
      <ul class="links">
        ${message.links.map(
          (link) => html`<li><a href="${link}" rel="noreferrer">${link}</a></li>`,
        )}
      </ul>
    </details>`
  const source = html`<details>
    <summary>Source</summary>
    <pre>${message.raw}</pre>
  </details>`
  return [text, links, source]
}

/**
 * One mail: what can be done with it, its HTML in a sandbox, its text and its source.
 *
 * @param message - the mail
 * @returns the page
 */
export function mailPage(message: Message): Page {
  const { link } = message
  const both = link !== undefined && message.code !== undefined
  const tiles =
    (link !== undefined || message.code !== undefined) &&
    html`<div class="act ${both && 'two'}">
      ${link !== undefined && linkTile(link)}
      ${message.code !== undefined && codeTile(message.code)}
    </div>`
  const preview =
    message.html !== '' &&
    html`<h2 class="part">As the reader sees it</h2>
      <iframe
        title="HTML of the mail"
        src="/mails/${message.id}/html"
        sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
        referrerpolicy="no-referrer"
      ></iframe>`
  const content = html`<nav><a class="back" href="/">${ARROW} Inbox</a></nav>
    <main class="card">
      <article>
        <h1>${subjectOf(message)}</h1>
        <dl>
          <dt>From</dt>
          <dd>${message.from}</dd>
          <dt>To</dt>
          <dd>${recipients(message)}</dd>
          <dt>Received</dt>
          <dd>${when(message.receivedAt)} UTC</dd>
        </dl>
        ${tiles} ${preview} ${parts(message)}
      </article>
    </main>`
  return { title: `${subjectOf(message)} – Inbox`, content, script: COPY_SCRIPT }
}

/**
 * A page that only tells something.
 *
 * @param title - the heading
 * @param text - one sentence
 * @returns the page
 */
export function messagePage(title: string, text: string): Page {
  const content = html`<nav><a class="back" href="/">${ARROW} Inbox</a></nav>
    <main class="card">
      <div class="empty">
        ${TRAY}
        <h1>${title}</h1>
        <p>${text}</p>
      </div>
    </main>`
  return { title, content }
}
