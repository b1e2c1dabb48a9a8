import { renderSignInMail } from '../lib/mail/sign-in-mail.ts'
import type { EmailConfig, SendVerificationRequestParams } from '../lib/types/provider.ts'

/** The provider that {@link Nodemailer} makes. */
export interface NodemailerConfig extends EmailConfig {
  /** `smtp:` or `smtps:` URL, options of a transport, a transport, or what `createTransport` of nodemailer returns. */
  readonly server?: string | object
}

/** Options of {@link Nodemailer}. */
export type NodemailerUserConfig = Partial<Omit<NodemailerConfig, 'options' | 'type'>>

interface SentMessage {
  readonly rejected?: readonly unknown[] | undefined
  readonly pending?: readonly unknown[] | undefined
}

interface Transporter {
  readonly sendMail: (message: object) => Promise<SentMessage>
  readonly close: () => void
}

const defaultMaxAge = 600

function isTransporter(server: unknown): server is Transporter {
  return typeof server === 'object' && server !== null && 'sendMail' in server
}

async function openTransport(server: string | object): Promise<Transporter> {
  const { createTransport } = await import('nodemailer').catch((cause: unknown) => {
    throw new Error(
      'The package "nodemailer" could not be loaded. Install it: npm install nodemailer',
      { cause },
    )
  })
  return createTransport(server)
}

async function send(transport: Transporter, message: object): Promise<void> {
  const { rejected = [], pending = [] } = await transport.sendMail(message)
  if (rejected.length > 0) throw new Error('The mail server rejected the recipient')
  if (pending.length > 0) throw new Error('The mail server did not take the mail; it is pending')
}

async function sendVerificationRequest(params: SendVerificationRequestParams): Promise<void> {
  const { identifier, url, code, theme, provider } = params
  const { server, from, maxAge = defaultMaxAge } = provider
  if (!server)
    throw new Error(`Provider "${provider.id}": \`server\` is missing. Pass an SMTP URL.`)
  if (!from) throw new Error(`Provider "${provider.id}": \`from\` is missing. Pass the sender.`)
  const minutes = Math.ceil(maxAge / 60)
  const { host } = new URL(url)
  const message = {
    // A string would be parsed, and could then be more than one recipient.
    to: { name: '', address: identifier },
    from,
    ...renderSignInMail({ url, code, host, theme, minutes }),
  }
  if (isTransporter(server)) return send(server, message)
  const transport = await openTransport(server)
  try {
    await send(transport, message)
  } finally {
    // A transport of the application is not ours to close.
    if (typeof server === 'string' || !('send' in Object(server))) transport.close()
  }
}

/**
 * Sign-in by a mail with a link and a code, sent through nodemailer, which has to be installed beside this package.
 *
 * `server` and `from` are needed unless `sendVerificationRequest` replaces the sending. The store of the application has to
 * keep verification tokens.
 *
 * @param options - `server`, `from` and overrides of any member; `maxAge` is in seconds
 * @see https://nodemailer.com/smtp/
 *
 * @example
 * ```ts
 * import Nodemailer from '@latchstring/core/providers/nodemailer'
 *
 * export const providers = [
 *   Nodemailer({ server: 'smtps://user:secret@mail.example.com', from: 'Example <no-reply@example.com>' }),
 * ]
 * ```
 */
export default function Nodemailer(options: NodemailerUserConfig = {}): NodemailerConfig {
  return {
    id: 'nodemailer',
    name: 'Nodemailer',
    type: 'email',
    maxAge: defaultMaxAge,
    sendVerificationRequest,
    options,
  }
}
