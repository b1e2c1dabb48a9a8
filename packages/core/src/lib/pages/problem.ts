import type { ProblemStatus, Texts } from '../types/texts.ts'
import { inWords } from './duration.ts'
import { fill, html } from './html.ts'
import { renderPage } from './layout.ts'
import type { Page, PageProps } from './page.ts'
import { ALERT, buttonLink, reference } from './parts.ts'
import { en } from './texts/en.ts'

/** Props of {@link renderProblem}. */
export interface ProblemProps extends PageProps {
  /** Status of the response, or what has a page beside its status. One without texts of its own gets those of 400, or of 500 from 500 on. */
  readonly status: number | 'acting'
  /** Reference of the failure, which its log line has, too. */
  readonly ref?: string | undefined
  /** Seconds after which the request is accepted again. */
  readonly retryAfter?: number | undefined
  readonly homeUrl: string
}

function isProblemStatus(status: number | 'acting', texts: Texts): status is ProblemStatus {
  return Object.hasOwn(texts.problem, status)
}

/** Renders the page for a request that cannot be answered. */
export function renderProblem(props: ProblemProps): Page {
  const { texts = en, status, ref, homeUrl, retryAfter } = props
  const general = Number(status) >= 500 ? 500 : 400
  const { title, message } = texts.problem[isProblemStatus(status, texts) ? status : general]
  return renderPage(props, {
    title,
    className: 'problem',
    icon: ALERT,
    body: html`<p class="message">
        ${retryAfter === undefined ? message : fill(texts.common.retryAfter, { duration: inWords(retryAfter, texts) })}
      </p>
      ${buttonLink(homeUrl, texts.common.home)} ${reference(texts, ref)}`,
  })
}
