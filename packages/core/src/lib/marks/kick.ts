// Written by tools/generate.mjs from simple-icons.

/** The mark of Kick, on a grid of 24 by 24. */
export const mark: string =
  'M1.333 0h8v5.333H12V2.667h2.667V0h8v8H20v2.667h-2.667v2.666H20V16h2.667v8h-8v-2.667H12v-2.666H9.333V24h-8Z'
