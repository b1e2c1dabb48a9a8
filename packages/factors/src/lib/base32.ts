const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes in base32 (RFC 4648, section 6), without padding, as apps for codes expect it. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET.charAt((value >>> bits) & 31)
    }
    value &= (1 << bits) - 1
  }
  return bits > 0 ? text + ALPHABET.charAt((value << (5 - bits)) & 31) : text
}

/** The bytes of a text in base32, in any case, with spaces and padding or without; `undefined` for another text. */
export function base32Decode(text: string): Uint8Array<ArrayBuffer> | undefined {
  const digits = text.replaceAll(/[\s-]/g, '').replace(/=+$/, '').toUpperCase()
  const bytes = new Uint8Array(Math.floor((digits.length * 5) / 8))
  let bits = 0
  let value = 0
  let at = 0
  for (const digit of digits) {
    const found = ALPHABET.indexOf(digit)
    if (found === -1) return undefined
    value = ((value & 0xff) << 5) | found
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes[at] = (value >>> bits) & 0xff
    at += 1
  }
  return bytes
}
