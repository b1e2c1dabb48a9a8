/** Header that says which call of a test a request is to make. */
export const CALL_HEADER = 'x-contract-call'

/** Header of a request to be guarded, and of the response of what stands behind the guard. */
export const GUARD_HEADER = 'x-contract-guard'
