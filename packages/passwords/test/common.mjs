/**
 * Writes `src/lib/policy/common-data.ts` from lists of common passwords, each a file with one in a line, the most common first:
 * `node packages/passwords/test/common.mjs FILE …`. The README says which lists they were.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

/** The shortest password that anyone can choose, in characters. */
const SHORTEST = 8
/** How many passwords are kept. */
const COUNT = 16_000
/** One in so many other passwords is taken for a common one: a power of two. */
const ONE_IN = 2048

/** @type {(path: string) => string[]} */
const read = (path) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.trim().normalize('NFKC').toLowerCase())
    .filter((password) => Array.from(password).length >= SHORTEST)

const [first = [], ...others] = process.argv.slice(2).map(read)
const kept = [...new Set([...first, ...others.flat()])].slice(0, COUNT)

const RANGE = kept.length * ONE_IN
/** @type {(password: string) => number} */
const placeOf = (password) =>
  createHash('sha256').update(password).digest().readUIntBE(0, 6) % RANGE

const places = [...new Set(kept.map(placeOf))].toSorted((a, b) => a - b)

/** Distances between neighbours as a Golomb code: how often `ONE_IN` fits in ones, a zero, and the rest in bits. */
const bits = places.flatMap((place, index) => {
  const gap = place - (places[index - 1] ?? 0)
  const rest = (gap % ONE_IN).toString(2).padStart(Math.log2(ONE_IN), '0')
  return Array.from(`${'1'.repeat(Math.floor(gap / ONE_IN))}0${rest}`)
})
const bytes = Buffer.alloc(Math.ceil(bits.length / 8))
for (const [index, bit] of bits.entries()) {
  if (bit === '1') bytes.writeUInt8(bytes.readUInt8(index >> 3) | (128 >> (index & 7)), index >> 3)
}

writeFileSync(
  new URL('../src/lib/policy/common-data.ts', import.meta.url),
  `// Written by \`test/common.mjs\`.

/** How many passwords the set was made of. */
export const COMMON_COUNT = ${kept.length}

/** How many places it has. */
export const COMMON_PLACES = ${places.length}

/** One in so many other passwords is in the set as well. */
export const COMMON_ONE_IN = ${ONE_IN}

/** The distances between the places, as a Golomb code in base64. */
export const COMMON_DISTANCES =
  '${bytes.toString('base64')}'
`,
)
