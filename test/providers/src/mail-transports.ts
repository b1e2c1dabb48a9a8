import type { EmailConfig } from '@latchstring/core/providers'
import Email from '@latchstring/core/providers/email'
import ForwardEmail from '@latchstring/core/providers/forwardemail'
import Loops from '@latchstring/core/providers/loops'
import MailGun from '@latchstring/core/providers/mailgun'
import Nodemailer from '@latchstring/core/providers/nodemailer'
import Postmark from '@latchstring/core/providers/postmark'
import Resend from '@latchstring/core/providers/resend'
import SendGrid from '@latchstring/core/providers/sendgrid'
import type { Inbox } from '@latchstring/test-inbox'
import {
  createMailEmulator,
  type MailServiceId,
  mailServices,
  type MailEmulator,
} from '@latchstring/testing'

/** What came in a mail. */
export interface Letter {
  readonly to: string
  readonly link: string
  readonly code?: string
}

/** Something that carries sign-in mails. */
export interface Transport {
  readonly id: string
  readonly provider: EmailConfig
  /** Takes the next letter. */
  readonly receive: () => Promise<Letter>
  /** Refuses every mail from now on. */
  readonly refuse: () => void
  /** What must not get into a log. */
  readonly secrets: readonly string[]
}

type Make = (options: object) => EmailConfig

/** A factory that the compiler would ask for options which a test leaves out. */
const untyped = <O>(factory: (options: O) => EmailConfig): Make =>
  // Tests pass what they want to see refused as well.
  factory as unknown as Make

/** The providers that send through the API of a service. */
export const SERVICES: Readonly<Record<MailServiceId, Make>> = {
  forwardemail: ForwardEmail,
  loops: untyped(Loops),
  mailgun: MailGun,
  postmark: Postmark,
  resend: Resend,
  sendgrid: SendGrid,
}

const SMTP: Readonly<Record<'email' | 'nodemailer', Make>> = {
  email: untyped(Email),
  nodemailer: untyped(Nodemailer),
}

const LINK = /https:\/\/app\.example\/\S+/
const CODE = /^\s*([A-Z0-9]{4}-[A-Z0-9]{4})\s*$/m

function lastLetter({ mails }: MailEmulator): Letter {
  const mail = mails.at(-1)
  if (!mail) throw new Error('The service took no mail.')
  const { to, text = '', variables } = mail
  const link = variables?.['url'] ?? LINK.exec(text)?.[0] ?? ''
  const code = variables?.['code'] ?? CODE.exec(text)?.[1]
  return { to, link, ...(code !== undefined && { code }) }
}

function byService(id: MailServiceId): Transport {
  const emulator = createMailEmulator(mailServices[id])
  // What a mail at Loops has is up to who wrote it.
  const more = id === 'loops' ? { dataVariables: ['url', 'code'] } : {}
  return {
    id,
    provider: SERVICES[id]({ ...emulator.options, ...more }),
    receive: () => Promise.resolve(lastLetter(emulator)),
    refuse: () => emulator.fail(503),
    secrets: [emulator.options.apiKey],
  }
}

function bySmtp(id: 'email' | 'nodemailer', inbox: Inbox): Transport {
  const provider = SMTP[id]({ server: inbox.smtpUrl, from: 'App <no-reply@app.example>' })
  return {
    id,
    provider,
    async receive() {
      const { link = '', code, to } = await inbox.waitFor('ada@example.com')
      return { to: to.join(), link, ...(code !== undefined && { code }) }
    },
    refuse: () => inbox.rejectNext(550),
    secrets: [],
  }
}

/** Ids of all transports, those of SMTP first. */
export const TRANSPORTS = [
  'email',
  'nodemailer',
  'forwardemail',
  'loops',
  'mailgun',
  'postmark',
  'resend',
  'sendgrid',
] as const

/** Sets up a transport: a mail service, or SMTP to an inbox. */
export function openTransport(id: (typeof TRANSPORTS)[number], inbox: Inbox): Transport {
  return id === 'email' || id === 'nodemailer' ? bySmtp(id, inbox) : byService(id)
}
