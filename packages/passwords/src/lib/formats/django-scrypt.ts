import { Buffer } from 'node:buffer'
import type { PasswordFormat } from '../hashing/format.ts'
import { isPower, readScrypt } from './scrypt.ts'

/** `scrypt$16384$salt$8$5$hash` of Django, whose salt is the text itself. */
export const djangoScrypt: PasswordFormat = {
  name: 'Django',
  read(stored) {
    const parts =
      /^scrypt\$(\d{1,9})\$([^$]{1,128})\$(\d{1,4})\$(\d{1,4})\$([A-Za-z0-9+/]+=*)$/.exec(stored)
    if (!parts) return undefined
    const [, n, salt = '', r, p, hash = ''] = parts
    const cost = { n: Number(n), r: Number(r), p: Number(p) }
    if (!isPower(cost.n)) return undefined
    return readScrypt(salt, Buffer.from(hash, 'base64'), cost)
  },
}
