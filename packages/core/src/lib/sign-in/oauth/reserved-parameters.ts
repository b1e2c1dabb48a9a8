import { InvalidRequest } from '../../errors/classes.ts'

/** Parameters of an authorization response (RFC 6749, section 4.1.2) that a redirect proxy forwards. */
export const FORWARDED_PARAMETERS = [
  'code',
  'state',
  'iss',
  'error',
  'error_description',
  'error_uri',
] as const

/** Parameters that belong to the protocol or the client, and that a caller may not set. */
const RESERVED_PARAMETERS =
  /^(?:client_id|client_secret|client_assertion.*|redirect_uri|response_type|response_mode|state|nonce|code_challenge.*|request.*|registration|id_token_hint|dpop_jkt)$/

/**
 * A name as servers may read it. Names are case-sensitive (RFC 6749, section 3.1), but some servers ignore case, read `ı` and `İ` as `i`,
 * or drop invisible characters. With some languages `client_id[]`, `client.id`, `client id` and `client[id` arrive as `client_id`.
 */
function readings(name: string): readonly string[] {
  const visible = name
    .normalize('NFKC')
    .replaceAll(/(?!\s)\p{C}/gu, '')
    .trim()
  const plain = visible.toUpperCase().toLowerCase().replaceAll('\u0307', '')
  return [plain.replace(/\[.*/s, ''), plain].map((one) => one.replaceAll(/[\s.[]/g, '_'))
}

/**
 * Refuses parameters of the caller that belong to the protocol.
 *
 * @param names - as the caller wrote them
 * @throws InvalidRequest that names them
 */
export function checkNames(names: Iterable<string>): void {
  const reserved = [...names].filter((name) =>
    readings(name).some((one) => RESERVED_PARAMETERS.test(one)),
  )
  if (reserved.length === 0) return
  throw new InvalidRequest(
    `These authorization parameters cannot be set where a sign-in is started: ${reserved.join(', ')}. They are made by the library, or belong in the configuration of the provider.`,
  )
}

/**
 * Refuses repeated parameters (RFC 6749, section 3.1). Servers differ in which of them they use.
 *
 * @throws InvalidRequest that names them
 */
export function checkRepeated(names: ReadonlySet<string>): void {
  if (names.size === 0) return
  throw new InvalidRequest(`These parameters are given more than once: ${[...names].join(', ')}.`)
}
