import type { Finding } from '../doctor/finding.ts'

/** What the process of the flows is to do. */
export interface Task {
  /** The folder of the application. */
  readonly folder: string
  /** The file of the configuration, relative to it and with `/`. */
  readonly file: string
  /** The only provider to sign in with. */
  readonly provider?: string
  /** The address of the person who signs in, in place of that of the emulator. */
  readonly email?: string
  /** Where functions of the configuration are written, such as `auth.ts:12`, by name. */
  readonly places: Readonly<Record<string, string>>
}

/** How a step ended: it failed, or it was not tried because what it needs is left alone here. */
export type StepResult = 'ok' | 'failed' | 'not tried'

/** A flow: the provider, and where its configuration is, such as `auth.ts:12`, if the application has several. */
export interface Flow {
  readonly provider: string
  readonly configuration?: string
}

/** What the process of the flows reports. */
export type Message =
  /** The files that have given the library a configuration while the application was loaded. */
  | { readonly kind: 'configured'; readonly files: readonly string[] }
  /** The application is loaded and has answered a request, so that steps take as long as they do on a server. */
  | { readonly kind: 'loaded' }
  | (Flow & { readonly kind: 'begin'; readonly step: string })
  | (Flow & { readonly kind: 'end'; readonly step: string; readonly result: StepResult })
  | (Flow & { readonly kind: 'not-tried'; readonly why: string })
  | { readonly kind: 'finding'; readonly finding: Finding }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly message: string }

/** How a flow is called. */
export const flowName = ({ provider, configuration }: Flow): string =>
  configuration === undefined ? provider : `${provider} (${configuration})`
