import { isLoading, refuse } from './used.ts'

/** What a copy of something inert has, such as `{ ...adapter }`. */
const COPIED = Symbol('of a package that is left alone')

/** Whether an object was made of what is left alone, by a copy of its members. */
export const isOfInert = (value: object): boolean => COPIED in value

/**
 * Stands for a package that is left alone, such as a driver of a database. While the application is loaded everything of it can be
 * read, called and constructed, and gives the same again; after that a call throws.
 *
 * @param name - what it stands for, such as `pg.Pool`
 */
export function inert(name: string): unknown {
  const members = new Map<string, unknown>()
  // Not an arrow: it can be called with `new`, and extended.
  const target = Object.assign(function (): void {}, { [COPIED]: true })
  const inherited: unknown = target.prototype
  const proxy: unknown = new Proxy(target, {
    get(_target, key) {
      // What a class of the application inherits from.
      if (key === 'prototype') return inherited
      if (key === Symbol.toPrimitive || key === 'toString') return () => name
      // With a `then`, awaiting it would call that.
      if (typeof key === 'symbol' || key === 'then') return undefined
      if (!members.has(key)) members.set(key, inert(`${name}.${key}`))
      return members.get(key)
    },
    set: () => true,
    has: (_target, key) => key !== 'then',
    apply() {
      if (!isLoading()) throw refuse({ kind: 'package', what: name })
      return inert(`${name}()`)
    },
    construct(_target, args, own) {
      // A class of the application that extends it keeps its own methods; with `new` there is always an object.
      if (own !== proxy) return Reflect.construct(target, args, own) as object
      if (!isLoading()) throw refuse({ kind: 'package', what: name })
      // Such a proxy is an object.
      return inert(name) as object
    },
  })
  return proxy
}
