import type { Adapter } from '@latchstring/core/adapters'
import type { AuthConfig } from '@latchstring/core/types'
import { isObject } from '../../values.ts'
import { isOfInert } from './inert.ts'
import { makeReady, type Ready, type Surroundings } from './providers.ts'
import { createStore } from './store.ts'
import { withColumns } from './used.ts'

type Given = Readonly<Record<string, unknown>>

/** The configuration of an application, with what it would reach replaced. */
export interface Prepared {
  readonly config: AuthConfig
  readonly providers: readonly Ready[]
}

/** Functions of a group, each watched. */
function watchAll(group: unknown, prefix: string, { watch }: Surroundings): unknown {
  if (!isObject(group)) return group
  return Object.fromEntries(
    Object.entries(group).map(([name, value]) => [name, watch.wrap(prefix + name, value)]),
  )
}

/** With transactions, which are no more than their work: one person signs in at a time, and nothing else is done meanwhile. */
function withTransactions(store: Adapter): Adapter {
  const adapter: Adapter = {
    ...store,
    // Users that callbacks get.
    async createUser(user) {
      return withColumns((await store.createUser?.(user)) ?? user)
    },
    async getSessionAndUser(token) {
      const found = (await store.getSessionAndUser?.(token)) ?? null
      return found && { ...found, user: withColumns(found.user) }
    },
    capabilities: { ...store.capabilities, transactions: true },
    transaction: async (work) => work(adapter),
  }
  return adapter
}

/** A store in memory that has the methods of the one it replaces. That of a package that is left alone has all, and so has a copy of it. */
export function replaceStore(adapter: unknown, store: Adapter): Adapter {
  const whole = withTransactions(store)
  if (!isObject(adapter) || isOfInert(adapter)) return whole
  const kept = Object.entries(whole).filter(([name]) => typeof adapter[name] === 'function')
  const { capabilities } = adapter
  if (!isObject(capabilities)) return Object.fromEntries(kept)
  // One that only a newer library knows would be declared without its methods.
  const declared = Object.keys(whole.capabilities ?? {}).filter((name) => name in capabilities)
  return {
    ...Object.fromEntries(kept),
    capabilities: Object.fromEntries(declared.map((name) => [name, capabilities[name]])),
  }
}

/** Prepares configurations of one application: they share a store, and what was made of equal providers. */
export function createPreparation(surroundings: Surroundings): (given: Given) => Promise<Prepared> {
  const store = createStore()
  const { watch } = surroundings
  const known = new Map<string, ReturnType<typeof makeReady>>()

  // A function makes its providers anew for each request.
  const ready = (provider: unknown, index: number): ReturnType<typeof makeReady> => {
    const id = isObject(provider) ? String(provider['id']) : ''
    const key = `${index} ${id}`
    const made = known.get(key) ?? makeReady(provider, surroundings)
    known.set(key, made)
    return made
  }

  return async (given) => {
    const list: unknown = given['providers']
    const all = Array.isArray(list) ? list : []
    const made = await Promise.all(all.map((one: unknown, index) => ready(one, index)))
    const config = {
      ...given,
      ...(given['adapter'] === undefined ? {} : { adapter: replaceStore(given['adapter'], store) }),
      // The library names what is not a list.
      ...(Array.isArray(list)
        ? { providers: all.map((one: unknown, index) => made[index]?.provider ?? one) }
        : {}),
      callbacks: watchAll(given['callbacks'], '', surroundings),
      events: watchAll(given['events'], 'event ', surroundings),
      jwt: watchAll(given['jwt'], 'jwt.', surroundings),
      logger: watch.logger,
      debug: false,
      // It would send the browser to another deployment.
      redirectProxyUrl: undefined,
    }
    return {
      // As the application has it; the library checks it.
      config: config as unknown as AuthConfig,
      providers: made.flatMap((one) => one?.ready ?? []),
    }
  }
}
