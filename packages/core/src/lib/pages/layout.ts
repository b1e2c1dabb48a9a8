import { type Html, html, trusted } from './html.ts'
import { HOST } from './slots.ts'
import { BASE_STYLE } from './styles.ts'
import type { Look, Template } from './template.ts'
import { themeStyle } from './theme-style.ts'
import { imageSource } from './url.ts'

/** One page, without what all pages share. */
export interface PageContent {
  readonly title: string
  /** Class names of the card, to style or to find it by. */
  readonly className: string
  /** Above the title where there is no logo. */
  readonly icon?: Html
  /** Below the title. */
  readonly lead?: Html | undefined
  readonly body: Html
  /** Rules made of computed values only. */
  readonly style?: string
  /** Rules for this page alone, constant texts. */
  readonly sheets?: readonly string[] | undefined
  /** Constant texts. */
  readonly scripts?: readonly string[]
  /** Whether one of them asks the origin of the page for something. */
  readonly connects?: boolean | undefined
}

const SCHEMES = { auto: 'light dark', dark: 'dark', light: 'light' } as const

function heading({ theme }: Look, content: PageContent): Html {
  const logo = imageSource(theme.value.logo)
  // The name of the site stands beside the logo where it is known; otherwise the logo says nothing a reader could use.
  return html`<div class="heading">
    ${logo ? html`<img class="logo" src="${logo}" alt="${HOST}" height="48" />` : content.icon}
    <h1>${content.title}</h1>
    ${content.lead && html`<p class="lead">${content.lead}</p>`}
  </div>`
}

/** Made without the template, so that the element holds the text and nothing around it: its hash has to match. */
function styleElement(style: string): Html {
  return trusted(`<style>${style}</style>`)
}

function scriptElement(script: string): Html {
  return trusted(`<script>${script}</script>`)
}

/**
 * Forms of a page without any referrer are sent with `Origin: null`, which frameworks refuse that check origins themselves.
 * With this one they say their origin; no path, and no token in it, is ever sent. The header holds where the element is not read.
 */
const REFERRER_POLICY = 'strict-origin'

/** Puts the content of a page into the document all pages share. The host is a slot. */
export function layout(look: Look, content: PageContent): Template {
  const { host } = look
  const { lang, direction } = look.texts.value
  const theme = look.theme.value
  const wanted = theme.colorScheme
  const scheme = wanted === 'dark' || wanted === 'light' ? wanted : 'auto'
  const computed = themeStyle(theme) + (content.style ?? '')
  const styles = [BASE_STYLE, computed, ...(content.sheets ?? [])].filter(Boolean)
  const favicon = imageSource(theme.favicon)
  const { scripts = [], connects = false } = content
  const document = html`<!doctype html>
    <html lang="${lang}" dir="${direction}" data-scheme="${scheme}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="${SCHEMES[scheme]}" />
        <meta name="referrer" content="${REFERRER_POLICY}" />
        <meta name="robots" content="noindex" />
        ${favicon && html`<link rel="icon" href="${favicon}" />`}
        <title>${content.title}${host && html` · ${HOST}`}</title>
        ${styles.map(styleElement)}
      </head>
      <body class="page">
        <main class="card ${content.className}">${heading(look, content)} ${content.body}</main>
        ${scripts.map(scriptElement)}
      </body>
    </html> `
  return { document, styles, scripts, connects }
}
