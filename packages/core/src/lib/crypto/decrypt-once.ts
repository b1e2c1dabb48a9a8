import { primitives } from '#primitives'
import { andThen } from '../and-then.ts'
import { createCache } from '../cache.ts'
import { constantTimeEqual } from './compare.ts'
import { decryptNamed, type Decrypt, type JweKey } from './jwe.ts'

/** What a token was decrypted to, without the token. */
interface Decrypted {
  readonly key: JweKey
  /** SHA-256 of the token. */
  readonly fingerprint: string
  readonly text: string
}

/** Kept of a token that was decrypted once: most are not read again before others have taken their place. */
const SEEN = 'seen'

/** Characters of the tag that a token is looked up by, which are random. */
const MARK = 8

/** Bytes of an entry beside its text, at most. */
const OVERHEAD = 256

const decrypted = /* @__PURE__ */ createCache<Decrypted | typeof SEEN>({
  entries: 512,
  bytes: 2 ** 20,
  size: (value) => OVERHEAD + (value === SEEN ? 0 : 2 * value.text.length),
})

/**
 * As {@link decryptNamed}, and a token that is read again is not decrypted again, where the runtime can tell without waiting that
 * it is the same one. It is a function of key and token and of nothing else, so that what it returns is never out of date:
 * times, audience and everything else that decides about a session are looked at by those who read the text, each time.
 */
export const decryptOnce: Decrypt = (key, token) => {
  if (!primitives.fingerprint) return decryptNamed(key, token)
  const mark = token.slice(-MARK)
  const known = decrypted.find(mark)
  if (known === undefined) {
    return andThen(decryptNamed(key, token), (text) => {
      // What could not be verified takes nobody's place.
      if (text !== null) decrypted.keep(mark, SEEN)
      return text
    })
  }
  const fingerprint = primitives.fingerprint(token)
  const same =
    known !== SEEN && known.key === key && constantTimeEqual(known.fingerprint, fingerprint)
  if (same) return known.text
  return andThen(decryptNamed(key, token), (text) => {
    if (text !== null) decrypted.keep(mark, { key, fingerprint, text })
    return text
  })
}
