// Written by tools/generate.mjs from simple-icons.

/** The mark of Vercel, on a grid of 24 by 24. */
export const mark: string = 'm12 1.608 12 20.784H0Z'
