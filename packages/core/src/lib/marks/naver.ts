// Written by tools/generate.mjs from simple-icons.

/** The mark of Naver, on a grid of 24 by 24. */
export const mark: string = 'M16.273 12.845 7.376 0H0v24h7.726V11.156L16.624 24H24V0h-7.727v12.845Z'
