import type {
  Environment,
  Host as TriedHost,
  Jar,
  Outcome,
  Row as RowOverHttp,
  Server,
  Tools as ToolsOverHttp,
} from '@latchstring/framework-conformance'
import type { Page } from 'playwright-core'

/** What a host can show; rows that need more than it has are not run on it. */
export type Feature =
  /** With TEST_PARSERS=1 parsers have read the bodies before. */
  | 'parsers'
  /** `/…` has an address for data of its own, see `data` of the host. */
  | 'data'
  /** A cache of pages, at `/cached`. */
  | 'cache'
  /** Pages made while the application is built, at `/static`. */
  | 'static'
  /** The application below another path, with TEST_BELOW=/app. */
  | 'below'
  /** What is below that path is the whole application, its pages as well. */
  | 'base'
  /** Sessions in a store, with TEST_STRATEGY=database. */
  | 'database'
  /** Starts with NODE_ENV=development. */
  | 'development'
  /** Its configuration may be a function of the request. */
  | 'function'
  /** Its router follows an address that middleware has rewritten: `/rewritten` in front is taken off. */
  | 'rewrite'
  /** Pages are rendered in routes of the framework, one of them at `/recent/page`. */
  | 'rendered'
  /** Calls `auth.require` at `/recent`. */
  | 'require'
  /** Its server passes TRACE on. */
  | 'trace'
  /** Sends the beginning of `/stream` before it reads the session. */
  | 'stream'
  /** What `/members` shows can be asked for beside its page, see `direct` of the host. */
  | 'direct'
  /** Its environment arrives with a request. */
  | 'environment'
  /** Its build makes files for browsers, see `output` of the host. */
  | 'client'
  /** `types.ts` uses what the package gives an application, with a session of its own type. */
  | 'types'
  /** Its server is one bundle, made where nothing but our package is installed. */
  | 'bundled'
  /** Runs unit tests of the core at `/units`, see `units` of the host. */
  | 'units'
  /** Runs in the process of the contract's tests, see `contract` of the host. */
  | 'contract'
  /** Forms of the framework's own actions, at `/native`. */
  | 'action'
  /** A page is rendered in the request of its action, at `/changes`. */
  | 'changes'
  /** A feature with a page and operations, with TEST_FEATURES, at `/greet`. */
  | 'feature'
  /** `/hydrate` is shown with a client of ours. */
  | 'browser'

/** A framework in one version. */
export interface Host extends TriedHost {
  readonly id: string
  /** Package of ours, by its folder below `frameworks`, or `core` where there is no framework. */
  readonly package: string
  /** As people name it, with its version. */
  readonly title: string
  /** Whether it is there to try the runtime it runs on; the page has those in a table of their own. */
  readonly isRuntime?: boolean
  /** Folder below `fixtures`. Default: the id. */
  readonly fixture?: string
  /** Folders below `fixtures` that have sources, where the fixture only brings other versions. */
  readonly sources?: string | readonly string[]
  /** What stands for modules that its shared sources import, by the beginning of their names. */
  readonly imports?: Readonly<Record<string, string>>
  /** Whether the build fixes the path that the application is below: it is built a second time then, with TEST_BELOW. */
  readonly isFixedBelow?: boolean
  /** Packages of ours that are linked beside those the package depends on. */
  readonly packages?: readonly string[]
  /** Arguments of Node.js, run once before the start. */
  readonly build?: readonly (readonly string[])[]
  /** A newer Node.js that it needs, by the fixture that brings it. */
  readonly runtime?: string
  /** Program in the folder that starts the server. Default: Node.js. */
  readonly program?: string
  /** Arguments of the program that start the server. */
  readonly start: readonly string[] | ((port: number) => readonly string[])
  /** Arguments that start its development server, where that is another program. */
  readonly develop?: (port: number) => readonly string[]
  /** Environment that the server needs. */
  readonly env?: (port: number) => Environment
  /** What every request has, as a proxy in front would add it. */
  readonly headers?: Readonly<Record<string, string>>
  readonly features: readonly Feature[]
  /** Address of `/hydrate` without a session from the server. Default: `/hydrate?unseeded=1`. */
  readonly unseeded?: string
  /** Which unit tests are put next to the application as `units.mjs`: those that need Node.js too, or those of the web alone. */
  readonly units?: 'node' | 'web'
  /** Module of the application that the contract is tried over, which `Application` of test/contract/src/host-target.ts describes. */
  readonly contract?: string
  /** What the build makes, for browsers and for the server; a file or a folder each. */
  readonly output?: { readonly client: string; readonly server: string }
  /** It is the application of that name in `examples`, and no fixture. */
  readonly example?: Example
}

/** What the rows about an application of `examples` need to know. */
export interface Example {
  /** Where its README has variables written to. */
  readonly envFile: '.env' | '.env.local'
  /** Folders, from the root, whose package.json have the versions of what it is made of; the last that names one counts. */
  readonly versions: readonly string[]
}

/** What a row may do beside asking. */
export interface Tools extends ToolsOverHttp {
  readonly host: Host
  /** What runs the server. */
  readonly program?: string
  /** A browser of its own. */
  readonly visit: (server: Server, visitor?: Visitor) => Promise<Visit>
}

/** Who visits an application. */
export interface Visitor {
  /** Cookies of the browser. */
  readonly jar?: Jar
  /** Default: `true`. */
  readonly hasScripts?: boolean
}

/** A browser that visits an application. */
export interface Visit {
  readonly tab: () => Promise<Tab>
}

/** A tab of it. */
export interface Tab {
  readonly page: Page
  /** Errors and warnings of its console, and errors of its scripts. */
  readonly problems: readonly string[]
  /** How often the session was asked for. */
  readonly asked: () => number
  /** Loads a page; with what the server has sent. */
  readonly open: (path: string) => Promise<string>
  /** Waits until an element has that text. */
  readonly shows: (selector: string, text: string) => Promise<void>
  /** What `#status` has shown in this page, from the server's markup on. */
  readonly statuses: () => Promise<readonly string[]>
  /** Marks the page, which a page that is loaded later does not have. */
  readonly touch: () => Promise<void>
  readonly isTouched: () => Promise<boolean>
}

/** A rule that holds on every host. */
export interface Row extends Omit<RowOverHttp, 'needs' | 'run'> {
  readonly needs?: readonly string[]
  readonly run: (server: Server, tools: Tools) => Promise<string | void>
}

/** What became of unit tests, by their titles. */
export interface UnitResults {
  readonly passed: number
  /** With what they said. */
  readonly failed: readonly string[]
  /** What cannot be tried there. */
  readonly leftOut: readonly string[]
}

/** Microseconds of the clock for a request. */
export interface Speed {
  /** A handler that reads nothing. */
  readonly bare: number
  /** One that asks who it is, of a request without a cookie. */
  readonly nobody: number
  /** The same with a session in a sealed cookie. */
  readonly session: number
}

/** What became of a host. */
export interface HostResult {
  readonly host: string
  readonly title: string
  /** What its program says of its version. */
  readonly runtime: string
  readonly seconds: number
  readonly outcomes: readonly Outcome[]
  readonly speed?: Speed
}
