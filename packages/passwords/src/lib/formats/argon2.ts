import { argon2Time, type Argon2, type Argon2Kind } from '../hashing/argon2.ts'
import { equalBytes, SHORTEST_HASH, type PasswordFormat } from '../hashing/format.ts'
import { parsePhc } from '../hashing/phc.ts'

/** A stored hash of Argon2 cannot be compared, because this process has no Argon2. */
export class Argon2Missing extends Error {
  override readonly name = 'Argon2Missing'

  constructor() {
    super(
      'A stored password is a hash of Argon2, which this process cannot compute. Use Node.js 24.7 or later, or install @node-rs/argon2.',
    )
  }
}

/** Bytes of the shortest salt (RFC 9106, section 3.1). */
const SHORTEST_SALT = 8

const isKind = (name: string): name is Argon2Kind => /^argon2(?:d|i|id)$/.test(name)

/** `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`: ours, and that of every library of Argon2; with `argon2` in front that of Django. */
export const phcArgon2 = (argon2: Argon2 | undefined): PasswordFormat => ({
  name: 'Argon2',
  read(stored) {
    const phc = parsePhc(stored.startsWith('argon2$') ? stored.slice('argon2'.length) : stored)
    if (!phc || !isKind(phc.name) || phc.version !== 19) return undefined
    const kind = phc.name
    const [m, t, p] = ['m', 't', 'p'].map((name) => phc.parameters.get(name) ?? 0)
    if (!m || !t || !p || m < 8 * p) return undefined
    if (phc.salt.length < SHORTEST_SALT || phc.hash.length < SHORTEST_HASH) return undefined
    const cost = { m, t, p }
    return {
      memory: m * 1024,
      time: argon2Time(cost),
      async matches(password) {
        if (!argon2) throw new Argon2Missing()
        const { salt, hash } = phc
        return equalBytes(await argon2({ kind, password, salt, length: hash.length, cost }), hash)
      },
    }
  },
})
