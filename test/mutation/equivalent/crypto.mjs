const folder = 'packages/core/src/lib/crypto'

const ENDS = 'A function that ends gives undefined as well.'
const FASTER = 'Only a shorter way: whoever asks for a key again is given the one that was derived.'

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
    line: "const [, iv = '', ciphertext = '', tag = ''] = match",
    original: "''",
    reason: 'All three groups are in every match; the compiler does not know.',
  },
  {
    file: `${folder}/encoding.ts`,
    line: '} catch {',
    original: '{',
    replacement: '{}',
    reason: ENDS,
  },
  {
    file: `${folder}/decrypt-once.ts`,
    line: '} catch {',
    original: '{',
    replacement: '{}',
    reason: ENDS,
  },
  {
    file: `${folder}/jwe.ts`,
    line: 'if (last?.header === header) return last',
    original: 'last?.header === header',
    replacement: 'false',
    reason: FASTER,
  },
  {
    file: `${folder}/jwe.ts`,
    line: 'if (key === undefined && known.size < different.length) return search(header, 0)',
    original: 'key === undefined && known.size < different.length',
    replacement: 'true',
    reason: FASTER,
  },
  {
    file: `${folder}/jwe.ts`,
    line: 'if (key === undefined && known.size < different.length) return search(header, 0)',
    original: 'key === undefined && known.size < different.length',
    replacement: 'key === undefined || known.size < different.length',
    reason: FASTER,
  },
  {
    file: `${folder}/jwe.ts`,
    line: 'if (key === undefined && known.size < different.length) return search(header, 0)',
    original: 'key === undefined',
    replacement: 'true',
    reason: FASTER,
  },
  {
    file: `${folder}/jwe.ts`,
    line: 'if (key === undefined && known.size < different.length) return search(header, 0)',
    original: 'known.size < different.length',
    replacement: 'true',
    reason: FASTER,
  },
  {
    file: `${folder}/jwe.ts`,
    line: 'if (key === undefined && known.size < different.length) return search(header, 0)',
    original: 'known.size < different.length',
    replacement: 'known.size <= different.length',
    reason: FASTER,
  },
  {
    file: `${folder}/jwe.ts`,
    line: 'last = key ?? last',
    original: 'key ?? last',
    replacement: 'key && last',
    reason: FASTER,
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
]
