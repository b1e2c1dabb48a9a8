// oxlint-disable typescript/no-unnecessary-type-parameters -- the compiler compares such functions exactly

/** Exactly the same type: `any` equals nothing but itself, and an optional member is not a member that may be undefined. */
export type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** Compiles only when its type argument is `true`. Never called. */
export declare function expectTrue<Result extends true>(): Result
