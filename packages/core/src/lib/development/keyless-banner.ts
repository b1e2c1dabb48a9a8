import type { Keyless, KeylessNotice } from '../config/resolved-config.ts'
import { type Html, html } from '../pages/html.ts'

function paragraph({ text, lines, emulated }: KeylessNotice): Html {
  const file = emulated ? 'For the real service, put into' : 'Or put into'
  return html`<li>
    ${text}
    ${
      lines.length > 0 &&
      html`${file} <code>.env.local</code> or
        <code>.env</code>:${lines.map((line) => html`<br /><code>${line}</code>`)}`
    }
  </li>`
}

/** Says on the sign-in page where providers without keys lead. English, for the developer, whatever the language of the page. */
export function keylessBanner({ notices = [] }: Keyless): Html | undefined {
  if (notices.length === 0) return undefined
  return html`<aside class="notice" dir="ltr" lang="en" aria-label="Development">
    <strong>Development</strong>
    <ul class="problems">
      ${notices.map(paragraph)}
    </ul>
  </aside>`
}
