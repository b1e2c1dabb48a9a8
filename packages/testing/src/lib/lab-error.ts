/** What of a service's rules was broken; `usage` is about the test itself. */
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
 * A request that the service would not take, or something that the test asks for and that is not there. The message says
 * what was wrong and how to fix it.
 */
export class LabError extends Error {
  override readonly name: string = 'LabError'
  /** Id of the service, as it was asked for. Empty where no service is meant. */
  readonly service: string
  /** Kind of the rule that was broken. */
  readonly rule: LabRule

  constructor(service: string, rule: LabRule, message: string) {
    super(message)
    this.service = service
    this.rule = rule
  }
}
