import type { Keyless, KeylessNotice } from '../config/resolved-config.ts'
import { html, type Html } from '../pages/html.ts'

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

/** The notice of the sign-in page about providers without keys. It is for developers, and always English. */
export function keylessBanner({ notices = [] }: Keyless): Html | undefined {
  if (notices.length === 0) return undefined
  return html`<aside class="notice" dir="ltr" lang="en" aria-label="Development">
    <strong>Development</strong>
    <ul class="problems">
      ${notices.map((notice) => paragraph(notice))}
    </ul>
  </aside>`
}
