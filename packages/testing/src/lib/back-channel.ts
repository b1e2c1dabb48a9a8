import type { ResourceRules, Service } from '../service.ts'
import { toAddress, atAddress } from './address.ts'
import { askedFor } from './authorization.ts'
import { discoveryAddress, discoveryDocument, keysAddress, keySet } from './discovery.ts'
import { askEndpoint } from './endpoint.ts'
import { LabError } from './lab-error.ts'
import { respondToPush } from './pushed-request.ts'
import { respondWithResource } from './resource.ts'
import { respondWithToken } from './token-endpoint.ts'
import { broken, type EmulatorState } from './emulator-state.ts'

function listResources({ resources, userinfo }: Service): Readonly<Record<string, ResourceRules>> {
  return { ...(userinfo === undefined ? {} : { [userinfo]: {} }), ...resources }
}

async function respondAs(state: EmulatorState, request: Request): Promise<Response> {
  const { service } = state
  const address = toAddress(new URL(request.url))
  const asked = await askEndpoint(state, request, { person: state.visitor })
  if (asked) {
    if (asked.refusal) state.refusals.push(asked.refusal)
    return asked.response
  }
  if (address === toAddress(new URL(service.token.url))) return respondWithToken(state, request)
  if (address === service.authorization.pushed?.url) {
    return respondToPush(state, request, (url) => void askedFor(state, url))
  }
  const resource = atAddress(listResources(service), address)
  if (resource) return respondWithResource(state, request, resource)
  if (address === discoveryAddress(service)) return Response.json(discoveryDocument(service))
  if (address === keysAddress(service)) return Response.json(await keySet(state))
  const known = [
    service.token.url,
    ...Object.keys(listResources(service)),
    discoveryAddress(service),
  ]
  throw broken(
    state,
    'address',
    `has nothing at ${address} (${request.method}). Its addresses in the lab are ${known.filter(Boolean).join(', ')}. Nothing was sent over the network.`,
  )
}

/**
 * Answers a request of the server, and records it.
 *
 * @throws LabError when the service has no such address
 */
export async function respondToBackChannel(
  state: EmulatorState,
  request: Request,
): Promise<Response> {
  state.requests.push(request.clone())
  try {
    return await respondAs(state, request)
  } catch (error) {
    if (error instanceof LabError) state.refusals.push(error)
    throw error
  }
}
