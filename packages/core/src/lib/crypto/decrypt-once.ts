import { primitives } from '#primitives'
import { andThen } from '../kit/and-then.ts'
import { createCache, createSightings } from '../kit/cache.ts'
import { constantTimeEqual } from './compare.ts'
import { isObject, parseJson } from '../kit/json.ts'
import { decryptNamed, type Decrypt, type JweKey, type Plaintext } from './jwe.ts'

/** What a token was decrypted to, without the token. */
interface Decrypted extends Plaintext {
  readonly key: JweKey
  /** SHA-256 of the token. */
  readonly fingerprint: string
}

/** Characters of the tag that a token is looked up by, which are random. */
const MARK = 8

/** Bytes of an entry beside its text, and of a character of the text with what was parsed of it, at most. */
const OVERHEAD = 512
const PER_CHARACTER = 4

const decrypted = /* @__PURE__ */ createCache<Decrypted>({
  entries: 512,
  bytes: 2 ** 20,
  size: ({ text }) => OVERHEAD + PER_CHARACTER * text.length,
})

/** Most tokens are not read again before others have taken their place, so that one is remembered at its second read. */
const wasSeen = /* @__PURE__ */ createSightings(509)

/** A text that need not be parsed again, as a copy of what it was parsed to is as good. */
function parseClaims(text: string): Plaintext['claims'] {
  try {
    const claims = parseJson(text)
    const flat = isObject(claims) && !Object.values(claims).some((value) => value instanceof Object)
    return flat ? claims : undefined
  } catch {
    return undefined
  }
}

/**
 * As {@link decryptNamed}, and a token that is read again is not decrypted again, where the runtime can tell without waiting that
 * it is the same one. It is a function of key and token and of nothing else, so that what it returns is never out of date:
 * times, audience and everything else that decides about a session are looked at by those who read the text, each time.
 */
export const decryptOnce: Decrypt = (key, token) => {
  if (!primitives.fingerprint) return decryptNamed(key, token)
  const mark = token.slice(-MARK)
  const known = decrypted.find(mark)
  if (!known && !wasSeen(mark)) return decryptNamed(key, token)
  const fingerprint = primitives.fingerprint(token)
  const same = known?.key === key && constantTimeEqual(known.fingerprint, fingerprint)
  if (same) return known
  return andThen(decryptNamed(key, token), (plaintext) => {
    if (!plaintext) return null
    const { text } = plaintext
    decrypted.keep(mark, { key, fingerprint, text, claims: parseClaims(text) })
    return plaintext
  })
}
