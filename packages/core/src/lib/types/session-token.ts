/** The names that a type declares, without those that only its index signature admits. */
type DeclaredKey<T> = keyof {
  [K in keyof T as string extends K ? never : number extends K ? never : K]: T[K]
}

type KeyOfAny<T> = T extends unknown ? DeclaredKey<T> : never

type ValueOfAny<T, K> = T extends unknown ? (K extends DeclaredKey<T> ? T[K] : never) : never

type Flat<T> = { [K in keyof T]: T[K] }

type WithKeys<T, All, Missing extends PropertyKey> = [Missing] extends [never]
  ? T
  : Flat<Pick<T, DeclaredKey<T>> & { [K in Missing]?: ValueOfAny<All, K> }>

/**
 * The token of the `session` callback: what the `jwt` callback returns. Where it returns several shapes, such as one with a role at
 * sign-in and the token as it was afterwards, a member that only some of them have is optional in the others, because a token keeps
 * what an earlier call added.
 *
 * @typeParam Token - return type of the `jwt` callback
 */
export type SessionToken<Token, All = Token> = Token extends unknown
  ? WithKeys<Token, All, Exclude<KeyOfAny<All>, DeclaredKey<Token>>>
  : never
