import type { LabRule } from './lab-error.ts'

/** A request on the back channel that the service answers with an error. */
export class Refusal extends Error {
  override readonly name: string = 'Refusal'
  readonly rule: LabRule
  /** Error code (RFC 6749, section 5.2). */
  readonly code: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(
    rule: LabRule,
    message: string,
    answer: { code: string; status: number; headers?: Readonly<Record<string, string>> },
  ) {
    super(message)
    this.rule = rule
    this.code = answer.code
    this.status = answer.status
    this.headers = answer.headers ?? {}
  }
}

/** A request that lacks something (RFC 6749, section 5.2). */
export function invalidRequest(rule: LabRule, message: string): Refusal {
  return new Refusal(rule, message, { code: 'invalid_request', status: 400 })
}

/** A client that is not who it says (RFC 6749, section 5.2). */
export function invalidClient(message: string): Refusal {
  return new Refusal('client_authentication', message, { code: 'invalid_client', status: 401 })
}

/** A code that does not hold (RFC 6749, section 5.2). */
export function invalidGrant(rule: LabRule, message: string): Refusal {
  return new Refusal(rule, message, { code: 'invalid_grant', status: 400 })
}
