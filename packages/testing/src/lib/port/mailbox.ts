import { isObject } from '../values.ts'
import { escape, page } from './document.ts'

/** A mail that an application sent during development. */
export interface ReceivedMail {
  readonly to: string
  readonly from: string
  readonly subject: string
  readonly text: string
  /** As a reader sees it; empty for a mail without. */
  readonly html: string
  readonly at: number
}

/** A mail by its number. */
type Kept = ReceivedMail & { readonly number: number }

/** How many are kept. */
const KEPT = 50

/** Mails that applications send during development. */
export interface DevelopmentMailbox {
  /** Answers a request to `/mail`. */
  readonly respond: (request: Request) => Promise<Response>
}

function readMail(value: unknown, at: number): ReceivedMail | undefined {
  if (!isObject(value)) return undefined
  const text = (name: string): string => {
    const member = value[name]
    return typeof member === 'string' ? member : ''
  }
  if (text('to') === '') return undefined
  return {
    to: text('to'),
    from: text('from'),
    subject: text('subject'),
    text: text('text'),
    html: text('html'),
    at,
  }
}

/** The first address in a mail: that of the sign-in. */
function findLink(text: string): string | undefined {
  const [link] = /https?:\/\/[^\s<>"]+/.exec(text) ?? []
  return link
}

function article({ to, from, subject, text, html, at, number }: Kept): string {
  const link = findLink(text)
  const plain = `<pre>${escape(text)}</pre>`
  const time = new Date(at).toISOString().slice(11, 19)
  return `<article class="mail">
<h2>${escape(subject)}</h2>
<p>To ${escape(to)}, from ${escape(from)}, at ${time} UTC</p>
${link === undefined ? '' : `<a class="button main" href="${escape(link)}">Open the link</a>`}
${html === '' ? plain : `<iframe title="${escape(subject)}" src="/mail?html=${number}" sandbox="${SANDBOX}"></iframe>\n<details><summary>As text</summary>${plain}</details>`}
</article>`
}

/** What the HTML of a mail may do: its links leave the frame. */
const SANDBOX =
  'allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation'

/** A mail as a reader shows it: it runs and loads nothing. */
function htmlOf({ html }: Pick<ReceivedMail, 'html'>): Response {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `sandbox ${SANDBOX}; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
  return new Response(`<!doctype html><base target="_top">${html}`, { headers })
}

/** Reloads the page once there is another mail. Without it there is a link. */
const refresh = (count: number): string => `
setInterval(async () => {
  try {
    const response = await fetch('/mail?count')
    if (response.ok && (await response.text()) !== '${count}') location.reload()
  } catch {}
}, 1500)`

function mailPage(mails: readonly Kept[], count: number): Response {
  const none =
    '<p class="mail">No mail yet. What your application sends appears here by itself.</p>'
  return page({
    title: `Mailbox (${count})`,
    brand: 'Mailbox',
    wide: true,
    main: `<h1>Mails of your application</h1>
<p class="lead">They stay on this machine. <a href="/mail">Refresh</a></p>
${mails.length === 0 ? none : mails.map(article).join('\n')}`,
    script: refresh(count),
  })
}

/** Makes a mailbox; the newest mail is the first. */
export function createMailbox(now: () => number): DevelopmentMailbox {
  let mails: readonly Kept[] = []
  let count = 0
  return {
    async respond(request) {
      if (request.method === 'GET') {
        const { searchParams } = new URL(request.url)
        if (searchParams.has('count')) return new Response(String(count))
        if (searchParams.has('html')) {
          const found = mails.find(({ number }) => `${number}` === searchParams.get('html'))
          return found === undefined ? new Response(null, { status: 404 }) : htmlOf(found)
        }
        const isProgram = request.headers.get('accept') === 'application/json'
        return isProgram
          ? Response.json(mails.map(({ number: _number, ...mail }) => mail))
          : mailPage(mails, count)
      }
      const body: unknown = await request.json().catch(() => undefined)
      const mail = request.method === 'POST' ? readMail(body, now()) : undefined
      if (mail === undefined) return new Response(null, { status: 400 })
      count += 1
      mails = [{ ...mail, number: count }, ...mails].slice(0, KEPT)
      return new Response(null, { status: 204 })
    },
  }
}
