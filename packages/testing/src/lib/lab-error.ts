/** Kind of the rule that a request broke; `usage` is about the test itself. */
export type LabRule =
  | 'address'
  | 'answer'
  | 'body'
  | 'client_authentication'
  | 'client_id'
  | 'code'
  | 'code_verifier'
  | 'dpop'
  | 'endpoint'
  | 'grant_type'
  | 'header'
  | 'method'
  | 'parameter'
  | 'pkce'
  | 'pushed_request'
  | 'query'
  | 'redirect_uri'
  | 'response_mode'
  | 'response_type'
  | 'scope'
  | 'state'
  | 'token'
  | 'usage'

/**
 * Error of a request that the service would refuse, or of a mistake of the test. The message contains cause and fix.
 */
export class LabError extends Error {
  override readonly name: string = 'LabError'
  /** Id of the service. Empty if the error is not about a service. */
  readonly service: string
  /** Kind of the rule that was broken. */
  readonly rule: LabRule

  constructor(service: string, rule: LabRule, message: string) {
    super(message)
    this.service = service
    this.rule = rule
  }
}
