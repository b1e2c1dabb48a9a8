import { createHash } from 'node:crypto'
import { Buffer } from 'node:buffer'
import { COMMON_DISTANCES, COMMON_ONE_IN, COMMON_PLACES, COMMON_COUNT } from './common-data.ts'

const RANGE = COMMON_COUNT * COMMON_ONE_IN
const BITS = Math.log2(COMMON_ONE_IN)

/** Reads the places from their distances: how often `COMMON_ONE_IN` fits as ones, a zero, and the rest. */
function readPlaces(): Uint32Array {
  const bytes = Buffer.from(COMMON_DISTANCES, 'base64')
  const places = new Uint32Array(COMMON_PLACES)
  let at = 0
  const bit = (): number => {
    const byte = bytes[at >> 3] ?? 0
    const one = (byte >> (7 - (at & 7))) & 1
    at += 1
    return one
  }
  let place = 0
  for (let index = 0; index < COMMON_PLACES; index += 1) {
    while (bit() === 1) place += COMMON_ONE_IN
    let rest = 0
    for (let count = 0; count < BITS; count += 1) rest = rest * 2 + bit()
    place += rest
    places[index] = place
  }
  return places
}

function includes(places: Uint32Array, wanted: number): boolean {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return places[low] === wanted
}

const places = readPlaces()

/** Whether a password is one of the most common ones, in any case. Of others, one in 2,048 is taken for one. */
export function isCommon(password: string): boolean {
  const folded = password.normalize('NFKC').toLowerCase()
  const hash = createHash('sha256').update(folded).digest()
  return includes(places, hash.readUIntBE(0, 6) % RANGE)
}
