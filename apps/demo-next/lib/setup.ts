import { databaseName, strategy } from './database.ts'

/** Settings of this demo, for the pages. */
export interface Setup {
  /** The session strategy. */
  readonly strategy: string
  /** Where users, accounts and sessions are stored. */
  readonly database: string
  /** Web page with every mail the application has sent. */
  readonly mailboxUrl: string
}

export const setup: Setup = {
  strategy,
  database: databaseName,
  mailboxUrl: process.env['DEMO_INBOX_URL'] ?? 'http://127.0.0.1:4401/',
}
