import { exportJWK } from 'jose'
import { toAddress } from '../address.ts'
import { discoveryAddress } from '../discovery.ts'
import { LabError } from '../lab-error.ts'
import type { Emulator } from '../emulator.ts'
import { toPortPath, parsePortPath } from './address.ts'
import { consentPage, homePage, problemPage, returnTo } from './page.ts'

/** What answers on a port. */
export interface PortContext {
  /** Origin of the port. */
  readonly origin: string
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

/** The person pressed a button. */
async function decide(emulator: Emulator, request: Request): Promise<Response> {
  const form = new URLSearchParams(await request.text())
  const person = form.get('person') === 'minimal' ? 'minimal' : 'documented'
  const deny = form.get('decision') === 'cancel'
  return returnTo(await emulator.authorize(form.get('request') ?? '', { person, deny }))
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
  { id, url, origin }: { readonly id: string; readonly url: URL; readonly origin: string },
): Promise<Response> {
  const { service } = emulator
  const address = toAddress(url)
  if (isNavigation(request) && address === toAddress(new URL(service.authorization.url))) {
    // Refused before anybody is asked.
    const whole = emulator.check(url)
    return consentPage(service, { action: `/${id}/decision`, request: url, whole })
  }
  const { method, headers } = request
  const body = await request.text()
  const init = { method, headers: Object.fromEntries(headers), ...(body === '' ? {} : { body }) }
  const response = await emulator.fetch(url.href, init)
  return address === discoveryAddress(service) ? withPort(response, id, origin) : response
}

/** Answers a request to the port. */
export async function respondToPort(
  { origin, emulator: find }: PortContext,
  request: Request,
): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const [, id = '', action] = pathname.split('/')
  if (id === '') return homePage()
  try {
    const emulator = await find(id)
    if (action === 'decision' && request.method === 'POST') return await decide(emulator, request)
    if (action === 'key') return await respondWithKey(emulator)
    const target = parsePortPath(`${pathname}${search}`)
    if (!target) return problemPage(`Addresses look like ${origin}/${id}/https/host/path.`, 404)
    return await respondAsEmulator(emulator, request, { ...target, origin })
  } catch (error) {
    return problem(error)
  }
}
