// Written by tools/generate.mjs from simple-icons.

/** The mark of Ory, on a grid of 24 by 24. */
export const mark: string =
  'M12 6a6 6 0 1 0 0 12 6 6 0 0 0 0-12m-6-.75V3l6-3 6 3v2.25l-6-3zm12 13.5V21l-6 3-6-3v-2.25l6 3z'
