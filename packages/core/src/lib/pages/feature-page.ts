import type {
  FeatureBlock,
  FeaturePage,
  FormBlock,
  FormField,
  ListItem,
} from '../types/feature-page.ts'
import { html, type Html, trusted } from './html.ts'
import { renderPage } from './layout.ts'
import type { FormTarget, Page, PageProps } from './page.ts'
import { buttonLink, idPart, postForm, submitButton, textLink } from './parts.ts'
import type { ScriptedPart } from './passkey-step.ts'
import { en } from './texts/en.ts'

/** Where the blocks of a feature lead to. */
export interface BlockProps extends Omit<FormTarget, 'action'> {
  /** Name of the feature. */
  readonly name: string
  /** The address of an action, by its word. */
  readonly urlOf: (word: string) => string
}

/** Props of {@link renderFeaturePage}. */
export interface FeaturePageProps extends PageProps, BlockProps {
  readonly page: FeaturePage
  /** Why a form was refused. */
  readonly message?: string | undefined
  readonly homeUrl: string
  /** The button for a passkey, below the last form. Default: none. */
  readonly passkey?: ScriptedPart | undefined
}

/** Attributes of the input of each type of field. */
const INPUTS: Readonly<Record<NonNullable<FormField['type']>, Html>> = {
  text: trusted('type="text" dir="auto"'),
  code: trusted(
    'type="text" inputmode="numeric" autocomplete="one-time-code" autocapitalize="none" spellcheck="false"',
  ),
  'mail-code': trusted(
    'type="text" dir="ltr" autocomplete="one-time-code" autocapitalize="characters" autocorrect="off" spellcheck="false" maxlength="40"',
  ),
  email: trusted('type="email" autocomplete="email" maxlength="254"'),
  password: trusted('type="password" autocomplete="current-password"'),
  'new-password': trusted('type="password" autocomplete="new-password"'),
  checkbox: trusted('type="checkbox"'),
}

/** What was typed into them is never sent back. */
const SECRET: ReadonlySet<string> = new Set(['code', 'mail-code', 'password', 'new-password'])

function fieldOf(field: FormField, prefix: string, index: number): Html {
  const { name, label, type = 'text', value, hint, optional } = field
  const id = `${prefix}-${idPart(name, index)}`
  const shown = SECRET.has(type) ? undefined : value
  const input = html`<input
    id="${id}"
    name="${name}"
    ${INPUTS[type]}
    ${shown !== undefined && type !== 'checkbox' && html`value="${shown}"`}
    ${!optional && type !== 'checkbox' && trusted('required')}
    ${hint !== undefined && html`aria-describedby="${id}-hint"`}
  />`
  const help = hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`
  if (type === 'checkbox') return html`<div><label>${input} ${label}</label>${help}</div>`
  return html`<div class="field"><label for="${id}">${label}</label>${input}${help}</div>`
}

function formOf(block: FormBlock, props: BlockProps, prefix: string): Html {
  const { action, fields = [], hidden = {}, submit } = block
  const { urlOf, csrfToken, callbackUrl } = props
  const inside = html`${fields.map((field, index) => fieldOf(field, prefix, index))}
  ${submitButton(submit)}`
  return postForm({ action: urlOf(action), csrfToken, callbackUrl }, inside, hidden)
}

function itemOf(item: ListItem, props: BlockProps): Html {
  const { title, text, forms = [] } = item
  const { urlOf, csrfToken, callbackUrl } = props
  const button = ({ action, hidden = {}, submit }: (typeof forms)[number]): Html =>
    postForm(
      { action: urlOf(action), csrfToken, callbackUrl },
      html`<button class="button" type="submit" aria-label="${`${submit}: ${title}`}">
        ${submit}
      </button>`,
      hidden,
    )
  return html`<li class="device">
    <div>
      <p>
        <strong><bdi>${title}</bdi></strong>
      </p>
      ${text !== undefined && html`<p class="hint">${text}</p>`}
    </div>
    ${forms.map(button)}
  </li>`
}

/** A drawing of squares, with the quiet zone of ISO/IEC 18004 around it. */
function qrOf(rows: readonly (readonly boolean[])[], text: string): Html {
  const size = rows.length + 8
  const dark = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x + 4} ${y + 4}h1v1h-1z`] : [])),
  )
  return html`<svg
      role="img"
      aria-label="${text}"
      viewBox="0 0 ${size} ${size}"
      width="240"
      height="240"
      shape-rendering="crispEdges"
    >
      <rect width="${size}" height="${size}" fill="#fff" />
      <path d="${dark.join('')}" fill="#000" />
    </svg>
    <p class="hint uri"><code>${text}</code></p>`
}

function blockOf(block: FeatureBlock, props: BlockProps, index: number): Html {
  switch (block.kind) {
    case 'text':
      return html`<p>${block.text}</p>`
    case 'code':
      return html`<p><code>${block.text}</code></p>`
    case 'codes':
      return html`<ul class="devices" role="list">
        ${block.codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>`
    case 'qr':
      return qrOf(block.rows, block.text)
    case 'link':
      return textLink(props.urlOf(block.page), block.label)
    case 'list':
      return html`<ul class="devices" role="list">
        ${block.items.map((item) => itemOf(item, props))}
      </ul>`
    case 'form':
      return formOf(block, props, `${props.name}-${index}`)
    default:
      // A program without types may give another one.
      throw new TypeError(
        `A page of the feature "${props.name}" has a block of no kind that there is.`,
      )
  }
}

/** The blocks of a page, or of a part of the account page. */
export const renderBlocks = (blocks: readonly FeatureBlock[], props: BlockProps): readonly Html[] =>
  blocks.map((block, index) => blockOf(block, props, index))

/** Renders a page of a feature. */
export function renderFeaturePage(props: FeaturePageProps): Page {
  const { texts = en, page, message, homeUrl, name, callbackUrl, passkey } = props
  const notice = message && html`<div class="notice error" role="alert"><p>${message}</p></div>`
  const onward = callbackUrl === undefined ? texts.common.home : texts.continueSignIn.submit
  // Beside the button of a form, one that leads on would look like the next step.
  const asks = page.blocks.some(({ kind }) => kind === 'form')
  const blocks = renderBlocks(page.blocks, props)
  const below = page.blocks.findLastIndex(({ kind }) => kind === 'form') + 1
  return renderPage(props, {
    title: page.title,
    className: `feature-page ${name}-page`,
    lead: page.lead === undefined ? undefined : html`${page.lead}`,
    body: html`${notice}${blocks.slice(0, below)}${passkey?.markup}${blocks.slice(below)}
    ${!asks && buttonLink(homeUrl, onward)}`,
    ...(passkey && { scripts: [passkey.script], connects: true }),
  })
}
