import { lazy } from '../../kit/lazy.ts'
import type {
  DescriptiveMember,
  EmailConfig,
  SendVerificationRequestParams,
} from '../../types/provider.ts'
import { composeSignInMail } from './compose.ts'
import type { ToSend } from './mail-service.ts'

/** A provider that sends through nodemailer. */
export interface NodemailerConfig extends EmailConfig {
  /** `smtp:` or `smtps:` URL, options of a transport, a transport, or what `createTransport` of nodemailer returns. */
  readonly server?: string | object | undefined
}

/** Options of a provider that sends through nodemailer. */
export type NodemailerUserConfig = ToSend<NodemailerOptions, 'server' | 'from'>

/** {@link NodemailerUserConfig} with all options optional. */
export type NodemailerOptions = Partial<Omit<NodemailerConfig, DescriptiveMember>>

interface SentMessage {
  readonly rejected?: readonly unknown[] | undefined
  readonly pending?: readonly unknown[] | undefined
}

interface Transporter {
  readonly sendMail: (message: object) => Promise<SentMessage>
  readonly close: () => void
}

function isTransporter(server: string | object): server is Transporter {
  return typeof server === 'object' && 'sendMail' in server
}

const nodemailer = lazy(async () => {
  try {
    return await import('nodemailer')
  } catch (cause) {
    throw new Error(
      'The package "nodemailer" could not be loaded. Install it: npm install nodemailer',
      { cause },
    )
  }
})

async function openTransport(server: string | object): Promise<Transporter> {
  const { createTransport } = await nodemailer()
  return createTransport(server)
}

async function sendMessage(transport: Transporter, message: object): Promise<void> {
  const { rejected = [], pending = [] } = await transport.sendMail(message)
  if (rejected.length > 0) throw new Error('The mail server rejected the recipient')
  if (pending.length > 0)
    throw new Error('The mail server has not accepted the mail yet; it is pending')
}

/**
 * Sends the sign-in mail through nodemailer.
 *
 * @throws Error when `server` or `from` is missing, or the mail server refuses the mail
 */
export async function sendBySmtp(params: SendVerificationRequestParams): Promise<void> {
  const { identifier, provider } = params
  const { server, from } = provider
  if (!server)
    throw new Error(`Provider "${provider.id}": \`server\` is missing. Pass an SMTP URL.`)
  if (!from) throw new Error(`Provider "${provider.id}": \`from\` is missing. Pass the sender.`)
  const message = {
    // A string would be parsed, and could name more than one recipient.
    to: { name: '', address: identifier },
    from,
    ...composeSignInMail(params),
  }
  if (isTransporter(server)) return sendMessage(server, message)
  const transport = await openTransport(server)
  try {
    await sendMessage(transport, message)
  } finally {
    // A transport of the application stays open.
    if (!('send' in Object(server))) transport.close()
  }
}
