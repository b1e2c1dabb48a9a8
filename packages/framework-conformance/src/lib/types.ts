import type { IncomingHttpHeaders } from 'node:http'
import type { Jar } from './jar.ts'

/** A response, with its body as text. */
export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Values of `Set-Cookie`. */
  readonly cookies: readonly string[]
  readonly body: string
}

/** Parts of a request other than its path. */
export interface Ask {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** A text, which is sent with its length, or a list of chunks. */
  readonly body?: string | readonly string[]
  /** Called for each chunk of the body of the response. */
  readonly onPiece?: () => void
  /** Cookies to send; those of the response are added to it. */
  readonly jar?: Jar
}

/** A request, with its path. */
export interface Direct extends Ask {
  readonly path: string
}

/** A running application. */
export interface Server {
  readonly port: number
  /** Origin in the browser. */
  readonly origin: string
  /** Base path of the actions. */
  readonly basePath: string
  /**
   * Sends a request, with unchanged path and headers.
   *
   * @param path - path and query
   * @param ask - method, headers, body and cookies
   */
  readonly ask: (path: string, ask?: Ask) => Promise<Reply>
  /** Output so far. */
  readonly log: () => string
  /** Stops the application with SIGTERM. Resolves with its exit code, or `null` if SIGKILL was needed. */
  readonly stop: () => Promise<number | null>
}

/** Variables by name. An empty text removes a default variable. */
export type Environment = Readonly<Record<string, string>>

/** Command that starts an application. */
export interface Program {
  /** Path or name of the program. */
  readonly program: string
  readonly args: readonly string[] | ((port: number) => readonly string[])
  /** Arguments with `NODE_ENV=development`, if they differ for the development server. */
  readonly develop?: (port: number) => readonly string[]
  /** Working directory. */
  readonly folder: string
  /** Variables that the application needs beside `PORT`. */
  readonly env: (port: number) => Environment
  /** Headers that a proxy in front of the application would add to every request. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A rule from which an application deviates, with the reason. */
export interface Variance {
  /** Id of the rule. */
  readonly row: string
  readonly reason: string
  /** Part of the message of the rule; any other failure is an error. */
  readonly failure?: string
}

/** Features and variances of an application. */
export interface Host {
  /** Optional features; rules that need others are not run. */
  readonly features: readonly string[]
  /** Rules from which the application deviates. A variance whose rule holds is an error. */
  readonly variances: readonly Variance[]
  /** URL of the data of a page, with the feature `data`. */
  readonly data?: ((path: string) => string) | undefined
  /** Requests for the content of `/members` that bypass its page, with the feature `direct`; or a function that finds them. */
  readonly direct?: readonly Direct[] | ((server: Server) => Promise<readonly Direct[]>) | undefined
  /** Requests for the content of `/recent/page` beside those for its page and its data, with the feature `rendered`; or a function that finds them. */
  readonly recent?: readonly Direct[] | ((server: Server) => Promise<readonly Direct[]>) | undefined
  /** Path of the page that is rendered at build time. Default: `/static`. */
  readonly staticPage?: string | undefined
  /** A module of the application that its development server loads again once it has changed. */
  readonly reloads?: string | undefined
}

/** Further functions for a rule. */
export interface Tools {
  readonly host: Host
  /** Working directory of the application. */
  readonly folder: string
  /** Starts another server of the same application, with other settings. */
  readonly serve: (env: Environment) => Promise<Server>
}

/**
 * A rule for every framework.
 *
 * @typeParam T - type of the further functions
 */
export interface Row<T = Tools> {
  readonly id: string
  readonly name: string
  /** Features that the rule needs. */
  readonly needs?: readonly string[]
  /** Settings of the server. */
  readonly env?: Environment
  /** Throws if the rule does not hold. May return counters as a note. */
  readonly run: (server: Server, tools: T) => Promise<string | void>
}

/** Outcome of a rule. */
export interface Outcome {
  readonly row: string
  readonly kind: 'green' | 'red' | 'variance' | 'not for it'
  /** Message of the rule, or reason of the variance. */
  readonly text?: string
}
