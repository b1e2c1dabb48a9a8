/** Columns of this application in the table of users. */
export const userFields = /** @type {const} */ ({ role: 'text', motto: 'text', signedInAt: 'text' })
