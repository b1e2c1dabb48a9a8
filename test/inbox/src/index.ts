/**
 * An inbox for the demo and for tests.
 *
 * @packageDocumentation
 */
export { type Inbox, type InboxOptions, startInbox } from './inbox.ts'
export type { WaitOptions } from './mailbox.ts'
export type { Envelope, Message } from './message.ts'
export type { SmtpCredentials } from './smtp.ts'
