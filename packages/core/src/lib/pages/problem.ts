import { html } from './html.ts'
import { loadTexts } from './language.ts'
import { layout } from './layout.ts'
import type { Page, PageProps } from './page.ts'
import { ALERT, buttonLink, reference } from './parts.ts'
import type { ProblemStatus, Texts } from './texts/texts.ts'

/** Props of {@link renderProblem}. */
export interface ProblemProps extends PageProps {
  /** Status of the response. One without texts of its own gets those of 400, or of 500 from 500 on. */
  readonly status: number
  /** Is in the log line, too. */
  readonly ref?: string | undefined
  readonly homeUrl: string
}

function isProblem(status: number, texts: Texts): status is ProblemStatus {
  return Object.hasOwn(texts.problem, status)
}

/** Renders the page for a request that cannot be answered. */
export function renderProblem(props: ProblemProps): Page {
  const texts = loadTexts(props.lang ?? 'en')
  const general = props.status >= 500 ? 500 : 400
  const { title, message } = texts.problem[isProblem(props.status, texts) ? props.status : general]
  return layout(props, {
    title,
    className: 'problem',
    icon: ALERT,
    body: html`<p class="message">${message}</p>
      ${buttonLink(props.homeUrl, texts.common.home)} ${reference(texts, props.ref)}`,
  })
}
