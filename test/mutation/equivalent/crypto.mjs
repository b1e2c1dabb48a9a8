const folder = 'packages/core/src/lib/crypto'

const ENDS = 'A function that ends gives undefined as well.'

/** @type {readonly import('../types.d.ts').Equivalent[]} */
export const crypto = [
  {
    file: `${folder}/encoding.ts`,
    line: 'for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index)',
    original: 'index < binary.length',
    replacement: 'index <= binary.length',
    reason: 'Writing behind the end of an array of bytes does nothing.',
  },
  {
    file: `${folder}/derived-id.ts`,
    line: "const hex = Array.from(digest ?? [], (byte) => byte.toString(16).padStart(2, '0')).join('')",
    original: '[]',
    reason: 'A hash is base64url; the compiler does not know.',
  },
  {
    file: `${folder}/primitives-web.ts`,
    line: 'for (let index = 0; index < left.length; index++) {',
    original: 'index < left.length',
    replacement: 'index <= left.length',
    reason: 'Behind their ends two arrays are alike: what is not there counts as zero.',
  },
  {
    file: `${folder}/jwe.ts`,
    line: "const [, header = '', iv = '', ciphertext = '', tag = ''] = match",
    original: "''",
    reason: 'All four groups are in every match; the compiler does not know.',
  },
  {
    file: `${folder}/encoding.ts`,
    line: '} catch {',
    original: '{',
    replacement: '{}',
    reason: ENDS,
  },
  {
    file: `${folder}/jwe.ts`,
    line: 'if (text === undefined) return false',
    original: 'text === undefined',
    replacement: 'false',
    reason:
      'Undefined is not JSON, and what is thrown for that is caught; the compiler does not know.',
  },
  {
    file: `${folder}/jwe.ts`,
    line: 'if (!isObject(value)) return false',
    original: '!isObject(value)',
    replacement: 'false',
    reason: 'What has no members has no `alg`; taking members of `null` throws, which is caught.',
  },
  {
    file: `${folder}/jwe.ts`,
    line: '} catch {',
    original: '{',
    replacement: '{}',
    reason: 'Undefined is as little a yes as false.',
  },
  {
    file: `${folder}/primitives-node.ts`,
    line: 'if (iv.length !== 16 || tag.length !== 32) return null',
    original: 'iv.length !== 16',
    replacement: 'false',
    reason: 'No cipher is made with such an IV, and what is thrown is caught; a second lock.',
  },
  {
    file: `${folder}/primitives-node.ts`,
    line: "const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])",
    original: "'utf8'",
    replacement: '""',
    reason: 'Node.js takes an empty name for this encoding.',
  },
  {
    file: `${folder}/primitives-web.ts`,
    line: "const imported = await subtle.importKey('raw', key, algorithm, false, ['sign'])",
    original: 'false',
    replacement: 'true',
    reason: 'The imported key is given to nobody.',
  },
  {
    file: `${folder}/sealed-box.ts`,
    line: '} catch {',
    original: '{',
    replacement: '{}',
    reason: ENDS,
  },
  {
    file: `${folder}/sealed-box.ts`,
    line: 'if (json === null) return null',
    original: 'json === null',
    replacement: 'false',
    reason: 'As JSON, `null` has no claims; the compiler does not know.',
  },
]
