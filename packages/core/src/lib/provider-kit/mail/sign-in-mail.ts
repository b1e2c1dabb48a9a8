import { type Colour, parseColour, readableOn, toHex } from '../../pages/colour.ts'
import { inWords } from '../../pages/duration.ts'
import { fill, type Html, html, trusted } from '../../pages/html.ts'
import { en } from '../../pages/texts/en.ts'
import type { Texts } from '../../types/texts.ts'
import type { Theme } from '../../types/pages.ts'

/** Props of {@link renderSignInMail}. */
export interface SignInMailProps {
  /** The link to sign in with: absolute, http(s). */
  readonly url: string
  /** The code that can be typed in place of following the link, grouped for reading. Absent: the mail has a link alone. */
  readonly code?: string | undefined
  /** Host of the application. */
  readonly host: string
  readonly theme?: Theme | undefined
  /** Lifetime of link and code. */
  readonly minutes: number
  /** Default: English. */
  readonly texts?: Texts | undefined
}

/** A rendered mail. */
export interface SignInMail {
  readonly subject: string
  readonly html: string
  readonly text: string
}

// Line breaks would end a header; the others reverse or hide text.
// eslint-disable-next-line no-control-regex -- these are the characters to take out
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

// Mail programs keep styles in attributes better than in a style element, and tables better than any other layout.
const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif"
const BACK = 'background-color:#f3f4f7'
const CARD = 'max-width:480px;background-color:#ffffff;border:1px solid #e6e8ed;border-radius:16px'
const HEADING = `margin:0 0 24px;${FONT};font-size:22px;line-height:1.3;font-weight:normal;color:#16181d`
const TEXT = `${FONT};font-size:15px;line-height:1.5;color:#16181d`
const LEAD = `margin:0 0 24px;${TEXT}`
const MUTED = `${FONT};font-size:13px;line-height:1.5;color:#565b66`
const BUTTON = `display:block;padding:14px 24px;border-radius:10px;${FONT};font-size:16px;line-height:1.25;font-weight:600;text-decoration:none`
const CODE =
  'margin:0;padding:16px;border-radius:10px;background-color:#f3f4f7;color:#16181d;text-align:center;' +
  'font-family:ui-monospace,Menlo,Consolas,monospace;font-size:26px;line-height:1.3;font-weight:600;' +
  'letter-spacing:3px;user-select:all;-webkit-user-select:all'
const LOGO = `display:block;height:40px;width:auto;max-width:100%;margin:0 0 24px;border:0;${FONT};font-size:18px;line-height:40px;font-weight:600;color:#16181d`
const TABLE = trusted('role="presentation" cellpadding="0" cellspacing="0" border="0"')
const STYLE = trusted(`<style>
@media (prefers-color-scheme: dark) {
  .back { background-color: #0e0f12 !important }
  .card { background-color: #18191d !important; border-color: #383b43 !important }
  .text { color: #f2f3f5 !important }
  .muted { color: #a8adb8 !important }
  .logo { background-color: #ffffff !important; color: #16181d !important; padding: 8px !important; border-radius: 8px !important }
  .plain { background-color: #f2f3f5 !important; color: #16181d !important }
  .code { background-color: #26282e !important; color: #f2f3f5 !important }
}
</style>`)

interface MailView {
  readonly url: string
  readonly code: string | undefined
  readonly host: string
  readonly minutes: number
  readonly texts: Texts
  /** Address of the logo of the theme, where mail programs can show it. */
  readonly logo: string | undefined
  /** Class and colours of the button. */
  readonly button: { readonly name: string; readonly colours: string }
}

function absoluteUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed?.protocol === 'https:' || parsed?.protocol === 'http:') return parsed.href
  throw new TypeError(
    'The link of a sign-in mail is not an absolute http(s) URL: pass `url` with its origin.',
  )
}

/** SVG, which many mail programs do not show, Gmail among them. */
const SVG_PATH = /\.svgz?$/i

/** An address that is the same on every page. A relative one such as `#logo` would resolve to the link that signs in. */
const ROOTED = /^\s*(?:https?:\/)?\//i

/**
 * The logo of the theme for mail programs: at an https address, or at the origin of the application. Few show `data:` images.
 */
function logoUrl(logo: unknown, link: string): string | undefined {
  if (typeof logo !== 'string' || !ROOTED.test(logo) || !URL.canParse(logo, link)) {
    return undefined
  }
  const url = new URL(logo, link)
  const loads = url.protocol === 'https:' || url.origin === new URL(link).origin
  const hasNoCredentials = url.username + url.password === ''
  return loads && hasNoCredentials && !SVG_PATH.test(url.pathname) ? url.href : undefined
}

function logoImage({ logo, host }: MailView): Html | undefined {
  if (logo === undefined) return undefined
  // `alt` is shown where images are not loaded, in the style of the heading.
  return html`<img class="logo" src="${logo}" alt="${host}" height="40" style="${LOGO}" />`
}

