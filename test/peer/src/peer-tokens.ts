import { createRequire } from 'node:module'
import { encode } from '@auth/core/jwt'

/** Secret of the application before it moved. */
export const OLD_SECRET = 'an-old-secret-of-the-application!'

/** What a session token of the peer holds. */
export const PERSON = { name: 'N', email: 'e@x.y', picture: 'p', sub: '1' } as const

type Encode = (params: {
  readonly token: object
  readonly secret: string
  readonly maxAge?: number
  readonly salt?: string
}) => Promise<string>

/** A module of the published next-auth 4.24.15, which is installed apart; by its path, since its entries leave out the core. */
export function loadVersion4(entry: string): Readonly<Record<string, unknown>> {
  const load = createRequire(new URL('../next-auth-4/package.json', import.meta.url))
  const exports: unknown = load(`./node_modules/next-auth/${entry}`)
  if (typeof exports === 'object' && exports !== null) return { ...exports }
  throw new Error(`next-auth 4 has no ${entry}: run \`npm test\`, which installs it.`)
}

/** What goes into a token of the peer. */
export interface TokenOptions {
  readonly token?: object
  readonly secret?: string
  /** In seconds. */
  readonly maxAge?: number
  readonly salt?: string
}

/** Makes a token as version 4 does; without a salt, as it made every token before 4.24.5. */
export function version4({
  token = PERSON,
  secret = OLD_SECRET,
  ...rest
}: TokenOptions = {}): Promise<string> {
  // The package is documented to export this function; the tests would fail if it did not.
  const encodeVersion4 = loadVersion4('jwt')['encode'] as Encode
  return encodeVersion4({ token, secret, ...rest })
}

/** Makes a token as version 5 does. */
export function version5({
  token = PERSON,
  secret = OLD_SECRET,
  salt = 'authjs.session-token',
  ...rest
}: TokenOptions = {}): Promise<string> {
  return encode({ token, secret, salt, ...rest })
}
