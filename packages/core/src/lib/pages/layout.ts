import type { Theme } from '../types/pages.ts'
import { type Html, html, trusted } from './html.ts'
import type { Page, PageProps } from './page.ts'
import { BASE_STYLE } from './styles.ts'
import { en } from './texts/en.ts'
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
  /** Whether a script sends requests to the origin of the page. */
  readonly connects?: boolean
}

const SCHEMES = { auto: 'light dark', dark: 'dark', light: 'light' } as const

const NO_THEME: Theme = Object.freeze({})

function heading({ theme, host }: PageProps, content: PageContent): Html {
  const logo = imageSource(theme?.logo)
  // The logo stands for the name of the application; without a known name it is decoration.
  return html`<div class="heading">
    ${logo ? html`<img class="logo" src="${logo}" alt="${host}" height="48" />` : content.icon}
    <h1>${content.title}</h1>
    ${content.lead && html`<p class="lead">${content.lead}</p>`}
  </div>`
}

/** Concatenated, because the hash covers every character of the element's text. */
function styleElement(style: string): Html {
  return trusted(`<style>${style}</style>`)
}

function scriptElement(script: string): Html {
  return trusted(`<script>${script}</script>`)
}

/**
 * With `no-referrer`, browsers send forms with `Origin: null`, which frameworks with an origin check refuse. This policy sends
 * the origin, and never a path or a token in it. The header applies where the element is not read.
 */
const REFERRER_POLICY = 'strict-origin'

/** Renders a page: its content in the document that all pages share. */
export function renderPage(props: PageProps, content: PageContent): Page {
  const { theme = NO_THEME, texts = en, host } = props
  const { lang, direction } = texts
  const { colorScheme } = theme
  const scheme = colorScheme === 'dark' || colorScheme === 'light' ? colorScheme : 'auto'
  const {
    title,
    className,
    body,
    style = '',
    sheets = [],
    scripts = [],
    connects = false,
  } = content
  const styles = [BASE_STYLE, themeStyle(theme) + style, ...sheets].filter(Boolean)
  const favicon = imageSource(theme.favicon)
  const document = html`<!doctype html>
    <html lang="${lang}" dir="${direction}" data-scheme="${scheme}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="${SCHEMES[scheme]}" />
        <meta name="referrer" content="${REFERRER_POLICY}" />
        <meta name="robots" content="noindex" />
        ${favicon && html`<link rel="icon" href="${favicon}" />`}
        <title>${title}${host && html` · ${host}`}</title>
        ${styles.map(styleElement)}
      </head>
      <body class="page">
        <main class="card ${className}">${heading(props, content)} ${body}</main>
        ${scripts.map(scriptElement)}
      </body>
    </html> `
  return { html: document.toString(), styles, scripts, connects }
}
