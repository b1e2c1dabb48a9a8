import type { Channel } from './channel.ts'
import type { Transport } from './transport.ts'

/** What a client is made of: a way to the server and one to the other tabs. */
export interface Connection extends Transport, Channel {}
