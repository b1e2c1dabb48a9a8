/** `encode`, `decode` and `getToken`. */
import { decode, encode, getToken, type JWT } from '@latchstring/core/jwt'
import type { getToken as NextGetToken } from '@latchstring/next/jwt'
import { expectTrue, type Equal } from '../equal.ts'

expectTrue<Equal<typeof getToken, typeof NextGetToken>>()

export async function tokens(req: Request, secret: string): Promise<void> {
  const token = await getToken({ req, secret })
  expectTrue<Equal<typeof token, JWT | null>>()
  const text = await getToken({ req, raw: true })
  expectTrue<Equal<typeof text, string | null>>()
  const salt = 'latchstring.session-token'
  const sealed: string = await encode({ token: { sub: '1' }, secret, salt })
  const opened = await decode({ token: sealed, secret: [secret], salt })
  expectTrue<Equal<typeof opened, JWT | null>>()
  const typed = await decode<{ role: string }>({ token: sealed, secret, salt })
  expectTrue<Equal<typeof typed, { role: string } | null>>()
  // What an application puts into a token is unknown until it says otherwise, never `any`.
  expectTrue<Equal<NonNullable<typeof token>['role'], unknown>>()
  // @ts-expect-error -- a salt separates the uses of a secret
  await encode({ token: {}, secret })
}
