import { customFetch } from '@latchstring/core'
import type { Fetch } from '@latchstring/core/providers'
import { toAddress, atAddress } from '../lib/address.ts'
import { unmet } from '../lib/expectations.ts'
import { LabError, type LabRule } from '../lib/lab-error.ts'
import { checkMembers, misuse, shown } from '../lib/misuse.ts'
import { isObject } from '../lib/values.ts'
import { isFailure } from '../lib/emulator-arguments.ts'
import type { ErrorResponse } from '../service.ts'
import type { MailBody, MailService, SentMail } from './mail-service.ts'

/** What a provider needs to send through an emulator. Spread it into the options of the provider. */
export interface MailEmulatorOptions {
  readonly apiKey: string
  readonly [option: string]: unknown
  /** Answers in place of the network. */
  readonly [customFetch]: Fetch
}

/** How requests fail while a test wants them to: with a status from 400 to 599, or by not arriving at all. */
export type MailFailure = number | 'network'

/** A mail service, as its documentation describes it, within the test. */
export interface MailEmulator {
  readonly service: MailService
  readonly options: MailEmulatorOptions
  /** Mails that were taken, oldest first. */
  readonly mails: readonly SentMail[]
  /** Requests to the service, oldest first. The bodies can be read. */
  readonly requests: readonly Request[]
  /** What the service refused, with the reason, oldest first. */
  readonly refusals: readonly LabError[]
  /** Answers requests to the URLs of the service, without a network. */
  readonly fetch: Fetch
  /**
   * Makes later requests fail; without an argument they succeed again.
   *
   * @throws LabError when requests cannot fail in that way
   */
  readonly fail: (failure?: MailFailure) => void
}

/** What may be said about an emulator of a mail service. */
export interface MailEmulatorSettings {
  /** The key that the service knows. */
  readonly apiKey?: string
}

interface State {
  readonly service: MailService
  readonly apiKey: string
  readonly mails: SentMail[]
  readonly requests: Request[]
  readonly refusals: LabError[]
  failure: MailFailure | undefined
}

function toResponse({ status, body }: ErrorResponse): Response {
  if (body === undefined) return new Response(null, { status })
  return typeof body === 'string' ? new Response(body, { status }) : Response.json(body, { status })
}

/** Keeps why a request is refused, for the reader of the test. */
function refuse(
  { service, refusals }: State,
  { rule, message }: { readonly rule: LabRule; readonly message: string },
  as: ErrorResponse,
): Response {
  refusals.push(new LabError(service.id, rule, `${service.name} ${message}.`))
  return toResponse(as)
}

async function readBody({ body }: MailService, request: Request): Promise<MailBody | undefined> {
  try {
    if (body === 'multipart') return Object.fromEntries(await request.clone().formData())
    const parsed: unknown = await request.clone().json()
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : undefined
  } catch {
    return undefined
  }
}

async function take(state: State, request: Request): Promise<Response> {
  const { service } = state
  const body = await readBody(service, request)
  if (body === undefined) {
    const message = `wants a body of the kind ${service.body}`
    return refuse(state, { rule: 'body', message }, service.refused(message))
  }
  const mail = service.read(body, new URL(request.url))
  if (typeof mail === 'string') {
    return refuse(state, { rule: 'body', message: `refuses it: ${mail}` }, service.refused(mail))
  }
  state.mails.push(mail)
  return toResponse(service.taken)
}

async function respond(state: State, request: Request): Promise<Response> {
  const { service, apiKey, failure } = state
  state.requests.push(request.clone())
  const address = toAddress(new URL(request.url))
  if (!atAddress(Object.fromEntries(service.addresses.map((key) => [key, key])), address)) {
    const error = new LabError(service.id, 'address', `${service.name} has nothing at ${address}.`)
    state.refusals.push(error)
    throw error
  }
  if (failure === 'network') throw new TypeError('fetch failed')
  if (failure !== undefined) {
    const message = `fails with HTTP ${failure}, as the test wants it`
    return refuse(
      state,
      { rule: 'answer', message },
      { status: failure, body: 'upstream connect error' },
    )
  }
  if (request.method !== 'POST') {
    const message = `answers POST, and this is ${request.method}`
    return refuse(state, { rule: 'method', message }, { status: 405, body: undefined })
  }
  const header = unmet(service.headers, (name) => request.headers.get(name))
  if (header !== undefined) {
    const message = `refuses it: the header ${header}`
    return refuse(state, { rule: 'header', message }, service.refused(message))
  }
  if (request.headers.get(service.key.header) !== service.key.value(apiKey)) {
    const message = `does not know the key in the header ${service.key.header}`
    return refuse(state, { rule: 'client_authentication', message }, service.unauthorized)
  }
  return take(state, request)
}

function checkFailure({ id, name }: MailService, failure: MailFailure | undefined): void {
  if (failure === undefined || failure === 'network' || isFailure(failure)) return
  throw misuse(
    id,
    `\`fail\` of ${name} takes a status from 400 to 599 or "network", and this is ${shown(failure)}.`,
  )
}

function checkSettings(service: MailService, settings: MailEmulatorSettings): void {
  if (!isObject(service) || !Array.isArray(service.addresses)) {
    const hint = 'Those of the catalogue are in `mailServices`.'
    throw misuse('', `A mail service is given as data, and this is ${shown(service)}. ${hint}`)
  }
  const { id: of, name } = service
  checkMembers(settings, { service: of, where: `An emulator of ${name}`, names: ['apiKey'] })
  const apiKey: unknown = settings.apiKey
  if (apiKey === undefined || (typeof apiKey === 'string' && apiKey !== '')) return
  throw misuse(of, `\`apiKey\` is text, and this is ${shown(apiKey)}.`)
}

/**
 * Makes an emulator of a mail service.
 *
 * @throws LabError when the service or the settings are none
 *
 * @example
 * ```ts
 * import Resend from '@latchstring/core/providers/resend'
 * import { createMailEmulator, mailServices } from '@latchstring/testing'
 *
 * const emulator = createMailEmulator(mailServices.resend)
 * export const providers = [Resend(emulator.options)]
 * ```
 */
export function createMailEmulator(
  service: MailService,
  settings: MailEmulatorSettings = {},
): MailEmulator {
  checkSettings(service, settings)
  const { apiKey = `lab-key-of-${service.id}` } = settings
  const state: State = {
    service,
    apiKey,
    mails: [],
    requests: [],
    refusals: [],
    failure: undefined,
  }
  const fetch: Fetch = async (input, init) => respond(state, new Request(input, init))
  return {
    service,
    options: { ...service.options, apiKey, [customFetch]: fetch },
    mails: state.mails,
    requests: state.requests,
    refusals: state.refusals,
    fetch,
    fail(failure) {
      checkFailure(service, failure)
      state.failure = failure
    },
  }
}