function buttonColours(theme: Theme | undefined): MailView['button'] {
  const brand = parseColour(theme?.brandColor)
  const back: Colour = brand ?? [22, 24, 29]
  const text = parseColour(theme?.buttonText)
  const colours = `background-color:${toHex(back)};color:${toHex(text ?? readableOn(back))}`
  return { name: (text ?? brand) ? 'branded' : 'plain', colours }
}

function buttonCell({ url, texts, button }: MailView): Html {
  return html`<td
    class="${button.name}"
    align="center"
    style="border-radius:10px;${button.colours}"
  >
    <a
      class="${button.name}"
      href="${url}"
      target="_blank"
      rel="noopener noreferrer"
      style="${BUTTON};${button.colours}"
    >
      ${texts.mail.button}
    </a>
  </td>`
}

/** The lifetime of link and code. */
const duration = ({ minutes, texts }: MailView): string => inWords(minutes * 60, texts)

/** What is said of the validity, and to those who did not ask for the mail. */
const notes = ({ code, texts: { mail } }: MailView): Pick<Texts['mail'], 'validity' | 'ignore'> =>
  code === undefined ? { validity: mail.linkValidity, ignore: mail.linkIgnore } : mail

function codeBlock({ code, texts }: MailView): Html | undefined {
  if (code === undefined) return undefined
  return html`<p class="text" style="${TEXT};margin:28px 0 10px">${texts.mail.code}</p>
    <p class="code" dir="ltr" style="${CODE}">${code}</p>`
}

function card(view: MailView): Html {
  const { url, host } = view
  const { mail } = view.texts
  // Zero-width spaces before the dots keep mail programs from making a link of the host. A block keeps its parts on one line.
  const shownHost = html`<strong dir="ltr" style="display:inline-block"
    >${host.replaceAll('.', '\u200b.')}</strong
  >`
  const { validity } = notes(view)
  return html`${logoImage(view)}
    <h1 class="text" style="${HEADING}">${fill(mail.subject, { host: shownHost })}</h1>
    ${mail.lead !== undefined && html`<p class="text" style="${LEAD}">${fill(mail.lead, { host: shownHost })}</p>`}
    <table ${TABLE} width="100%">
      <tr>
        ${buttonCell(view)}
      </tr>
    </table>
    ${codeBlock(view)}
    ${validity !== '' && html`<p class="muted" style="${MUTED};margin:16px 0 0">${fill(validity, { duration: duration(view) })}</p>`}
    <p class="muted" style="${MUTED};margin:24px 0 4px">${mail.link}</p>
    <p class="muted" dir="ltr" style="${MUTED};margin:0;word-break:break-all">
      <a class="muted" href="${url}" target="_blank" rel="noopener noreferrer" style="color:#565b66"
        >${url}</a
      >
    </p>`
}

function renderHtml(view: MailView): string {
  const { host, texts } = view
  return html`<!doctype html>
    <html lang="${texts.lang}" dir="${texts.direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${fill(texts.mail.subject, { host })}</title>
        ${STYLE}
      </head>
      <body class="back" style="margin:0;padding:0;${BACK}">
        <table class="back" ${TABLE} width="100%" style="${BACK}">
          <tr>
            <td align="center" style="padding:32px 16px">
              <table class="card" ${TABLE} width="100%" style="${CARD}">
                <tr>
                  <td style="padding:32px">${card(view)}</td>
                </tr>
              </table>
              <p class="muted" style="${MUTED};max-width:480px;margin:20px auto 0">
                ${notes(view).ignore}
              </p>
            </td>
          </tr>
        </table>
      </body>
    </html> `.toString()
}

function fillText(text: string, name: string, value: string): string {
  return text.replace(`{${name}}`, () => value)
}

function codeLines({ code, texts: { mail, direction } }: MailView): string {
  if (code === undefined) return ''
  // Between isolates the hyphen of a code does not take the direction of the text.
  const shown = direction === 'rtl' ? `\u2066${code}\u2069` : code
  return `${mail.code}\n\n    ${shown}\n\n`
}

function renderText(view: MailView): string {
  const { url, host, texts } = view
  const { mail } = texts
  const { validity, ignore } = notes(view)
  const parts = [
    fillText(mail.subject, 'host', host),
    fillText(mail.lead ?? '', 'host', host),
    url,
    codeLines(view) + fillText(validity, 'duration', duration(view)),
    ignore,
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/**
 * Renders the sign-in mail. It does not contain the address of the recipient.
 *
 * @throws TypeError when `url` is not an absolute http(s) URL
 */
export function renderSignInMail(props: SignInMailProps): SignInMail {
  const view: MailView = {
    url: absoluteUrl(props.url),
    code: props.code?.replace(UNPRINTABLE, ''),
    host: props.host.replace(UNPRINTABLE, ''),
    minutes: props.minutes,
    texts: props.texts ?? en,
    logo: logoUrl(props.theme?.logo, props.url),
    button: buttonColours(props.theme),
  }
  return {
    subject: fillText(view.texts.mail.subject, 'host', view.host),
    html: renderHtml(view),
    text: renderText(view),
  }
}
