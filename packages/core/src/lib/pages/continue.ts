import { fill, html, slot } from './html.ts'
import { layout } from './layout.ts'
import type { Page, PageProps } from './page.ts'
import { hiddenFields, PERSON, postForm, submitButton } from './parts.ts'
import { ACTION, formSlots } from './slots.ts'
import { findLook, type Look, renderPage, type Template } from './template.ts'

/** Props of {@link renderContinue}. */
export interface ContinueProps extends PageProps {
  /** The callback that was called. */
  readonly action: string
  /** Name of the provider. */
  readonly name: string
  /** What the button posts, by name. */
  readonly fields: Readonly<Record<string, string>>
}

const NAME = slot('name')
const FIELDS = slot('fields')

function build(look: Look): Template {
  const { oneMoreStep } = look.texts.value
  const target = formSlots({ csrfToken: false, callbackUrl: false }, ACTION)
  return layout(look, {
    title: oneMoreStep.title,
    className: 'continue',
    icon: PERSON,
    body: html`<p class="message">${fill(oneMoreStep.message, { name: NAME })}</p>
      ${postForm(target, html`${FIELDS}${submitButton(oneMoreStep.submit)}`)}
      <p class="hint">${oneMoreStep.notMe}</p>`,
  })
}

/** Renders the page that sends the answer of a provider once more, from the application's own site. */
export function renderContinue(props: ContinueProps): Page {
  const { host, action, name, fields } = props
  const values = { host, action, name, fields: hiddenFields(fields) }
  return renderPage('continue', findLook(props), build, values)
}
