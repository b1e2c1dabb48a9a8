import PostalMime, { type Address } from 'postal-mime'

/** A mail that has arrived. */
export interface Message {
  /** Counts up from 1. */
  readonly id: number
  readonly receivedAt: Date
  /** Addresses of the header fields To and Cc. */
  readonly to: readonly string[]
  /** Address of the header field From. */
  readonly from: string
  /** The addresses the mail was sent with (RFC 5321), whatever its header says. */
  readonly envelope: { readonly from: string; readonly to: readonly string[] }
  readonly subject: string
  /** The text part; empty if there is none. */
  readonly text: string
  /** The HTML part; empty if there is none. */
  readonly html: string
  /** Every http and https link of both parts, in order, each once. */
  readonly links: readonly string[]
  /** The link to follow: the first one that carries a token, else the first. */
  readonly link: string | undefined
  /** The code the mail carries to be typed, if one is recognised. */
  readonly code: string | undefined
  /** Everything that was sent after DATA. */
  readonly raw: string
}

/** Sender and recipients as the SMTP session named them. */
export type Envelope = Message['envelope']

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  lt: '<',
  gt: '>',
  '#38': '&',
  '#39': "'",
  '#x26': '&',
  '#x27': "'",
  '#x2f': '/',
  '#x3d': '=',
}

function unescape(value: string): string {
  return value.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole)
}

function isWebLink(link: string): boolean {
  return /^https?:\/\//i.test(link) && URL.canParse(link)
}

function findLinks(text: string, html: string): readonly string[] {
  const hrefs = [...html.matchAll(/\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map((match) =>
    unescape(match[1] ?? match[2] ?? '').trim(),
  )
  const written = [...text.matchAll(/https?:\/\/[^\s<>"]+/gi)].map(([link]) =>
    link.replace(/[).,;:!?\]]+$/, ''),
  )
  return [...new Set([...hrefs, ...written])].filter(isWebLink)
}

function findLink(links: readonly string[]): string | undefined {
  return links.find((link) => /[?&](?:token|code)=|\/callback\//.test(link)) ?? links[0]
}

const CODE = String.raw`[A-Z0-9]{3,8}(?:-[A-Z0-9]{3,8}| \d{3,8}){0,3}`

/** Looks for a line that holds nothing but a code, then for a code after the word. */
function findCode(text: string): string | undefined {
  const alone = [...text.matchAll(new RegExp(String.raw`^[ \t]*(${CODE})[ \t]*\r?$`, 'gm'))]
  const named = [
    ...text.matchAll(new RegExp(String.raw`\b[Cc]ode\b[^\n]{0,60}?\b(${CODE})\b`, 'g')),
  ]
  // A digit or a group tells a code from a word in capitals.
  return [...alone, ...named].map(([, code = '']) => code).find((code) => /\d|-/.test(code))
}

function addresses(list: readonly Address[]): string[] {
  return list.flatMap((entry) =>
    entry.group === undefined ? [entry.address] : entry.group.map(({ address }) => address),
  )
}

function textOf(html: string): string {
  return html
    .replace(/<(style|script|head)\b.*?<\/\1>/gis, '')
    .replace(/<(?:br|\/p|\/div|\/h\d|\/td|\/li)\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
}

/**
 * Reads a mail.
 *
 * @param raw - the mail as it was sent
 * @param envelope - who it was from and for
 * @param id - its number
 * @returns the mail in parts
 */
export async function parseMessage(raw: Buffer, envelope: Envelope, id: number): Promise<Message> {
  const email = await PostalMime.parse(raw)
  const text = email.text ?? ''
  const html = email.html ?? ''
  const links = findLinks(text, html)
  return {
    id,
    receivedAt: new Date(),
    to: addresses([...(email.to ?? []), ...(email.cc ?? [])]),
    from: addresses(email.from === undefined ? [] : [email.from])[0] ?? '',
    envelope,
    subject: email.subject ?? '',
    text,
    html,
    links,
    link: findLink(links),
    code: findCode(text === '' ? unescape(textOf(html)) : text),
    raw: raw.toString(),
  }
}
