/** Methods an action may take. */
export type Method = 'GET' | 'POST'

/** A request, parsed once. */
export interface AuthRequest {
  readonly method: Method
  /** Name of the action. */
  readonly action: string
  readonly providerId?: string
  /** Decoded query parameters; the first of a name counts. */
  readonly query: ReadonlyMap<string, string>
  /** Names that stood more than once in the query or the body. */
  readonly duplicates: ReadonlySet<string>
  /** Members of a form or JSON body. */
  readonly body: ReadonlyMap<string, unknown>
  readonly headers: Headers
}
