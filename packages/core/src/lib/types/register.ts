import type { Session } from './session.ts'

/**
 * Declares what hooks, components and framework packages cannot infer. Open for module augmentation: `auth`, a function that returns
 * the session, and `providerId`, the ids that `signIn` takes.
 *
 * @example
 * ```ts
 * import Latchstring from '@latchstring/next'
 *
 * export const { handlers, auth } = Latchstring({
 *   providers: [],
 *   callbacks: { session: ({ session }) => ({ ...session, plan: 'free' as const }) },
 * })
 *
 * declare module '@latchstring/react' {
 *   interface Register {
 *     auth: typeof auth
 *     providerId: 'github' | 'google'
 *   }
 * }
 * ```
 */
export interface Register {}

// An overloaded function cannot be inferred from as a whole: inference pairs signatures from the
// last one back. Signatures that have no partner give `unknown` and are dropped below.
type Results<F> = F extends {
  (...args: never): infer A
  (...args: never): infer B
  (...args: never): infer C
  (...args: never): infer D
  (...args: never): infer E
  (...args: never): infer G
}
  ? NotUnknown<A> | NotUnknown<B> | NotUnknown<C> | NotUnknown<D> | NotUnknown<E> | NotUnknown<G>
  : never

type NotUnknown<T> = unknown extends T ? never : T

type SessionIn<T> = T extends Promise<infer V> ? SessionOnly<V> : never

type SessionOnly<V> = V extends Response | readonly unknown[] | ((...args: never) => unknown)
  ? never
  : V extends object
    ? V
    : never

type Inferred<A> = A extends { readonly auth: infer F } ? SessionIn<Results<F>> : never

/**
 * The session as {@link Register} declares it: what `auth()` gives. Without a declaration it is
 * `Session`, which an application may augment.
 */
export type RegisteredSession<R = Register> = [Inferred<R>] extends [never] ? Session : Inferred<R>
