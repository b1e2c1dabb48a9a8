import { isObject } from '../values.ts'
import { escape, page } from './document.ts'

/** A mail that an application sent during development. */
export interface ReceivedMail {
  readonly to: string
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly at: number
}

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
  return { to: text('to'), from: text('from'), subject: text('subject'), text: text('text'), at }
}

/** The first address in a mail: that of the sign-in. */
function findLink(text: string): string | undefined {
  const [link] = /https?:\/\/[^\s<>"]+/.exec(text) ?? []
  return link
}

function article({ to, from, subject, text, at }: ReceivedMail): string {
  const link = findLink(text)
  const time = new Date(at).toISOString().slice(11, 19)
  return `<article class="mail">
<h2>${escape(subject)}</h2>
<p>To ${escape(to)}, from ${escape(from)}, at ${time} UTC</p>
${link === undefined ? '' : `<a class="button main" href="${escape(link)}">Open the link</a>`}
<pre>${escape(text)}</pre>
</article>`
}

/** Reloads the page once there is another mail. Without it there is a link. */
const refresh = (count: number): string => `
setInterval(async () => {
  try {
    const response = await fetch('/mail?count')
    if (response.ok && (await response.text()) !== '${count}') location.reload()
  } catch {}
}, 1500)`

function mailPage(mails: readonly ReceivedMail[], count: number): Response {
  const none =
    '<p class="mail">No mail yet. What your application sends appears here by itself.</p>'
  return page({
    title: `Mailbox (${count})`,
    brand: 'Mailbox',
    wide: true,
    main: `<h1>Mails of your application</h1>
<p class="lead">They were sent nowhere. <a href="/mail">Refresh</a></p>
${mails.length === 0 ? none : mails.map(article).join('\n')}`,
    script: refresh(count),
  })
}

/** Makes a mailbox; the newest mail is the first. */
export function createMailbox(now: () => number): DevelopmentMailbox {
  let mails: readonly ReceivedMail[] = []
  let count = 0
  return {
    async respond(request) {
      if (request.method === 'GET') {
        if (new URL(request.url).searchParams.has('count')) return new Response(String(count))
        const isProgram = request.headers.get('accept') === 'application/json'
        return isProgram ? Response.json(mails) : mailPage(mails, count)
      }
      const body: unknown = await request.json().catch(() => undefined)
      const mail = request.method === 'POST' ? readMail(body, now()) : undefined
      if (mail === undefined) return new Response(null, { status: 400 })
      mails = [mail, ...mails].slice(0, KEPT)
      count += 1
      return new Response(null, { status: 204 })
    },
  }
}
