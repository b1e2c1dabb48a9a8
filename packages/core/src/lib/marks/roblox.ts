// Written by tools/generate.mjs from simple-icons.

/** The mark of Roblox, on a grid of 24 by 24. */
export const mark: string =
  'M18.926 23.998 0 18.892 5.075.002 24 5.108ZM15.348 10.09l-5.282-1.453-1.414 5.273 5.282 1.453z'
