import type { Emulator, Lab, Person, ServiceId, MailServiceId } from '@latchstring/testing'
import { describeError } from '../../describe-error.ts'
import { isObject } from '../../values.ts'
import type { Library } from './library.ts'
import type { Watch } from './watch.ts'

/** A mail that the application wanted to send. */
export interface Caught {
  readonly url: string
  readonly code: string
}

/** A provider of the application, ready to be signed in with. */
export type Ready = { readonly id: string; readonly module: string } & (
  | { readonly kind: 'oauth'; readonly emulator: Emulator; readonly person: Person }
  | {
      readonly kind: 'email'
      readonly mails: Caught[]
      readonly address: string
      readonly ownSending: boolean
    }
  | { readonly kind: 'webauthn' }
  | { readonly kind: 'not tried'; readonly why: string }
)

/** What providers are made ready with. */
export interface Surroundings {
  readonly lab: Lab
  readonly library: Library
  readonly watch: Watch
  /** The address of the person who signs in. */
  readonly email: string | undefined
}

type Members = Readonly<Record<string | symbol, unknown>>

const readText = (members: Members, name: string): string =>
  typeof members[name] === 'string' ? members[name] : ''

/** Replaces one address by another, wherever a service says it. */
function withAddress(value: unknown, from: string, to: string): unknown {
  if (value === from) return to
  if (Array.isArray(value)) return value.map((item: unknown) => withAddress(item, from, to))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, withAddress(member, from, to)]),
  )
}

/** The first address in what a service says: the primary one where it says so. */
function findAddress(value: unknown): string | undefined {
  if (typeof value === 'string')
    return /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(value) ? value : undefined
  if (!isObject(value) && !Array.isArray(value)) return undefined
  const members: readonly unknown[] = Object.values(value)
  const primary = members.find((one) => isObject(one) && one['primary'] === true)
  for (const member of [primary, ...members]) {
    const found = findAddress(member)
    if (found !== undefined) return found
  }
  return undefined
}

function findPerson({ service }: Emulator, email: string | undefined): Person {
  const { documented } = service.persons
  const known = findAddress([documented.claims, documented.answers, documented.token])
  if (email === undefined || known === undefined) return documented
  // The same person with another address.
  return withAddress(documented, known, email) as Person
}

/** The options that a provider was given, with others over them. */
function withOptions(provider: Members, options: object): Members {
  const given = isObject(provider['options']) ? provider['options'] : {}
  return { ...provider, options: { ...given, ...options } }
}

/** The provider again, of the catalogue's function: what it made of an issuer has to be that of the emulator. */
async function remake(
  provider: Members,
  options: object,
  { library }: Surroundings,
): Promise<Members> {
  const given = isObject(provider['options']) ? provider['options'] : {}
  const made = await library
    .makeProvider(readText(provider, 'id'), { ...given, ...options })
    .catch(() => undefined)
  const same = isObject(made) && made['id'] === provider['id'] && made['type'] === provider['type']
  return same ? made : withOptions(provider, options)
}

type Made = { readonly provider: unknown; readonly ready: Ready }

async function oauth(provider: Members, id: string, surroundings: Surroundings): Promise<Made> {
  const { lab, watch, email } = surroundings
  const module = readText(provider, 'id')
  const notTried = (why: string): Made => ({
    provider,
    ready: { id, module, kind: 'not tried', why },
  })
  if (provider['options'] === undefined) {
    return notTried('it is written in the application itself, and there is no emulator of it')
  }
  let emulator: Emulator
  try {
    // Whether there is such a service is what is asked.
    emulator = await lab.provider(module as ServiceId)
  } catch (error) {
    return notTried(describeError(error))
  }
  const made = await remake(provider, emulator.options, surroundings)
  const own = isObject(made['options']) ? made['options'] : {}
  const profile = watch.wrap(`profile of "${id}"`, own['profile'] ?? made['profile'])
  const watched = profile === undefined ? made : withOptions(made, { profile })
  const person = findPerson(emulator, email)
  return { provider: watched, ready: { id, module, kind: 'oauth', emulator, person } }
}

type Send = (params: Caught) => unknown

async function mail(provider: Members, id: string, { lab, email }: Surroundings): Promise<Made> {
  const module = readText(provider, 'id')
  const given = isObject(provider['options']) ? provider['options'] : undefined
  const ownSending = given === undefined || given['sendVerificationRequest'] !== undefined
  const mails: Caught[] = []
  const service = ownSending
    ? undefined
    : // Whether there is such a service is what is asked.
      await lab.mailService(module as MailServiceId).catch(() => undefined)
  // What a provider for mail has.
  const send = provider['sendVerificationRequest'] as Send
  const options = {
    from: 'Application <application@localhost>',
    ...service?.options,
    ...(given?.['from'] === undefined ? {} : { from: given['from'] }),
    async sendVerificationRequest(params: Caught) {
      mails.push({ url: params.url, code: params.code })
      if (service !== undefined) await send(params)
    },
  }
  const base = given === undefined ? { ...provider, options: provider } : provider
  const ready: Ready = {
    id,
    module,
    kind: 'email',
    mails,
    ownSending,
    address: email ?? 'person@example.com',
  }
  return { provider: { ...withOptions(base, options), requires: [] }, ready }
}

const NOT_TRIED: Readonly<Record<string, string>> = {
  credentials: 'no password is known here',
}

/** A provider that is a function is called without options, as the library does it. */
function toObject(provider: unknown): Members | undefined {
  const made: unknown =
    typeof provider === 'function' ? Reflect.apply(provider, undefined, [{}]) : provider
  return isObject(made) && typeof made['id'] === 'string' ? made : undefined
}

/** Puts a provider at its emulator. What is none is left to the library, which says so. */
export async function makeReady(
  given: unknown,
  surroundings: Surroundings,
): Promise<Made | undefined> {
  const provider = toObject(given)
  if (provider === undefined) return undefined
  const module = readText(provider, 'id')
  const options = isObject(provider['options']) ? provider['options'] : {}
  const id = readText(options, 'id') || module
  const type = readText(provider, 'type')
  if (type === 'oauth' || type === 'oidc') return oauth(provider, id, surroundings)
  if (type === 'email') return mail(provider, id, surroundings)
  if (type === 'webauthn') return { provider: given, ready: { id, module, kind: 'webauthn' } }
  const why = NOT_TRIED[type] ?? `providers of the type ${JSON.stringify(type)} are not known here`
  return { provider: given, ready: { id, module, kind: 'not tried', why } }
}
