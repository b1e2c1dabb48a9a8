import { primitives } from '#primitives'
import { isCanonical } from './encoding.ts'
import { deriveKey, type JweKey } from './jwe.ts'

/*
 * Texts that are encrypted at rest, for as long as a secret is known, and bound to a place, which is authenticated with them. The form
 * is `s1.<key id>.<initialization vector>.<encrypted text>.<tag>`.
 */

const FORM = /^s1\.([\da-f]{24})\.([\w-]{22})\.([\w-]+)\.([\w-]{43})$/

/** Why a text does not open: its form, a secret that is not known, or a change of the text or its place. */
export type Unopened = 'form' | 'secret' | 'changed'

const keyOf = (secret: string): Promise<JweKey> =>
  deriveKey(secret, 'latchstring', 'latchstring v1 records')

/**
 * Encrypts a text.
 *
 * @param place - where it belongs, in ASCII
 */
export async function bindText(secret: string, place: string, text: string): Promise<string> {
  const { kid, content } = await keyOf(secret)
  const { iv, ciphertext, tag } = await primitives.encrypt(content, place, text)
  return `s1.${kid}.${iv}.${ciphertext}.${tag}`
}

async function findKey(secrets: readonly string[], kid: string): Promise<JweKey | undefined> {
  for (const secret of secrets) {
    const key = await keyOf(secret)
    if (key.kid === kid) return key
  }
  return undefined
}

/** Opens a text that was encrypted with one of the secrets, for the place. */
export async function openBound(
  secrets: readonly string[],
  place: string,
  bound: string,
): Promise<{ readonly text: string } | Unopened> {
  const [, kid = '', iv = '', ciphertext = '', tag = ''] = FORM.exec(bound) ?? []
  if (![iv, ciphertext, tag].every((part) => part !== '' && isCanonical(part))) return 'form'
  const key = await findKey(secrets, kid)
  if (!key) return 'secret'
  const text = await primitives.decrypt(key.content, place, { iv, ciphertext, tag })
  return text === null ? 'changed' : { text }
}
