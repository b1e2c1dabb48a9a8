import { numericDate } from '../clock.ts'
import type { SessionContext } from '../context.ts'
import { decodeText } from '../crypto/encoding.ts'
import { deriveBytes } from '../crypto/hash.ts'
import { isObject, parseJson } from '../json.ts'
import type { JWT } from '../types/jwt.ts'
import type { ForeignCookie } from './session-cookie.ts'

/** Clock differences that the other library forgives, in seconds. */
const CLOCK_TOLERANCE = 15

const MAX_LENGTH = 16_384

/** How one version derives its keys and encrypts; the content encryption in the header tells which it was. */
interface Format {
  readonly bytes: number
  readonly salt: (cookieName: string) => string
  readonly info: (cookieName: string) => string
}

const FORMATS: Readonly<Record<string, Format>> = {
  'A256CBC-HS512': {
    bytes: 64,
    salt: (name) => name,
    info: (name) => `Auth.js Generated Encryption Key (${name})`,
  },
  A256GCM: { bytes: 32, salt: () => '', info: () => 'NextAuth.js Generated Encryption Key' },
}

function formatOf(token: string): { readonly enc: string; readonly format: Format } | undefined {
  const header = decodeText(token.slice(0, token.indexOf('.')))
  try {
    const value = parseJson(header ?? '')
    const enc =
      isObject(value) && value['alg'] === 'dir' && !('zip' in value) ? value['enc'] : undefined
    if (typeof enc !== 'string' || !Object.hasOwn(FORMATS, enc)) return undefined
    const format = FORMATS[enc]
    return format && { enc, format }
  } catch {
    return undefined
  }
}

async function openWith(
  secret: string,
  { name, value }: ForeignCookie,
): Promise<string | undefined> {
  const found = formatOf(value)
  if (!found) return undefined
  const { enc, format } = found
  // Only applications that move over need it.
  const { compactDecrypt } = await import('jose')
  const { bytes } = format
  const key = await deriveBytes(secret, { salt: format.salt(name), info: format.info(name), bytes })
  try {
    const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: [enc] }
    return new TextDecoder().decode((await compactDecrypt(value, key, options)).plaintext)
  } catch {
    return undefined
  }
}

function claimsOf(json: string, now: number): JWT | undefined {
  const claims = parseJson(json)
  if (!isObject(claims)) return undefined
  const { exp, iat, sub } = claims
  const timely = typeof exp === 'number' && exp > now - CLOCK_TOLERANCE
  if (!timely || (iat !== undefined && typeof iat !== 'number')) return undefined
  return sub === undefined || typeof sub === 'string' ? claims : undefined
}

/**
 * Opens a session token of the library the application used before.
 *
 * @returns its claims, or `null` when it does not decrypt with any of the secrets or has expired
 */
export async function openForeignToken(
  { config }: SessionContext,
  cookie: ForeignCookie,
): Promise<JWT | null> {
  const { migration, clock } = config
  if (!migration || cookie.value.length > MAX_LENGTH) return null
  for (const secret of migration.secrets) {
    const json = await openWith(secret, cookie)
    if (json !== undefined) return claimsOf(json, numericDate(clock())) ?? null
  }
  return null
}
