import type { Failure, Person, Service } from '../service.ts'
import { checkMembers, didYouMean, misuse, shown } from './misuse.ts'
import { isObject } from './values.ts'

/** A person at a service: the name of one of its two, or a description. */
export type WhoSignsIn = keyof Service['persons'] | Person

/** Settings of an emulator. */
export interface EmulatorSettings {
  /** Registered redirect URIs, absolute and compared as they are. Default: the first one that is used. */
  readonly redirectUris?: readonly string[]
}

const MEMBERS = ['claims', 'answers', 'token', 'response'] as const

/**
 * Returns a person at a service.
 *
 * @throws LabError if there is no person of that name, or a member is unknown
 */
export function findPerson({ id, name, persons }: Service, who: WhoSignsIn): Person {
  if (typeof who !== 'string') {
    checkMembers(who, { service: id, where: `The person at ${name}`, names: MEMBERS })
    for (const member of MEMBERS) {
      const value: unknown = who[member]
      if (value === undefined || isObject(value)) continue
      throw misuse(
        id,
        `\`${member}\` of a person at ${name} is an object, and not ${shown(value)}.`,
      )
    }
    return who
  }
  if (Object.hasOwn(persons, who)) return persons[who]
  const names = Object.keys(persons)
  throw misuse(
    id,
    `${name} has no person "${who}".${didYouMean(who, names)} There are ${names.map((one) => `"${one}"`).join(' and ')}. Describe another person by an object, such as \`{ claims: { sub: '7' } }\` or \`{ answers: … }\`.`,
  )
}

/** Whether a status is one of a failure. */
export function isFailure(status: unknown): status is number {
  return Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 599
}

/**
 * Checks the description of a failure.
 *
 * @throws LabError if no request would fail, or the kind of failure is unknown
 */
export function checkFailure({ id, name }: Service, failure: Failure): void {
  const where = `\`fail\` of ${name}`
  checkMembers(failure, { service: id, where, names: ['token', 'resource'] })
  const token: unknown = failure.token
  const resource: unknown = failure.resource
  if (token !== undefined && (typeof token !== 'string' || token === '')) {
    throw misuse(
      id,
      `${where} takes an error code for \`token\`, such as "invalid_grant", and this is ${shown(token)}.`,
    )
  }
  if (resource !== undefined && !isFailure(resource)) {
    throw misuse(
      id,
      `${where} takes a status from 400 to 599 for \`resource\`, such as 503, and this is ${shown(resource)}.`,
    )
  }
}

/**
 * The redirect URIs that are registered.
 *
 * @param id - of the service
 * @throws LabError when they are none
 */
export function readRedirectUris(id: string, settings: EmulatorSettings): readonly string[] {
  checkMembers(settings, {
    service: id,
    where: 'The settings of an emulator',
    names: ['redirectUris'],
  })
  const uris: unknown = settings.redirectUris ?? []
  if (!Array.isArray(uris)) {
    throw misuse(id, `\`redirectUris\` is a list of absolute addresses, and not ${shown(uris)}.`)
  }
  return uris.map((uri: unknown) => {
    if (typeof uri === 'string' && URL.canParse(uri)) return uri
    throw misuse(
      id,
      `\`redirectUris\` is a list of absolute addresses, such as "https://app.example/auth/callback/${id}", and one is ${shown(uri)}.`,
    )
  })
}

/**
 * The address of an authorization request.
 *
 * @throws LabError when it is not an address
 */
export function requestUrl({ id, name }: Service, url: unknown): URL {
  const text = url instanceof URL ? url.href : url
  if (typeof text === 'string' && URL.canParse(text)) return new URL(text)
  throw misuse(
    id,
    `The emulator of ${name} takes the absolute address that the application sends the browser to, and this is ${shown(url)}.`,
  )
}
