import type { MailBody } from './mail-service.ts'

/** A member that is an object. */
export function objectAt(body: MailBody, name: string): MailBody {
  const value = body[name]
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** The first entry of a member that is a list of objects. */
export function firstAt(body: MailBody, name: string): MailBody {
  const value: unknown = body[name]
  const first: unknown = Array.isArray(value) ? value[0] : undefined
  return typeof first === 'object' && first !== null ? { ...first } : {}
}

/** A member that is text, and not empty. */
export function textAt(body: MailBody, name: string): string | undefined {
  const value = body[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The parts of a mail, of services that call them so. */
export function readParts(
  body: MailBody,
): Readonly<Record<'to' | 'from' | 'subject' | 'text' | 'html', string | undefined>> {
  return {
    to: textAt(body, 'to'),
    from: textAt(body, 'from'),
    subject: textAt(body, 'subject'),
    text: textAt(body, 'text'),
    html: textAt(body, 'html'),
  }
}

/** Whether text is one address and nothing else. */
export function isAddress(text: string | undefined): text is string {
  return text !== undefined && /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/.test(text)
}

/** Whether text is one mailbox: an address, or a name with one. */
export function isMailbox(text: string | undefined): text is string {
  if (text === undefined) return false
  const bracketed = /^[^<>]*<([^<>]+)>$/.exec(text)
  return isAddress(bracketed?.[1] ?? text)
}
