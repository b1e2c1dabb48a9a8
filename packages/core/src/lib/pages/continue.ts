import { fill, html } from './html.ts'
import { loadTexts } from './language.ts'
import { layout } from './layout.ts'
import type { Page, PageProps } from './page.ts'
import { PERSON, postForm, submitButton } from './parts.ts'

/** Props of {@link renderContinue}. */
export interface ContinueProps extends PageProps {
  /** The callback that was called. */
  readonly action: string
  /** Name of the provider. */
  readonly name: string
  /** What the button posts, by name. */
  readonly fields: Readonly<Record<string, string>>
}

/** Renders the page that sends the answer of a provider once more, from the application's own site. */
export function renderContinue(props: ContinueProps): Page {
  const { oneMoreStep } = loadTexts(props.lang ?? 'en')
  return layout(props, {
    title: oneMoreStep.title,
    className: 'continue',
    icon: PERSON,
    body: html`<p class="message">${fill(oneMoreStep.message, { name: props.name })}</p>
      ${postForm({ action: props.action }, submitButton(oneMoreStep.submit), props.fields)}
      <p class="hint">${oneMoreStep.notMe}</p>`,
  })
}
