/** A value, or a promise-like of it. */
export type Awaitable<T> = T | PromiseLike<T>

/** `v1`, `v1.2` or `v1.2.3`. */
export type SemverString = `v${number}` | `v${number}.${number}` | `v${number}.${number}.${number}`

/** Any value that survives a JSON round trip. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined }

/** Environment variables, as `process.env` has them. The core never reads them by itself. */
export type Env = Readonly<Record<string, string | undefined>>
