import { isObject } from '../values.ts'
import type { ProviderList } from './find-actions.ts'
import { readEmulatedNames } from './markup.ts'

/** A provider of the application that runs, and how signing in with it can be tried. */
export interface OfferedProvider {
  readonly id: string
  readonly kind: 'oauth' | 'email' | 'not tried'
  /** Why it is not tried. */
  readonly why?: string
}

/** What the application says of its emulators. */
interface Notices {
  /** The line of the log that says where the application is; empty where there is none. */
  readonly log: string
  readonly signInPage: string
}

/** The providers in the line of the log, each with what the line says of it. */
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
    ?.replace(/^.*?Everything else works\. /, '') ?? 'The log of the application says why.'

const readText = (value: unknown, name: string): string => {
  const text = isObject(value) ? value[name] : undefined
  return typeof text === 'string' ? text : ''
}

const NEVER_TRIED: Readonly<Record<string, string>> = {
  credentials: 'no password is known here',
  webauthn: 'there is no passkey here',
}

const HAS_KEYS =
  'it has keys of its own, or is no provider of the library, so that it would lead to a real service'

/** The providers of an application. One that does not say that it is at its emulator is not tried. */
export function listProviders(
  providers: ProviderList,
  { log, signInPage }: Notices,
): readonly OfferedProvider[] {
  const started = readStarted(log)
  const names = readEmulatedNames(signInPage)
  const offered = Object.entries(providers).map(([id, provider]): OfferedProvider => {
    const type = readText(provider, 'type')
    const never = NEVER_TRIED[type]
    if (never !== undefined) return { id, kind: 'not tried', why: never }
    const isEmulated =
      started.get(id)?.startsWith('no keys') === true || names.has(readText(provider, 'name'))
    if (!isEmulated) return { id, kind: 'not tried', why: HAS_KEYS }
    return { id, kind: type === 'email' ? 'email' : 'oauth' }
  })
  const leftOut = [...started].flatMap(([id, says]): readonly OfferedProvider[] =>
    says === 'left out'
      ? [{ id, kind: 'not tried', why: `it is left out. ${readReason(log, id)}` }]
      : [],
  )
  return [...offered, ...leftOut]
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
