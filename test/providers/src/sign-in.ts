import type { Lab, Person, Service, Emulator, WhoSignsIn } from '@latchstring/testing'
import { inspect } from 'node:util'
import { expect } from 'vitest'
import type { ExpectedUser, ProviderCase, SignIn, SignInOutcome } from './case.ts'
import { INSIDE, visit, type Visit } from './visit.ts'

/** A provider before the emulator of its service. */
export interface Stage extends Visit {
  readonly emulator: Emulator
}

/** What differs from the ordinary. */
export interface Change {
  readonly options?: Readonly<Record<string, unknown>>
  readonly service?: Partial<Service>
  readonly store?: Visit['store']
}

/** Sets up the provider of a case before a new emulator. */
export async function setStage(
  lab: Lab,
  { service, provider }: ProviderCase,
  { options, service: change, store }: Change = {},
): Promise<Stage> {
  const emulator = await lab.service({ ...service, ...change })
  const made = provider({ ...emulator.options, ...options })
  // An option, which the application's own `id` is, stands apart from what the provider brings.
  const id = typeof options?.['id'] === 'string' ? options['id'] : made.id
  return { ...visit(id, made, store ? { store } : {}), emulator }
}

/** The authorization request, with what was pushed of it (RFC 9126). */
export async function wholeRequest(
  { emulator }: Stage,
  { authorization: { pushedTo } }: ProviderCase,
  request: URL,
): Promise<URL> {
  if (pushedTo === undefined) return request
  const pushed = emulator.requests.findLast(({ url }) => url === pushedTo)
  const url = new URL(request)
  url.search = (await pushed?.clone().text()) ?? ''
  return url
}

function describeFailure({ app, emulator }: Stage, location: URL): string {
  const refusals = emulator.refusals.map(({ message }) => message)
  const errors = app.errors.map(({ message, cause }) => `${message} ${inspect(cause)}`)
  return [`The sign-in led to ${location.href}`, ...refusals, ...errors].join('\n  ')
}

/** Signs a person in, and fails with the reason of a refusal. */
export async function signInAs(stage: Stage, person: WhoSignsIn): Promise<URL> {
  const request = await stage.requestAuthorization()
  if (stage.app.errors.length > 0) throw new Error(describeFailure(stage, request))
  const location = await stage.follow(await stage.emulator.authorize(request, { person }))
  if (location.href !== INSIDE) throw new Error(describeFailure(stage, location))
  return request
}

/** The one user that is stored. */
export function storedUser({ store }: Visit): ExpectedUser {
  const [account] = [...store.accounts.values()]
  const [user] = [...store.users.values()]
  expect([store.users.size, store.accounts.size]).toEqual([1, 1])
  return {
    id: account?.providerAccountId ?? '',
    name: user?.name ?? null,
    email: user?.email ?? null,
    image: user?.image ?? null,
    emailVerified: user?.emailVerified instanceof Date,
  }
}

/** A sign-in for the tests of what is particular about a service. */
export function signInFor(lab: Lab, subject: ProviderCase): SignIn {
  return async ({ person, options, service } = {}): Promise<SignInOutcome> => {
    const change = { ...(options && { options }), ...(service && { service }) }
    const stage = await setStage(lab, subject, change)
    const who: WhoSignsIn | Person = person ?? 'documented'
    const authorization = await signInAs(stage, who)
    const [account] = [...stage.store.accounts.values()]
    return {
      user: storedUser(stage),
      authorization,
      requests: stage.emulator.requests,
      account: { ...account },
    }
  }
}
