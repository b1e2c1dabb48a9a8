import type { EndpointContext } from '../service.ts'
import { toAddress, atAddress } from './address.ts'
import type { LabError } from './lab-error.ts'
import { broken, type EmulatorState } from './emulator-state.ts'

/** Response of an endpoint that the service defines. */
interface Asked {
  readonly response: Response
  /** Reason of a refusal. */
  readonly refusal: LabError | undefined
}

/** A refusal that the endpoint does not explain. */
async function unexplained(
  state: EmulatorState,
  { method, url }: Request,
  response: Response,
): Promise<LabError | undefined> {
  const { status, headers } = response
  if (status < 400) return undefined
  const text = await response.clone().text()
  // A response that requires a nonce is not a refusal (RFC 9449, section 8).
  if (headers.has('dpop-nonce') && text.includes('"use_dpop_nonce"')) return undefined
  const where = `${method} ${toAddress(new URL(url))}`
  return broken(state, 'endpoint', `refuses ${where}: HTTP ${status}${text && ` ${text}`}`)
}

/**
 * Calls an endpoint that the service defines.
 *
 * @param visit - state of the emulator and the person
 * @returns `undefined` if there is no such endpoint
 */
export async function askEndpoint(
  state: EmulatorState,
  request: Request,
  visit: Pick<EndpointContext, 'person' | 'denied'>,
): Promise<Asked | undefined> {
  const { client, failure, now, service } = state
  const [, endpoint] = atAddress(service.endpoints, toAddress(new URL(request.url))) ?? []
  if (!endpoint) return undefined
  const refusals: LabError[] = []
  const response = await endpoint(request, {
    ...visit,
    clientId: client.id,
    clientSecret: client.secret ?? '',
    failure,
    now,
    refuse(reason, answer) {
      refusals.push(broken(state, 'endpoint', reason))
      return answer
    },
  })
  return { response, refusal: refusals[0] ?? (await unexplained(state, request, response)) }
}
