import type { ResourceRules, Service } from '../service.ts'
import { addressOf, atAddress } from './address.ts'
import { askedFor } from './authorization.ts'
import { discoveryAddress, discoveryDocument, keysAddress, keySet } from './discovery.ts'
import { askEndpoint } from './endpoint.ts'
import { LabError } from './lab-error.ts'
import { answerPush } from './pushed-request.ts'
import { answerResource } from './resource.ts'
import { answerToken } from './token-endpoint.ts'
import { broken, type EmulatorState } from './emulator-state.ts'

function resourcesOf({ resources, userinfo }: Service): Readonly<Record<string, ResourceRules>> {
  return { ...(userinfo === undefined ? {} : { [userinfo]: {} }), ...resources }
}

async function answerFor(state: EmulatorState, request: Request): Promise<Response> {
  const { service } = state
  const address = addressOf(new URL(request.url))
  const asked = await askEndpoint(state, request, { person: state.visitor })
  if (asked) {
    if (asked.refusal) state.refusals.push(asked.refusal)
    return asked.response
  }
  if (address === addressOf(new URL(service.token.url))) return answerToken(state, request)
  if (address === service.authorization.pushed?.url) {
    return answerPush(state, request, (url) => void askedFor(state, url))
  }
  const resource = atAddress(resourcesOf(service), address)
  if (resource) return answerResource(state, request, resource)
  if (address === discoveryAddress(service)) return Response.json(discoveryDocument(service))
  if (address === keysAddress(service)) return Response.json(await keySet(state))
  const known = [service.token.url, ...Object.keys(resourcesOf(service)), discoveryAddress(service)]
  throw broken(
    state,
    'address',
    `has nothing at ${address} (${request.method}). Its addresses in the lab are ${known.filter(Boolean).join(', ')}. Nothing was sent over the network.`,
  )
}

/**
 * Answers a request of the server, and remembers it.
 *
 * @throws LabError when the service has no such address
 */
export async function answerBackChannel(state: EmulatorState, request: Request): Promise<Response> {
  state.requests.push(request.clone())
  try {
    return await answerFor(state, request)
  } catch (error) {
    if (error instanceof LabError) state.refusals.push(error)
    throw error
  }
}
