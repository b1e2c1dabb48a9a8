import { createMailbox, type WaitOptions } from './mailbox.ts'
import { type Message, parseMessage } from './message.ts'
import { type SmtpCredentials, startSmtp } from './smtp.ts'
import { startWeb } from './web.ts'

/** How the inbox is started. */
export interface InboxOptions {
  /** TCP port for SMTP on 127.0.0.1; a free one if 0 or left out. */
  readonly smtpPort?: number
  /** TCP port for the web pages on 127.0.0.1; a free one if 0 or left out. */
  readonly webPort?: number
  /** Credentials that senders have to present; without them senders need not authenticate. */
  readonly auth?: SmtpCredentials
}

/** A running inbox. */
export interface Inbox {
  readonly smtpPort: number
  /** `smtp://127.0.0.1:PORT`, with the credentials in it when there are some. */
  readonly smtpUrl: string
  /** Where a person reads the mail; `messages.json` below it has all of it as JSON. */
  readonly webUrl: string
  /** @returns every mail, newest first */
  messages(): readonly Message[]
  /**
   * Waits for the next mail to an address that no call has returned yet, oldest first.
   *
   * @param address - one of its recipients
   * @param options - how long; 5 seconds if left out
   * @returns the mail
   * @throws Error when none arrives in time, naming what did arrive
   */
  waitFor(address: string, options?: WaitOptions): Promise<Message>
  /** Forgets every mail. */
  clear(): void
  /**
   * Refuses the next mail.
   *
   * @param code - SMTP reply code (RFC 5321, section 4.2.3), such as 550 or 451
   */
  rejectNext(code: number): void
  /** Ends both servers. */
  close(): Promise<void>
}

function urlOf(port: number, auth: SmtpCredentials | undefined): string {
  const credentials =
    auth === undefined ? '' : `${encodeURIComponent(auth.user)}:${encodeURIComponent(auth.pass)}@`
  return `smtp://${credentials}127.0.0.1:${port}`
}

/**
 * Starts an inbox on the loopback interface: it takes mail to any address and shows it on a web
 * page.
 *
 * @param options - ports and credentials
 * @returns the running inbox; end it with `close()`
 *
 * @example
 * ```ts
 * import { startInbox } from '@latchstring/test-inbox'
 *
 * const inbox = await startInbox()
 * // … the app sends to inbox.smtpUrl …
 * const { links } = await inbox.waitFor('ada@example.org')
 * await inbox.close()
 * ```
 */
export async function startInbox(options: InboxOptions = {}): Promise<Inbox> {
  const mailbox = createMailbox()
  let rejectWith: number | undefined
  const smtp = await startSmtp({
    port: options.smtpPort ?? 0,
    auth: options.auth,
    rejection: () => {
      const code = rejectWith
      rejectWith = undefined
      return code
    },
    receive: async (raw, envelope) => {
      mailbox.add(await parseMessage(raw, envelope, mailbox.nextId()))
    },
  })
  const web = await startWeb({
    port: options.webPort ?? 0,
    mailbox,
    smtpUrl: urlOf(smtp.port, undefined),
  }).catch(async (error: unknown) => {
    await smtp.close()
    throw error
  })
  return {
    smtpPort: smtp.port,
    smtpUrl: urlOf(smtp.port, options.auth),
    webUrl: `http://127.0.0.1:${web.port}/`,
    messages: () => mailbox.messages(),
    waitFor: (address, wait) => mailbox.waitFor(address, wait),
    clear: () => mailbox.clear(),
    rejectNext(code) {
      rejectWith = code
    },
    async close() {
      mailbox.close()
      await Promise.all([smtp.close(), web.close()])
    },
  }
}
