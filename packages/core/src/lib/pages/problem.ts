import { html } from './html.ts'
import { layout } from './layout.ts'
import type { Page, PageProps } from './page.ts'
import { ALERT, buttonLink, reference } from './parts.ts'
import { HOME_URL, REFERENCE } from './slots.ts'
import { findLook, type Look, renderPage, type Template } from './template.ts'
import type { ProblemStatus, Texts } from '../types/texts.ts'

/** Props of {@link renderProblem}. */
export interface ProblemProps extends PageProps {
  /** Status of the response. One without texts of its own gets those of 400, or of 500 from 500 on. */
  readonly status: number
  /** Is in the log line, too. */
  readonly ref?: string | undefined
  readonly homeUrl: string
}

interface Shape {
  readonly look: Look
  readonly status: ProblemStatus
}

function isProblem(status: number, texts: Texts): status is ProblemStatus {
  return Object.hasOwn(texts.problem, status)
}

function build(shape: Shape): Template {
  const { problem, common } = shape.look.texts.value
  const { title, message } = problem[shape.status]
  return layout(shape.look, {
    title,
    className: 'problem',
    icon: ALERT,
    body: html`<p class="message">${message}</p>
      ${buttonLink(HOME_URL, common.home)} ${REFERENCE}`,
  })
}

/** Renders the page for a request that cannot be answered. */
export function renderProblem(props: ProblemProps): Page {
  const { host, homeUrl, ref, status } = props
  const look = findLook(props)
  const texts = look.texts.value
  const general = status >= 500 ? 500 : 400
  const shape = { look, status: isProblem(status, texts) ? status : general } as const
  return renderPage('problem', shape, build, { host, homeUrl, reference: reference(texts, ref) })
}
