import { type Html, html, trusted } from './html.ts'
import { loadTexts } from './language.ts'
import type { Page, PageProps } from './page.ts'
import { BASE_STYLE } from './styles.ts'
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
  /** A constant text. */
  readonly script?: string | undefined
}

const SCHEMES = { auto: 'light dark', dark: 'dark', light: 'light' } as const

function heading(props: PageProps, content: PageContent): Html {
  const logo = imageSource(props.theme?.logo)
  // The name of the site stands beside the logo where it is known; otherwise the logo says nothing a reader could use.
  return html`<div class="heading">
    ${logo ? html`<img class="logo" src="${logo}" alt="${props.host ?? ''}" height="48" />` : content.icon}
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

/** Puts the content of a page into the document all pages share. */
export function layout(props: PageProps, content: PageContent): Page {
  const lang = props.lang ?? 'en'
  const wanted = props.theme?.colorScheme
  const scheme = wanted === 'dark' || wanted === 'light' ? wanted : 'auto'
  const styles = [BASE_STYLE, themeStyle(props.theme) + (content.style ?? '')].filter(Boolean)
  const scripts = content.script === undefined ? [] : [content.script]
  const document = html`<!doctype html>
    <html lang="${lang}" dir="${loadTexts(lang).direction}" data-scheme="${scheme}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="${SCHEMES[scheme]}" />
        <meta name="referrer" content="no-referrer" />
        <meta name="robots" content="noindex" />
        <title>${content.title}${props.host && html` · ${props.host}`}</title>
        ${styles.map(styleElement)}
      </head>
      <body class="page">
        <main class="card ${content.className}">${heading(props, content)} ${content.body}</main>
        ${scripts.map(scriptElement)}
      </body>
    </html> `
  return { html: document.toString(), styles, scripts }
}
