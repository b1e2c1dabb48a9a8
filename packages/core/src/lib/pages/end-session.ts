import { fill, html, slot } from './html.ts'
import { layout } from './layout.ts'
import type { Page, PageProps } from './page.ts'
import { buttonLink, hiddenFields, PERSON, postForm, submitButton } from './parts.ts'
import { ACTION, formSlots } from './slots.ts'
import { findLook, type Look, renderPage, type Template } from './template.ts'
import { linkTarget } from './url.ts'

/** Props of {@link renderEndSession}. */
export interface EndSessionProps extends PageProps {
  /** The end-session endpoint of the provider. */
  readonly action: string
  /** Name of the provider. */
  readonly name: string
  /** What the button posts, by name. */
  readonly fields: Readonly<Record<string, string>>
  /** Where the person goes who would rather stay signed in at the provider. */
  readonly stayUrl: string
}

const NAME = slot('name')
const FIELDS = slot('fields')
const STAY_URL = slot('stayUrl', linkTarget)

function build(look: Look): Template {
  const { endSession } = look.texts.value
  const target = formSlots({ csrfToken: false, callbackUrl: false }, ACTION)
  const submit = submitButton(fill(endSession.submit, { name: NAME }))
  return layout(look, {
    title: endSession.title,
    className: 'end-session',
    icon: PERSON,
    body: html`<p class="message">${fill(endSession.message, { name: NAME })}</p>
      <div class="provider">
        ${postForm(target, html`${FIELDS}${submit}`)} ${buttonLink(STAY_URL, endSession.stay)}
      </div>`,
  })
}

/** Renders the page that tells a provider by a form that its session is to end, where an address would be too long. */
export function renderEndSession(props: EndSessionProps): Page {
  const { host, action, name, fields, stayUrl } = props
  const values = { host, action, name, fields: hiddenFields(fields), stayUrl }
  return renderPage('end-session', findLook(props), build, values)
}
