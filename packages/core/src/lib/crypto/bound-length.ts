// The length of what `bound-text.ts` makes.

/** Bytes of a block of the cipher: the last one is filled up, and there is always a filler. */
const BLOCK = 16

/** Characters beside the encrypted text. */
const AROUND = 's1.'.length + 24 + 1 + 22 + 1 + 1 + 43

/** Characters of the longest encrypted text for one of so many code units, each of which takes up to three bytes. */
export function boundLength(max: number): number {
  const bytes = BLOCK * (Math.floor((max * 3) / BLOCK) + 1)
  return AROUND + Math.ceil((bytes * 4) / 3)
}
