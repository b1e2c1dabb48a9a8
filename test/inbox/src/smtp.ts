import type { Server } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Envelope } from './message.ts'

const MAX_MAIL_BYTES = 5 * 1024 * 1024

/** User name and password for AUTH PLAIN and AUTH LOGIN (RFC 4954). */
export interface SmtpCredentials {
  readonly user: string
  readonly pass: string
}

/** How the SMTP server is started. */
export interface SmtpOptions {
  readonly port: number
  readonly auth: SmtpCredentials | undefined
  /**
   * @returns the code to refuse this mail with, or nothing to take it
   */
  rejection(): number | undefined
  /**
   * @param raw - the mail as it was sent
   * @param envelope - who it is from and for
   */
  receive(raw: Buffer, envelope: Envelope): Promise<void>
}

/** A running SMTP server. */
export interface SmtpReceiver {
  readonly port: number
  close(): Promise<void>
}

/** An error with the reply code SMTP shall answer. */
class SmtpError extends Error {
  readonly responseCode: number

  constructor(message: string, responseCode: number) {
    super(message)
    this.responseCode = responseCode
  }
}

function envelopeOf({ envelope }: SMTPServerSession): Envelope {
  return {
    from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
    to: envelope.rcptTo.map(({ address }) => address),
  }
}

async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  // A stream without an encoding set yields bytes.
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  if (stream.sizeExceeded) throw new SmtpError('The mail is larger than 5 MB.', 552)
  return Buffer.concat(chunks)
}

function listen(server: Pick<SMTPServer, 'listen' | 'server'>, port: number): Promise<number> {
  const tcp: Server = server.server
  return new Promise((resolve, reject) => {
    tcp.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = tcp.address()
      if (typeof address === 'object' && address !== null) resolve(address.port)
      else reject(new Error('The SMTP server does not listen on a TCP port.'))
    })
  })
}

/**
 * Starts an SMTP server on the loopback interface, without TLS.
 *
 * @param options - port, credentials and what to do with a mail
 * @returns the running server
 */
export async function startSmtp(options: SmtpOptions): Promise<SmtpReceiver> {
  async function take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const raw = await readAll(stream)
    const code = options.rejection()
    if (code !== undefined) throw new SmtpError('Refused because the test asked for it.', code)
    await options.receive(raw, envelopeOf(session))
  }

  const server = new SMTPServer({
    name: 'inbox.localhost',
    size: MAX_MAIL_BYTES,
    disabledCommands: options.auth === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    allowInsecureAuth: true,
    closeTimeout: 100,
    disableReverseLookup: true,
    onAuth({ username, password }, _session, callback) {
      const known = username === options.auth?.user && password === options.auth?.pass
      if (known) callback(null, { user: username })
      else callback(new SmtpError('Wrong user name or password.', 535))
    },
    onData(stream, session, callback) {
      take(stream, session).then(() => callback(), callback)
    },
  })
  // Connections that clients cut are reported here and would otherwise end the process.
  server.on('error', () => undefined)
  const port = await listen(server, options.port)
  return { port, close: () => new Promise((resolve) => server.close(resolve)) }
}
