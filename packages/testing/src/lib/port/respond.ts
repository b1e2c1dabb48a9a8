import { exportJWK } from 'jose'
import { toAddress } from '../address.ts'
import { discoveryAddress } from '../discovery.ts'
import { LabError } from '../lab-error.ts'
import type { Emulator } from '../emulator.ts'
import { toPortPath, parsePortPath } from './address.ts'
import { type Development, respondWithConnection } from './development.ts'
import { consentPage, homePage, problemPage, returnTo } from './page.ts'
import { findChoices, DIFFERENCES, withAddress } from './people.ts'
import type { Mishaps } from './mishaps.ts'

/** What answers on a port. */
export interface PortContext {
  /** Origin of the port. */
  readonly origin: string
  /** What is to go wrong at services, until the next sign-in. */
  readonly mishaps: Mishaps
  /** Registers a redirect URI at a service. */
  readonly register: (id: string, redirectUri: string) => void
  /** Where applications are being developed, and not tested. */
  readonly development: Development | undefined
  /**
   * The emulator with an id.
   *
   * @throws LabError when there is none
   */
  readonly emulator: (id: string) => Promise<Emulator>
}

function problem(error: unknown): Response {
  if (error instanceof LabError)
    return problemPage(error.message, error.rule === 'usage' ? 404 : 400)
  return problemPage(error instanceof Error ? error.message : String(error), 500)
}

/**
 * During development, applications move from port to port, and are not registered.
 *
 * @throws LabError when they are not on this machine
 */
function admit(
  { development, register }: PortContext,
  id: string,
  parameters: URLSearchParams,
): void {
  const uri = development?.redirectUri(parameters)
  if (uri !== undefined) register(id, uri)
}

/** The person pressed a button. */
async function decide(
  emulator: Emulator,
  request: Request,
  context: PortContext,
): Promise<Response> {
  const { service } = emulator
  const form = new URLSearchParams(await request.text())
  const decision = form.get('decision') ?? 'allow'
  const key = form.get('person')
  const choices = findChoices(service)
  const known = choices.find((one) => one.key === key)?.person ?? service.persons.documented
  const address = form.get('email')
  const chosen = address === null ? known : withAddress(known, address)
  const different = decision === 'no-email' || decision === 'unverified'
  const person = different ? DIFFERENCES[decision](chosen) : chosen
  const asked = form.get('request') ?? ''
  if (URL.canParse(asked)) admit(context, service.id, new URL(asked).searchParams)
  context.mishaps.set(service.id, decision)
  const deny = decision === 'cancel'
  return returnTo(await emulator.authorize(asked, { person, deny }))
}

/** The discovery document sends the browser to the port; everything else about it is as it is. */
async function withPort(response: Response, id: string, origin: string): Promise<Response> {
  const document: unknown = await response.json()
  if (typeof document !== 'object' || document === null) return Response.json(document)
  const endpoint = 'authorization_endpoint' in document ? document.authorization_endpoint : ''
  if (typeof endpoint !== 'string' || !URL.canParse(endpoint)) return Response.json(document)
  const url = `${origin}${toPortPath(id, new URL(endpoint))}`
  return Response.json({ ...document, authorization_endpoint: url })
}

async function respondWithKey({ options }: Emulator): Promise<Response> {
  const key = options.token?.clientPrivateKey
  if (!key || !('kid' in key)) return problemPage('The client has no key here.', 404)
  return Response.json({ ...(await exportJWK(key.key)), kid: key.kid, alg: 'ES256' })
}

function isNavigation({ method, headers }: Request): boolean {
  return method === 'GET' && (headers.get('accept') ?? '').includes('text/html')
}

async function respondAsEmulator(
  emulator: Emulator,
  request: Request,
  { url }: { readonly url: URL },
  context: PortContext,
): Promise<Response> {
  const { service } = emulator
  const { id } = service
  const address = toAddress(url)
  admit(context, id, url.searchParams)
  if (isNavigation(request) && address === toAddress(new URL(service.authorization.url))) {
    // Refused before the page asks the person.
    const whole = emulator.check(url)
    return consentPage(service, { action: `/${id}/decision`, request: url, whole })
  }
  // Where codes are exchanged, so that the next sign-in can begin.
  const exchanges = address === toAddress(new URL(service.token.url))
  if (exchanges && context.mishaps.isDown(id))
    return new Response('The service is down.', { status: 503 })
  const { method, headers } = request
  const body = await request.text()
  admit(context, id, new URLSearchParams(body))
  const init = { method, headers: Object.fromEntries(headers), ...(body === '' ? {} : { body }) }
  const response = await emulator.fetch(url.href, init)
  return address === discoveryAddress(service) ? withPort(response, id, context.origin) : response
}

/** What an emulator answers at a path behind its id. */
async function respondAt(context: PortContext, request: Request, path: string): Promise<Response> {
  const { emulator: find, origin, development } = context
  const [, id = '', action] = path.split(/[/?]/)
  const emulator = await find(id)
  if (action === 'decision' && request.method === 'POST') return decide(emulator, request, context)
  if (action === 'key') return respondWithKey(emulator)
  if (action === 'connection' && development) return respondWithConnection(emulator, origin)
  const target = parsePortPath(path)
  if (!target) return problemPage(`Addresses look like ${origin}/${id}/https/host/path.`, 404)
  return respondAsEmulator(emulator, request, target, context)
}

/** Answers a request to the port. */
export async function respondToPort(context: PortContext, request: Request): Promise<Response> {
  const { development } = context
  const { pathname, search } = new URL(request.url)
  const refused = development?.refuse(request)
  if (refused !== undefined) return problemPage(refused, 403)
  if (pathname === '/') return homePage(development !== undefined)
  if (pathname === '/mail' && development) return development.mailbox.respond(request)
  try {
    return await respondAt(context, request, `${pathname}${search}`)
  } catch (error) {
    return problem(error)
  }
}
