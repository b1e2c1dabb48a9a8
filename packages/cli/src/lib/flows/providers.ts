import { isObject } from '../values.ts'
import type { ProviderList } from './find-actions.ts'
import { readNotices } from './markup.ts'

/** A provider of the application that runs, and how signing in with it can be tried. */
export type OfferedProvider = { readonly id: string } & (
  | { readonly kind: 'oauth' }
  /** With the origin of the mailbox. */
  | { readonly kind: 'email'; readonly mailbox: string }
  | { readonly kind: 'not tried'; readonly why: string }
)

/** What the application says of its emulators. */
export interface EmulatorNotices {
  /** Its log; empty where another program has started it. */
  readonly log: string
  readonly signInPage: string
  /** Origin of the emulators that this program has started. */
  readonly emulators: string | undefined
}

/** The providers in the line of the log that says where the application is, each with what the line says of it. */
function readStarted(log: string): ReadonlyMap<string, string> {
  const lines = [...log.matchAll(/\[auth\]\[info\]\[started\].*?Providers: (.*?)\. Sessions:/g)]
  const list = lines.at(-1)?.[1] ?? ''
  return new Map(
    [...list.matchAll(/(?:^|, )([\w.-]+)(?: \(([^()]*)\))?/g)].map(([, id = '', says = '']) => [
      id,
      says,
    ]),
  )
}

/** Why a provider is left out, as the log says. */
const readReason = (log: string, id: string): string =>
  log
    .match(/\[provider-left-out\].*/g)
    ?.find((line) => line.includes(`"${id}"`))
    ?.replace(/^.*?What does not need it works\. /, '') ?? 'The log of the application says why.'

const readText = (value: unknown, name: string): string => {
  const text = isObject(value) ? value[name] : undefined
  return typeof text === 'string' ? text : ''
}

const NEVER_TRIED: Readonly<Record<string, string>> = {
  credentials: 'no password is known here',
  webauthn: 'there is no passkey here',
}

const HAS_KEYS =
  'it has keys of its own or is not a provider of the library, and a real service is never tried'

const LEADS = / has no keys: (?:this goes to the emulator|its mails go to (http:\/\/\S+)\/mail)\./

/** The providers that are not offered, with the reason. */
function listLeftOut(
  started: ReadonlyMap<string, string>,
  notices: readonly string[],
  log: string,
): readonly OfferedProvider[] {
  const kind = 'not tried'
  const logged = [...started].filter(([, says]) => says === 'left out')
  if (started.size > 0)
    return logged.map(([id]) => ({ id, kind, why: `it is left out. ${readReason(log, id)}` }))
  return notices.flatMap((text) => {
    const [, name] = /^(.*?) has no keys\. /.exec(text) ?? []
    return name === undefined ? [] : [{ id: name, kind, why: text }]
  })
}

/** The providers of an application. One that does not say that it is at its emulator is not tried. */
export function listProviders(
  providers: ProviderList,
  { log, signInPage, emulators }: EmulatorNotices,
): readonly OfferedProvider[] {
  const started = readStarted(log)
  const notices = readNotices(signInPage)
  const offered = Object.entries(providers).map(([id, provider]): OfferedProvider => {
    const [type, name] = [readText(provider, 'type'), readText(provider, 'name')]
    const never = NEVER_TRIED[type]
    if (never !== undefined) return { id, kind: 'not tried', why: never }
    const leads = notices
      .map((text) => text.startsWith(`${name} has`) && LEADS.exec(text))
      .find(Boolean)
    const isEmulated = started.get(id)?.startsWith('no keys') === true || Boolean(leads)
    if (isEmulated && type !== 'email') return { id, kind: 'oauth' }
    const mailbox = emulators ?? (leads ? leads[1] : undefined)
    return isEmulated && mailbox !== undefined
      ? { id, kind: 'email', mailbox }
      : { id, kind: 'not tried', why: HAS_KEYS }
  })
  return [...offered, ...listLeftOut(started, notices, log)]
}

/** Variables with keys of providers, and no other variable of the library. */
const KEYS = /^AUTH_(?!SECRET(?:_|$)).+_(?:ID|SECRET|KEY)$/

/**
 * The variables that are emptied so that providers are at their emulators.
 *
 * @param variables - names of those that are set
 * @param more - that the configuration reads keys from
 */
export const withoutKeys = (
  variables: Iterable<string>,
  more: ReadonlySet<string>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...variables].flatMap((name) => (KEYS.test(name) || more.has(name) ? [[name, '']] : [])),
  )
