import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { isObject } from '../values.ts'
import { isLocal, sendLocally } from './browser.ts'
import type { ApplicationProcess } from './start-application.ts'

/** Seconds until the application has to answer. */
export const START_TIMEOUT_S = 180
/** Milliseconds for the first response: servers of development compile a route when it is requested. */
const FIRST_RESPONSE_TIMEOUT_MS = 90_000
/** Seconds in which a server may answer without the actions: it listens before it is ready. */
const MOUNT_TIMEOUT_S = 15
const POLL_MS = 200

/** What an application offers, as GET providers lists it. */
export type ProviderList = Readonly<Record<string, unknown>>

/** Where the actions of an application are, or why they are not found. */
export type FoundActions =
  | { readonly kind: 'found'; readonly base: string; readonly providers: ProviderList }
  /** The library answers with an error. */
  | { readonly kind: 'failing'; readonly base: string; readonly reference: string | undefined }
  /** A server answers, and not with the actions. */
  | { readonly kind: 'not-mounted'; readonly origin: string }
  | { readonly kind: 'ended'; readonly how: string }
  | { readonly kind: 'silent' }

/** Whether something listens at an origin already. */
export function isPortTaken(origin: string): Promise<boolean> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve) => {
    const socket = connect(Number(port || 80), hostname.replace(/^\[|\]$/g, ''))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** Asks for the actions at one address. */
async function askForActions(base: string): Promise<FoundActions> {
  const { origin } = new URL(base)
  const headers = { accept: 'application/json' }
  try {
    const response = await sendLocally(
      new Request(`${base}/providers`, { headers }),
      FIRST_RESPONSE_TIMEOUT_MS,
    )
    const body: unknown = await response.json().catch(() => undefined)
    if (response.ok && isObject(body)) return { kind: 'found', base, providers: body }
    const isOurs = isObject(body) && typeof body['error'] === 'string'
    if (response.status >= 500 && !isOurs) return { kind: 'silent' }
    if (!isOurs || response.status === 404) return { kind: 'not-mounted', origin }
    const { ref } = body
    return { kind: 'failing', base, reference: typeof ref === 'string' ? ref : undefined }
  } catch {
    return { kind: 'silent' }
  }
}

/** The first of several addresses where the actions are. */
export async function findActions(bases: readonly string[]): Promise<FoundActions> {
  let best: FoundActions = { kind: 'silent' }
  for (const base of bases) {
    const found = await askForActions(base)
    if (found.kind === 'found' || found.kind === 'failing') return found
    if (best.kind === 'silent') best = found
  }
  return best
}

/**
 * Waits until an application answers where it should be, or where it says that it is.
 *
 * @param origins - where it should be
 * @param paths - of the actions
 */
export async function awaitActions(
  { log, exit }: ApplicationProcess,
  origins: readonly string[],
  paths: readonly string[],
): Promise<FoundActions> {
  const deadline = Date.now() + START_TIMEOUT_S * 1000
  let answeredAt: number | undefined
  for (;;) {
    const all = new Set([...log.origins(), ...origins].filter((one) => isLocal(new URL(one))))
    const bases = paths.flatMap((path) => [...all].map((origin) => `${origin}${path}`))
    const found = await findActions(bases)
    if (found.kind === 'found' || found.kind === 'failing') return found
    const how = exit()
    if (how !== undefined) return { kind: 'ended', how }
    if (found.kind === 'not-mounted') answeredAt ??= Date.now()
    const isMountOver = answeredAt !== undefined && Date.now() - answeredAt > MOUNT_TIMEOUT_S * 1000
    if (isMountOver || Date.now() > deadline) return found
    await wait(POLL_MS)
  }
}
