import type { IncomingHttpHeaders } from 'node:http'
import type { Jar } from './jar.ts'

/** A response, with its body as text. */
export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Values of `Set-Cookie`, one a line. */
  readonly cookies: readonly string[]
  readonly body: string
}

/** What is sent beside the path. */
export interface Ask {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** A text with its length, or a list of pieces in chunks. */
  readonly body?: string | readonly string[]
  /** Called for each piece of the response's body. */
  readonly onPiece?: () => void
  /** Sends its cookies, and keeps those of the response. */
  readonly jar?: Jar
}

/** A request, with its path. */
export interface Direct extends Ask {
  readonly path: string
}

/** A running application. */
export interface Server {
  readonly port: number
  /** As the browser has it. */
  readonly origin: string
  /** Path of the actions. */
  readonly basePath: string
  /**
   * Asks the application, with the path and the headers as they are given.
   *
   * @param path - path and query
   * @param ask - what is sent beside it
   */
  readonly ask: (path: string, ask?: Ask) => Promise<Reply>
  /** What it has printed so far. */
  readonly log: () => string
  /** Ends it with SIGTERM; with its exit code, or `null` where a signal was needed. */
  readonly stop: () => Promise<number | null>
}

/** Variables by name. An empty text takes a variable away that the application would be started with. */
export type Environment = Readonly<Record<string, string>>

/** How an application is started. */
export interface Program {
  /** Path or name of the program. */
  readonly program: string
  readonly args: readonly string[] | ((port: number) => readonly string[])
  /** Arguments with `NODE_ENV=development`, where the development server is started otherwise. */
  readonly develop?: (port: number) => readonly string[]
  /** Where it is started. */
  readonly folder: string
  /** Variables that it needs beside `PORT`. */
  readonly env: (port: number) => Environment
  /** What every request has, as a proxy in front would add it. */
  readonly headers?: Readonly<Record<string, string>>
}

/** What an application does otherwise, and why that is right. */
export interface Variance {
  /** Id of a row. */
  readonly row: string
  readonly reason: string
  /** Part of what the row says then; any other failure is one. */
  readonly failure?: string
}

/** What the rows need to know of an application. */
export interface Host {
  /** What it can show; rows that need more are not run. */
  readonly features: readonly string[]
  /** What it does otherwise. One that does not vary is an error as well. */
  readonly variances: readonly Variance[]
  /** Address of the data of a page, with the feature `data`. */
  readonly data?: ((path: string) => string) | undefined
  /** Requests for what `/members` shows that do not go through its page, with the feature `direct`; or what finds them. */
  readonly direct?: readonly Direct[] | ((server: Server) => Promise<readonly Direct[]>) | undefined
  /** Address of the page that the build makes. Default: `/static`. */
  readonly staticPage?: string | undefined
  /** A module of the application that its development server loads again once it has changed. */
  readonly reloads?: string | undefined
}

/** What a row may do beside asking. */
export interface Tools {
  readonly host: Host
  /** Where the application is. */
  readonly folder: string
  /** Another server of the same application, with other settings. */
  readonly serve: (env: Environment) => Promise<Server>
}

/**
 * A rule that holds on every framework.
 *
 * @typeParam T - what it is given beside the server
 */
export interface Row<T = Tools> {
  readonly id: string
  readonly name: string
  /** Features without which it cannot be tried. */
  readonly needs?: readonly string[]
  /** Settings of the server it is given. */
  readonly env?: Environment
  /** Throws where the rule does not hold. Where it counts something, with what it has counted. */
  readonly run: (server: Server, tools: T) => Promise<string | void>
}

/** What became of a row. */
export interface Outcome {
  readonly row: string
  readonly kind: 'green' | 'red' | 'variance' | 'not for it'
  /** What the row said, or the reason of the variance. */
  readonly text?: string
}
