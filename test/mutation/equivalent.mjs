/** @type {readonly import('./types.d.ts').Equivalent[]} */
export const equivalent = []
